import { failureWords, isAboutAccess, requestIdOf } from "#client/data/api-failure.ts";
import type { Api } from "#client/data/api.ts";
import { paths } from "#client/routing/paths.ts";
import { ApiError } from "#shared/envelope.ts";
import type { AccessItemView, AlreadyLinked } from "../../contract.ts";
import type { LinkMemory, LinkRequest } from "./link-memory.ts";

/** Bank and accounts chosen in the dialog, as reported to the browser; used to detect duplicate links early. */
export type SelectedAccounts = {
  institution?: { id: string; name: string };
  accounts?: { name: string; mask: string | null }[];
};

/** State of linking a bank, for the page to render. */
export type BankLinkState =
  | { kind: "idle" }
  /** Requesting the dialog's token, or navigating to the dialog. */
  | { kind: "opening"; request: LinkRequest }
  /** The bank's dialog is open over the page; `receivedRedirectUri` if it resumes after the bank's sign-in page. */
  | { kind: "dialog"; request: LinkRequest; linkToken: string; receivedRedirectUri?: string }
  /** A finished dialog that this tab didn't open; the person decides. */
  | { kind: "unexpected" }
  /** The server is completing the link or checking the repair. */
  | { kind: "completing"; request: LinkRequest }
  | { kind: "duplicate"; already: AlreadyLinked; isPending: boolean; error: Error | null }
  | ({ kind: "failed"; request: LinkRequest } & LinkFailure)
  | { kind: "linked"; item: AccessItemView }
  /** 401 or 403, left to the route's error page. The dialog's result is kept until after sign-in. */
  | { kind: "refused"; error: Error };

/** Cause of a failed link; `requestId` is the site's or the bank's, for support. */
export type LinkFailure = { message: string; requestId?: string; canRetry: boolean };

export type BankLink = {
  subscribe: (onChange: () => void) => () => void;
  /** Returns the current state; the same object until it changes. */
  state: () => BankLinkState;
  /** Opens the bank's dialog, unless one is open or being processed. */
  start: (request: LinkRequest) => void;
  /** Processes a dialog's result once, however often it is called. */
  resume: () => void;
  /** Handles a finished dialog; the token is null in update mode. */
  dialogFinished: (publicToken: string | null, selected: SelectedAccounts) => void;
  /** Handles a dialog that was closed or failed. */
  dialogClosed: (failure: LinkFailure | null) => void;
  /** Handles a page restored from the browser's back/forward cache. */
  pageRestored: () => void;
  /** Clears a refusal of access left from an earlier visit to the page. */
  enter: () => void;
  /** Completes the link of a dialog that this tab didn't open. */
  finish: () => void;
  retry: () => void;
  linkAnyway: () => void;
  /** Links with a SimpleFIN setup token. Resolves with a sentence if the token was refused, which its dialog shows. */
  linkSimpleFin: (setupToken: string) => Promise<string | null>;
  /** Dismisses the message on screen. A pending link is undone at the bank. */
  dismiss: () => void;
};

/** Dependencies of a bank link. */
export type BankLinkDeps = {
  api: Api;
  memory: LinkMemory;
  /** Navigates with a full page load. */
  goTo: (path: string) => void;
  /** True if the loaded document's content policy allows Plaid's dialog; only that of /accounts does. */
  mayOpenPlaid: () => boolean;
  /** Called with a bank as the server returned it. */
  onItem: (item: AccessItemView) => void;
  /** Called when the list changed in an unknown way. */
  onChange: () => void;
  /** Shows a toast. */
  notify: (message: string, tone: "positive" | "neutral") => void;
};

const sandboxDialogPath = "/sandbox/plaid/link";

/** State shared by the steps of a link. */
type LinkFlow = {
  deps: BankLinkDeps;
  state: BankLinkState;
  show: (next: BankLinkState) => void;
  /** Accounts chosen in this page's dialog. */
  selected: SelectedAccounts;
  retryLast: () => void;
};

/** Runs linking and repairing outside React, so that renders can't repeat a step. */
export function createBankLink(deps: BankLinkDeps): BankLink {
  const listeners = new Set<() => void>();
  const flow: LinkFlow = {
    deps,
    state: { kind: "idle" },
    show: (next) => {
      flow.state = next;
      for (const listener of listeners) listener();
    },
    selected: {},
    retryLast: () => undefined,
  };
  return {
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    state: () => flow.state,
    start: (request) => start(flow, request),
    resume: () => resume(flow),
    dialogFinished: (publicToken, selected) => endDialog(flow, publicToken, selected),
    dialogClosed: (failure) => leaveDialog(flow, failure),
    pageRestored: () => {
      if (flow.state.kind === "opening") flow.show({ kind: "idle" });
    },
    enter: () => {
      if (flow.state.kind === "refused") flow.show({ kind: "idle" });
    },
    finish: () => {
      const returned = deps.memory.returned();
      if (flow.state.kind === "unexpected" && returned?.kind === "token")
        exchange(flow, returned.publicToken);
    },
    retry: () => {
      if (flow.state.kind === "failed" && flow.state.canRetry) flow.retryLast();
    },
    linkAnyway: () => void linkAnyway(flow),
    linkSimpleFin: (setupToken) => linkSimpleFin(flow, setupToken),
    dismiss: () => dismiss(flow),
  };
}

function isAbout(a: LinkRequest, b: LinkRequest): boolean {
  if (a.kind === "create" || b.kind === "create") return a.kind === b.kind;
  return a.institutionAccessItemId === b.institutionAccessItemId;
}

function isWaiting({ state: { kind } }: LinkFlow): boolean {
  return kind === "opening" || kind === "completing" || kind === "dialog";
}

/** Runs a step. A refusal of access keeps the result for after sign-in; other failures say whether a retry can help. */
async function attempt(flow: LinkFlow, request: LinkRequest, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const error = asError(thrown);
    if (isAboutAccess(error)) {
      flow.show({ kind: "refused", error });
      return;
    }
    const canRetry = !(error instanceof ApiError) || error.statusCode >= 500 || error.statusCode === 429;
    if (!canRetry) flow.deps.memory.forget();
    flow.retryLast = () => void attempt(flow, request, work);
    flow.show({ kind: "failed", request, message: failureWords(error), ...requestIdOf(error), canRetry });
  }
}

function start(flow: LinkFlow, request: LinkRequest): void {
  if (isWaiting(flow)) {
    // Ignores the second press of a double click.
    const isSame = flow.state.kind === "opening" && isAbout(flow.state.request, request);
    if (!isSame) flow.deps.notify("Another bank link is in progress.", "neutral");
    return;
  }
  const { api, memory, goTo } = flow.deps;
  flow.selected = {};
  void attempt(flow, request, async () => {
    flow.show({ kind: "opening", request });
    const { linkToken, provider } = await askForToken(api, request);
    memory.setOpened({ linkToken, request });
    if (provider === "sandbox") {
      goTo(`${sandboxDialogPath}?${new URLSearchParams({ link_token: linkToken }).toString()}`);
    } else if (flow.deps.mayOpenPlaid()) {
      flow.show({ kind: "dialog", request, linkToken });
    } else {
      // After client-side navigation, the document still has the policy of the page that was loaded.
      memory.setReturned({ kind: "toOpen" });
      goTo(paths.accounts());
    }
  });
}

function resume(flow: LinkFlow): void {
  if (isWaiting(flow) || flow.state.kind === "duplicate") return;
  const { memory } = flow.deps;
  const returned = memory.returned();
  if (returned === null) return;
  const opened = memory.opened();
  switch (returned.kind) {
    case "token":
      if (opened === null) flow.show({ kind: "unexpected" });
      else exchange(flow, returned.publicToken);
      return;
    case "repaired":
      confirmRepair(flow, opened?.request ?? null);
      return;
    case "canceled":
      memory.forget();
      notifyCanceled(flow, opened?.request ?? { kind: "create" });
      return;
    case "oauth":
      if (opened === null) {
        memory.forget();
        flow.show({ kind: "failed", request: { kind: "create" }, message: lostDialog, canRetry: false });
      } else {
        flow.show({ kind: "dialog", ...opened, receivedRedirectUri: returned.receivedRedirectUri });
      }
      return;
    case "toOpen":
      memory.clearReturned();
      if (opened !== null) flow.show({ kind: "dialog", ...opened });
  }
}

const lostDialog = "The bank sign-in started in another tab or too long ago. Start again here.";

function exchange(flow: LinkFlow, publicToken: string): void {
  const request: LinkRequest = { kind: "create" };
  void attempt(flow, request, async () => {
    flow.show({ kind: "completing", request });
    try {
      const input = { public_token: publicToken, ...flow.selected };
      settle(flow, await flow.deps.api.post("/api/SetInstitutionAccessToken", input));
    } catch (error) {
      const already = readAlreadyLinked(error);
      if (already === null) throw error;
      // The token is kept until the person decides: after a reload the server answers 409 again.
      flow.show({ kind: "duplicate", already, isPending: false, error: null });
    }
  });
}

async function linkSimpleFin(flow: LinkFlow, setupToken: string): Promise<string | null> {
  try {
    settle(flow, await flow.deps.api.post("/api/LinkSimpleFin", { setupToken }));
    return null;
  } catch (thrown) {
    const error = asError(thrown);
    const already = readAlreadyLinked(error);
    if (already !== null) flow.show({ kind: "duplicate", already, isPending: false, error: null });
    else if (isAboutAccess(error)) flow.show({ kind: "refused", error });
    else return failureWords(error);
    return null;
  }
}

function settle(flow: LinkFlow, item: AccessItemView): void {
  flow.deps.memory.forget();
  flow.deps.onItem(item);
  flow.show({ kind: "linked", item });
}

function confirmRepair(flow: LinkFlow, request: LinkRequest | null): void {
  const { api, memory, onItem, onChange, notify } = flow.deps;
  if (request === null || request.kind === "create") {
    // Repaired in another tab: reload the list.
    memory.forget();
    onChange();
    return;
  }
  const { institutionAccessItemId } = request;
  void attempt(flow, request, async () => {
    flow.show({ kind: "completing", request });
    const item = await api.post("/api/RepairedAccessItem", { institutionAccessItemId });
    memory.forget();
    onItem(item);
    flow.show({ kind: "idle" });
    notify(...repairMessage(request.kind, item));
  });
}

function repairMessage(
  kind: "repair" | "addAccounts",
  { institution: { name }, item: { state } }: AccessItemView,
): [message: string, tone: "positive" | "neutral"] {
  if (state !== "healthy" && state !== "importing") return [`${name} still needs attention.`, "neutral"];
  return [kind === "repair" ? `${name} is repaired.` : `Accounts at ${name} updated.`, "positive"];
}

function notifyCanceled(flow: LinkFlow, request: LinkRequest): void {
  flow.deps.notify(request.kind === "create" ? "Nothing was linked." : "Nothing was changed.", "neutral");
}

function endDialog(flow: LinkFlow, publicToken: string | null, selected: SelectedAccounts): void {
  if (flow.state.kind !== "dialog") return;
  const { request } = flow.state;
  const { memory } = flow.deps;
  flow.selected = selected;
  if (request.kind !== "create") {
    memory.setReturned({ kind: "repaired" });
    confirmRepair(flow, request);
  } else if (publicToken !== null) {
    memory.setReturned({ kind: "token", publicToken });
    exchange(flow, publicToken);
  } else {
    dismiss(flow);
  }
}

function leaveDialog(flow: LinkFlow, failure: LinkFailure | null): void {
  if (flow.state.kind !== "dialog") return;
  const { request } = flow.state;
  flow.deps.memory.forget();
  if (failure === null) {
    flow.show({ kind: "idle" });
    notifyCanceled(flow, request);
    return;
  }
  flow.retryLast = () => start(flow, request);
  flow.show({ kind: "failed", request, ...failure });
}

async function linkAnyway(flow: LinkFlow): Promise<void> {
  if (flow.state.kind !== "duplicate" || flow.state.isPending) return;
  const { already } = flow.state;
  const { pendingLinkId } = already;
  flow.show({ kind: "duplicate", already, isPending: true, error: null });
  try {
    settle(flow, await flow.deps.api.post("/api/SetInstitutionAccessToken", { pendingLinkId }));
  } catch (thrown) {
    const error = asError(thrown);
    flow.show(
      isAboutAccess(error)
        ? { kind: "refused", error }
        : { kind: "duplicate", already, isPending: false, error },
    );
  }
}

function dismiss(flow: LinkFlow): void {
  const { api, memory } = flow.deps;
  if (flow.state.kind === "duplicate") {
    if (flow.state.isPending) return;
    const { pendingLinkId } = flow.state.already;
    // If this call fails, the server undoes the link after 15 minutes.
    api.post("/api/DiscardPendingLink", { pendingLinkId }).catch(() => undefined);
    notifyCanceled(flow, { kind: "create" });
  }
  if (flow.state.kind !== "linked") memory.forget();
  flow.show({ kind: "idle" });
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Requests a token for the bank's dialog; the query names the bank to repair (docs/reference/http-api.md, "Banks"). */
async function askForToken(api: Api, request: LinkRequest) {
  if (request.kind === "create") return api.post("/api/CreateFinancialLinkToken");
  const { kind, institutionAccessItemId } = request;
  return api.post("/api/CreateFinancialLinkToken", kind === "addAccounts" ? { addAccounts: true } : {}, {
    accessToken: institutionAccessItemId,
  });
}

/** Returns the body of a 409 (contract.ts, `AlreadyLinked`); null for any other failure. */
function readAlreadyLinked(error: unknown): AlreadyLinked | null {
  if (!(error instanceof ApiError) || error.statusCode !== 409) return null;
  const { data } = error;
  if (typeof data !== "object" || data === null || !("pendingLinkId" in data) || !("linked" in data))
    return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our server returns the contract's type
  return data as AlreadyLinked;
}
