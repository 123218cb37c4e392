import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { createBankLink, type BankLink, type BankLinkState } from "./bank-link.ts";
import { invalidateInstitutions, putItem } from "../institution-queries.ts";
import { createLinkMemory, type LinkMemory } from "./link-memory.ts";

/** One bank link per tab; it continues while the person visits other pages. */
const links = new WeakMap<QueryClient, BankLink>();

/** Returns this tab's memory of a bank's dialog. */
export function tabMemory(): LinkMemory {
  return createLinkMemory({
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
    removeItem: (key) => sessionStorage.removeItem(key),
  });
}

/** Returns the tab's bank link and its state; processes a dialog's result on arrival. */
export function useBankLink(): { link: BankLink; state: BankLinkState } {
  const api = useApi();
  const queryClient = useQueryClient();
  const link = bankLinkOf(queryClient, api);
  const state = useSyncExternalStore(link.subscribe, link.state, link.state);
  useEffect(() => {
    link.resume();
  }, [link]);
  useEffect(() => {
    function handlePageShow({ persisted }: PageTransitionEvent) {
      if (persisted) link.pageRestored();
    }
    globalThis.addEventListener("pageshow", handlePageShow);
    return () => globalThis.removeEventListener("pageshow", handlePageShow);
  }, [link]);
  return { link, state };
}

/** Returns the tab's bank link, created on first use. */
export function bankLinkOf(queryClient: QueryClient, api: Api): BankLink {
  const known = links.get(queryClient);
  if (known !== undefined) return known;
  const made = createBankLink({
    api,
    memory: tabMemory(),
    goTo: (path) => globalThis.location.assign(path),
    // src/server/pages/pages.ts marks the document whose policy allows it.
    mayOpenPlaid: () => document.querySelector('meta[name="folio-plaid-link"]') !== null,
    onItem: (item) => {
      putItem(queryClient, api, item);
      void invalidateInstitutions(queryClient);
    },
    onChange: () => void invalidateInstitutions(queryClient),
    notify: (message, tone) => toastQueue.add({ message, tone }),
  });
  links.set(queryClient, made);
  return made;
}
