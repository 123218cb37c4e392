import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { createBankLink, type BankLink, type BankLinkState } from "./bank-link.ts";
import { forgetInstitutions, putItem } from "../institution-queries.ts";
import { createLinkMemory, type LinkMemory } from "./link-memory.ts";

/** One for each tab: a link goes on while other pages are looked at. */
const links = new WeakMap<QueryClient, BankLink>();

/** What this tab remembers of a bank's dialog. */
export function tabMemory(): LinkMemory {
  return createLinkMemory({
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
    removeItem: (key) => sessionStorage.removeItem(key),
  });
}

/** The tab's bank link and where it stands; what a dialog brought back is dealt with on arrival. */
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
      if (persisted) link.cameBack();
    }
    globalThis.addEventListener("pageshow", handlePageShow);
    return () => globalThis.removeEventListener("pageshow", handlePageShow);
  }, [link]);
  return { link, state };
}

/** The tab's bank link, made when it is first asked for. */
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
      void forgetInstitutions(queryClient);
    },
    onChange: () => void forgetInstitutions(queryClient),
    tell: (message, tone) => toastQueue.add({ message, tone }),
  });
  links.set(queryClient, made);
  return made;
}
