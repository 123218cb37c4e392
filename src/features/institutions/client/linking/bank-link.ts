import { failureWords, isAboutAccess, requestIdOf } from "#client/data/api-failure.ts";
import type { Api } from "#client/data/api.ts";
import { paths } from "#client/routing/paths.ts";
import { ApiError } from "#shared/envelope.ts";
import type { AccessItemView, AlreadyLinked } from "../../contract.ts";
import type { LinkMemory, LinkRequest } from "./link-memory.ts";

/** What the bank's dialog in the browser tells of itself, so that a second link is noticed before it is made. */
export type ToldAccounts = {
  institution?: { id: string; name: string };
  accounts?: { name: string; mask: string | null }[];
};

/** Where linking a bank stands; the page draws it. */
export type BankLinkState =
  | { kind: "idle" }
  /** The dialog's token is asked for, or the browser is on its way to the dialog. */
  | { kind: "opening"; request: LinkRequest }
  /** The bank's dialog lies over the page; `receivedRedirectUri` where it goes on after a bank's own sign-in page. */
  | { kind: "dialog"; request: LinkRequest; linkToken: string; receivedRedirectUri?: string }
  /** A finished dialog that this tab did not open: the person decides. */
  | { kind: "unasked" }
  /** The server completes the link, or looks whether the repair helped. */
  | { kind: "completing"; request: LinkRequest }
  | { kind: "duplicate"; already: AlreadyLinked; isPending: boolean; error: Error | null }
  | ({ kind: "failed"; request: LinkRequest } & LinkFailure)
  | { kind: "linked"; item: AccessItemView }
  /** 401 or 403: the page gives way to the route's own page about that. What came back waits for the sign-in. */
  | { kind: "refused"; error: Error };

/** Why it did not work; `requestId` is the one to quote, ours or the bank's. */
export type LinkFailure = { message: string; requestId?: string; canRetry: boolean };

export type BankLink = {
  subscribe: (onChange: () => void) => () => void;
  /** The same object until something changes. */
  state: () => BankLinkState;
  /** Opens the bank's dialog. While one is open or being dealt with, that goes first. */
  start: (request: LinkRequest) => void;
  /** Deals with what a dialog brought back, once, however often it is called. */
  resume: () => void;
  /** The dialog in this page ended well; without a token in update mode. */
  dialogDone: (publicToken: string | null, told: ToldAccounts) => void;
  /** It was closed, or ended with an error. */
  dialogLeft: (failure: LinkFailure | null) => void;
  /** The browser came back to a page that it had left for the dialog. */
  cameBack: () => void;
  /** The page is entered anew: a refusal of access belonged to the visit before. */
  enter: () => void;
  /** "Finish linking" of a dialog that this tab did not open. */
  finish: () => void;
  retry: () => void;
  linkAnyway: () => void;
  /** Ends what is shown: the failure, the question, the good news. A link that waits is undone at the bank. */
  dismiss: () => void;
};

/** What a bank link needs of the world. */
export type BankLinkWorld = {
  api: Api;
  memory: LinkMemory;
  /** Leaves the page, or loads it anew. */
  goTo: (path: string) => void;
  /** Whether the loaded document's policy lets Plaid's dialog in: only that of /accounts does. */
  mayOpenPlaid: () => boolean;
  /** A linked institution as the server tells it now. */
  onItem: (item: AccessItemView) => void;
  /** Something in the list changed without the server telling what. */
  onChange: () => void;
  /** Good or neutral news that may pass. */
  tell: (message: string, tone: "positive" | "neutral") => void;
};

const sandboxDialogPath = "/sandbox/plaid/link";

/** What the steps below share. */
type Desk = {
  world: BankLinkWorld;
  state: BankLinkState;
  show: (next: BankLinkState) => void;
  /** What the dialog in this page told of the accounts that were chosen. */
  told: ToldAccounts;
  retryLast: () => void;
};

/** Linking and repairing from the first press to the card, apart from React: what happens once must not depend on renders. */
export function createBankLink(world: BankLinkWorld): BankLink {
  const listeners = new Set<() => void>();
  const desk: Desk = {
    world,
    state: { kind: "idle" },
    show: (next) => {
      desk.state = next;
      for (const listener of listeners) listener();
    },
    told: {},
    retryLast: () => undefined,
  };
  return {
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    state: () => desk.state,
    start: (request) => start(desk, request),
    resume: () => resume(desk),
    dialogDone: (publicToken, told) => endDialog(desk, publicToken, told),
    dialogLeft: (failure) => leaveDialog(desk, failure),
    cameBack: () => {
      if (desk.state.kind === "opening") desk.show({ kind: "idle" });
    },
    enter: () => {
      if (desk.state.kind === "refused") desk.show({ kind: "idle" });
    },
    finish: () => {
      const returned = world.memory.returned();
      if (desk.state.kind === "unasked" && returned?.kind === "token") exchange(desk, returned.publicToken);
    },
    retry: () => {
      if (desk.state.kind === "failed" && desk.state.canRetry) desk.retryLast();
    },
    linkAnyway: () => void linkAnyway(desk),
    dismiss: () => dismiss(desk),
  };
}

function isAbout(a: LinkRequest, b: LinkRequest): boolean {
  if (a.kind === "create" || b.kind === "create") return a.kind === b.kind;
  return a.institutionAccessItemId === b.institutionAccessItemId;
}

function isWaiting({ state: { kind } }: Desk): boolean {
  return kind === "opening" || kind === "completing" || kind === "dialog";
}

/** Runs calls; refusals of access keep everything for after the sign-in, other failures say whether to try again. */
async function attempt(desk: Desk, request: LinkRequest, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const error = asError(thrown);
    if (isAboutAccess(error)) {
      desk.show({ kind: "refused", error });
      return;
    }
    const canRetry = !(error instanceof ApiError) || error.statusCode >= 500 || error.statusCode === 429;
    if (!canRetry) desk.world.memory.forget();
    desk.retryLast = () => void attempt(desk, request, work);
    desk.show({ kind: "failed", request, message: failureWords(error), ...requestIdOf(error), canRetry });
  }
}

function start(desk: Desk, request: LinkRequest): void {
  if (isWaiting(desk)) {
    // The second press of a double click is nothing to speak of.
    const isSame = desk.state.kind === "opening" && isAbout(desk.state.request, request);
    if (!isSame) desk.world.tell("One moment: another bank is being asked.", "neutral");
    return;
  }
  const { api, memory, goTo } = desk.world;
  desk.told = {};
  void attempt(desk, request, async () => {
    desk.show({ kind: "opening", request });
    const { linkToken, provider } = await askForToken(api, request);
    memory.setOpened({ linkToken, request });
    if (provider === "sandbox") {
      goTo(`${sandboxDialogPath}?${new URLSearchParams({ link_token: linkToken }).toString()}`);
    } else if (desk.world.mayOpenPlaid()) {
      desk.show({ kind: "dialog", request, linkToken });
    } else {
      // Reached by a link of the site, the page has the policy of the one that was loaded.
      memory.setReturned({ kind: "toOpen" });
      goTo(paths.accounts());
    }
  });
}

function resume(desk: Desk): void {
  if (isWaiting(desk) || desk.state.kind === "duplicate") return;
  const { memory } = desk.world;
  const returned = memory.returned();
  if (returned === null) return;
  const opened = memory.opened();
  switch (returned.kind) {
    case "token":
      if (opened === null) desk.show({ kind: "unasked" });
      else exchange(desk, returned.publicToken);
      return;
    case "repaired":
      lookAfterRepair(desk, opened?.request ?? null);
      return;
    case "cancelled":
      memory.forget();
      tellCancelled(desk, opened?.request ?? { kind: "create" });
      return;
    case "oauth":
      if (opened === null) {
        memory.forget();
        desk.show({ kind: "failed", request: { kind: "create" }, message: lostDialog, canRetry: false });
      } else {
        desk.show({ kind: "dialog", ...opened, receivedRedirectUri: returned.receivedRedirectUri });
      }
      return;
    case "toOpen":
      memory.clearReturned();
      if (opened !== null) desk.show({ kind: "dialog", ...opened });
  }
}

const lostDialog = "The bank’s sign-in was begun in another tab or too long ago. Begin again here.";

function exchange(desk: Desk, publicToken: string): void {
  const request: LinkRequest = { kind: "create" };
  void attempt(desk, request, async () => {
    desk.show({ kind: "completing", request });
    try {
      const input = { public_token: publicToken, ...desk.told };
      settle(desk, await desk.world.api.post("/api/SetInstitutionAccessToken", input));
    } catch (error) {
      const already = readAlreadyLinked(error);
      if (already === null) throw error;
      // What came back is kept until the person has decided: after a reload the server asks the same question again.
      desk.show({ kind: "duplicate", already, isPending: false, error: null });
    }
  });
}

function settle(desk: Desk, item: AccessItemView): void {
  desk.world.memory.forget();
  desk.world.onItem(item);
  desk.show({ kind: "linked", item });
}

function lookAfterRepair(desk: Desk, request: LinkRequest | null): void {
  const { api, memory, onItem, onChange, tell } = desk.world;
  if (request === null || request.kind === "create") {
    // Repaired from elsewhere: the list is asked for anew, and says how it stands.
    memory.forget();
    onChange();
    return;
  }
  const { institutionAccessItemId } = request;
  void attempt(desk, request, async () => {
    desk.show({ kind: "completing", request });
    const item = await api.post("/api/RepairedAccessItem", { institutionAccessItemId });
    memory.forget();
    onItem(item);
    desk.show({ kind: "idle" });
    tell(...repairNews(request.kind, item));
  });
}

function repairNews(
  kind: "repair" | "addAccounts",
  { institution: { name }, item: { state } }: AccessItemView,
): [message: string, tone: "positive" | "neutral"] {
  if (state !== "healthy" && state !== "importing")
    return [`${name} answered, but is not well yet.`, "neutral"];
  return [kind === "repair" ? `${name} is repaired.` : `The accounts of ${name} are up to date.`, "positive"];
}

function tellCancelled(desk: Desk, request: LinkRequest): void {
  desk.world.tell(request.kind === "create" ? "Nothing was linked." : "Nothing was changed.", "neutral");
}

function endDialog(desk: Desk, publicToken: string | null, told: ToldAccounts): void {
  if (desk.state.kind !== "dialog") return;
  const { request } = desk.state;
  const { memory } = desk.world;
  desk.told = told;
  if (request.kind !== "create") {
    memory.setReturned({ kind: "repaired" });
    lookAfterRepair(desk, request);
  } else if (publicToken !== null) {
    memory.setReturned({ kind: "token", publicToken });
    exchange(desk, publicToken);
  } else {
    dismiss(desk);
  }
}

function leaveDialog(desk: Desk, failure: LinkFailure | null): void {
  if (desk.state.kind !== "dialog") return;
  const { request } = desk.state;
  desk.world.memory.forget();
  if (failure === null) {
    desk.show({ kind: "idle" });
    tellCancelled(desk, request);
    return;
  }
  desk.retryLast = () => start(desk, request);
  desk.show({ kind: "failed", request, ...failure });
}

async function linkAnyway(desk: Desk): Promise<void> {
  if (desk.state.kind !== "duplicate" || desk.state.isPending) return;
  const { already } = desk.state;
  const { pendingLinkId } = already;
  desk.show({ kind: "duplicate", already, isPending: true, error: null });
  try {
    settle(desk, await desk.world.api.post("/api/SetInstitutionAccessToken", { pendingLinkId }));
  } catch (thrown) {
    const error = asError(thrown);
    desk.show(
      isAboutAccess(error)
        ? { kind: "refused", error }
        : { kind: "duplicate", already, isPending: false, error },
    );
  }
}

function dismiss(desk: Desk): void {
  const { api, memory } = desk.world;
  if (desk.state.kind === "duplicate") {
    if (desk.state.isPending) return;
    const { pendingLinkId } = desk.state.already;
    // Should this be lost, the server undoes the link by itself after its 15 minutes.
    api.post("/api/DiscardPendingLink", { pendingLinkId }).catch(() => undefined);
    tellCancelled(desk, { kind: "create" });
  }
  if (desk.state.kind !== "linked") memory.forget();
  desk.show({ kind: "idle" });
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** What to repair stands in the query (docs/reference/http-api.md, "Banks"). */
async function askForToken(api: Api, request: LinkRequest) {
  if (request.kind === "create") return api.post("/api/CreateFinancialLinkToken");
  const { kind, institutionAccessItemId } = request;
  return api.post("/api/CreateFinancialLinkToken", kind === "addAccounts" ? { addAccounts: true } : {}, {
    accessToken: institutionAccessItemId,
  });
}

/** The answer of the 409 (contract.ts, `AlreadyLinked`); null for every other failure. */
function readAlreadyLinked(error: unknown): AlreadyLinked | null {
  if (!(error instanceof ApiError) || error.statusCode !== 409) return null;
  const { data } = error;
  if (typeof data !== "object" || data === null || !("pendingLinkId" in data) || !("linked" in data))
    return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our server makes this answer of the contract's type
  return data as AlreadyLinked;
}
