import { describe, expect, it } from "vitest";
import { createApi } from "#client/data/api.ts";
import { failureEnvelope, successEnvelope } from "#shared/envelope.ts";
import type { AccessItemView } from "../../contract.ts";
import { createBankLink, type BankLinkState } from "./bank-link.ts";
import { createLinkMemory } from "./link-memory.ts";
import { createTabStorage } from "../../../../../tests/support/visits/tab-storage.ts";

function bank(id: number, state: AccessItemView["item"]["state"] = "importing"): AccessItemView {
  return {
    institutionAccessItemId: id,
    institution: { name: "Harbor Bank" },
    item: { lastSuccessfulUpdate: null, state, newAccountsAvailable: false, transactionCount: 0 },
    accounts: [],
  };
}

type Call = { path: string; body: unknown };
type Answer = { status: number; body: unknown } | "lost";

const ok = (data: unknown): Answer => ({ status: 200, body: successEnvelope(data) });
const refuse = (status: number, code: string, data: unknown = null): Answer => ({
  status,
  body: failureEnvelope(status, { [code]: [`Refused with ${status}.`] }, data),
});

/** Opens a page in the tab of `storage`. `answers` are the server's, one per call; the last one repeats. */
function openPage(answers: Answer[], storage = createTabStorage(), { mayOpenPlaid = true } = {}) {
  const calls: Call[] = [];
  const visited: string[] = [];
  const messages: string[] = [];
  const items: AccessItemView[] = [];
  let changes = 0;
  const api = createApi(async (path, init) => {
    calls.push({ path, body: JSON.parse(typeof init.body === "string" ? init.body : "null") });
    await Promise.resolve();
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined || answer === "lost") throw new TypeError("Failed to fetch");
    return Response.json(answer.body, { status: answer.status, headers: { "x-request-id": "req-1" } });
  }, "folio");
  const memory = createLinkMemory(storage);
  const link = createBankLink({
    api,
    memory,
    goTo: (path) => visited.push(path),
    mayOpenPlaid: () => mayOpenPlaid,
    onItem: (item) => items.push(item),
    onChange: () => {
      changes += 1;
    },
    notify: (message) => messages.push(message),
  });
  return { link, memory, storage, calls, visited, messages, items, changes: () => changes };
}

/** Waits until pending work is done. */
async function settled(link: { state: () => BankLinkState }): Promise<BankLinkState> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  return link.state();
}

const tokenAnswer = (provider: "plaid" | "sandbox", mode: "create" | "update" = "create") =>
  ok({ linkToken: "link-1", expiration: "2026-11-21T12:00:00Z", mode, provider });
const repairRequest = { kind: "repair", institutionAccessItemId: 7, institutionName: "Harbor Bank" } as const;

describe("opening the bank's dialog", () => {
  it("opens the sandbox's page once, however often the button is pressed", async () => {
    const page = openPage([tokenAnswer("sandbox")]);
    page.link.start({ kind: "create" });
    page.link.start({ kind: "create" });
    expect(await settled(page.link)).toMatchObject({ kind: "opening" });
    page.link.start({ kind: "create" });
    await settled(page.link);
    expect(page.messages).toEqual([]);
    page.link.start(repairRequest);
    expect(page.messages).toEqual(["Another bank link is in progress."]);
    expect(page.calls).toEqual([{ path: "/api/CreateFinancialLinkToken", body: {} }]);
    expect(page.visited).toEqual(["/sandbox/plaid/link?link_token=link-1"]);
    // The browser restored the page from its back/forward cache.
    page.link.pageRestored();
    expect(page.link.state()).toEqual({ kind: "idle" });
  });

  it("opens Plaid's dialog over the page and keeps its token for the bank's redirect", async () => {
    const page = openPage([tokenAnswer("plaid", "update")]);
    page.link.start({ ...repairRequest, kind: "addAccounts" });
    expect(await settled(page.link)).toMatchObject({ kind: "dialog", linkToken: "link-1" });
    expect(page.calls).toEqual([
      { path: "/api/CreateFinancialLinkToken?accessToken=7", body: { addAccounts: true } },
    ]);
    expect(page.memory.opened()?.linkToken).toBe("link-1");
    expect(page.visited).toEqual([]);
  });

  it("first loads the page whose policy allows Plaid, then opens the dialog with the same token", async () => {
    const page = openPage([tokenAnswer("plaid")], createTabStorage(), { mayOpenPlaid: false });
    page.link.start({ kind: "create" });
    expect(await settled(page.link)).toMatchObject({ kind: "opening" });
    expect(page.visited).toEqual(["/accounts"]);
    const loaded = openPage([], page.storage);
    loaded.link.resume();
    loaded.link.resume();
    expect(await settled(loaded.link)).toEqual({
      kind: "dialog",
      linkToken: "link-1",
      request: { kind: "create" },
    });
    expect(loaded.calls).toEqual([]);
    // A reload doesn't open it again.
    const reloaded = openPage([], page.storage);
    reloaded.link.resume();
    expect(await settled(reloaded.link)).toEqual({ kind: "idle" });
  });

  it("can be retried after a failure", async () => {
    const page = openPage(["lost", tokenAnswer("sandbox")]);
    page.link.start(repairRequest);
    expect(await settled(page.link)).toEqual({
      kind: "failed",
      request: repairRequest,
      message: "Couldn’t reach the site. Check your connection and try again.",
      canRetry: true,
    });
    page.link.retry();
    await settled(page.link);
    expect(page.visited).toHaveLength(1);
  });
});

describe("returning with a token", () => {
  /** Opens a page in a tab that left for the dialog and returned with a token. */
  function cameBackTo(answers: Answer[], storage = createTabStorage()) {
    const before = createLinkMemory(storage);
    before.setOpened({ linkToken: "link-1", request: { kind: "create" } });
    before.setReturned({ kind: "token", publicToken: "public-1" });
    return openPage(answers, storage);
  }

  it("completes the link once, however often the page renders", async () => {
    const page = cameBackTo([ok(bank(3))]);
    page.link.resume();
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "linked", item: bank(3) });
    page.link.resume();
    await settled(page.link);
    expect(page.calls).toEqual([
      { path: "/api/SetInstitutionAccessToken", body: { public_token: "public-1" } },
    ]);
    expect(page.items).toEqual([bank(3)]);
    // A reload, and the same address by the back button.
    const reloaded = openPage([ok(bank(3))], page.storage);
    reloaded.memory.setReturned({ kind: "token", publicToken: "public-1" });
    reloaded.link.resume();
    expect(await settled(reloaded.link)).toEqual({ kind: "idle" });
    expect(reloaded.calls).toEqual([]);
  });

  it("keeps the token after a temporary failure and retries after a reload", async () => {
    const page = cameBackTo([refuse(503, "UPSTREAM")]);
    page.link.resume();
    expect(await settled(page.link)).toEqual({
      kind: "failed",
      request: { kind: "create" },
      message: "Refused with 503.",
      requestId: "req-1",
      canRetry: true,
    });
    const reloaded = openPage([refuse(503, "UPSTREAM"), ok(bank(3))], page.storage);
    reloaded.link.resume();
    await settled(reloaded.link);
    reloaded.link.retry();
    expect(await settled(reloaded.link)).toMatchObject({ kind: "linked" });
    expect(reloaded.calls.map(({ body }) => body)).toEqual([
      { public_token: "public-1" },
      { public_token: "public-1" },
    ]);
  });

  it("discards a token that the bank no longer knows", async () => {
    const page = cameBackTo([refuse(400, "public_token")]);
    page.link.resume();
    expect(await settled(page.link)).toMatchObject({ kind: "failed", canRetry: false });
    page.link.retry();
    await settled(page.link);
    expect(page.calls).toHaveLength(1);
    expect(page.memory.returned()).toBeNull();
    page.link.dismiss();
    expect(page.link.state()).toEqual({ kind: "idle" });
  });

  it("waits for sign-in if the session has expired", async () => {
    const page = cameBackTo([refuse(401, "SIGN_IN_REQUIRED")]);
    page.link.resume();
    expect(await settled(page.link)).toMatchObject({ kind: "refused", error: { statusCode: 401 } });
    page.link.enter();
    expect(page.link.state()).toEqual({ kind: "idle" });
    const signedIn = openPage([ok(bank(3))], page.storage);
    signedIn.link.resume();
    expect(await settled(signedIn.link)).toMatchObject({ kind: "linked" });
  });

  it("asks first if this tab didn't open the dialog", async () => {
    const page = openPage([ok(bank(3))]);
    page.memory.setReturned({ kind: "token", publicToken: "public-1" });
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "unexpected" });
    expect(page.calls).toEqual([]);
    page.link.finish();
    page.link.finish();
    expect(await settled(page.link)).toMatchObject({ kind: "linked" });
    expect(page.calls).toHaveLength(1);
  });

  it("can be declined there and doesn't ask again", async () => {
    const page = openPage([ok(bank(3))]);
    page.memory.setReturned({ kind: "token", publicToken: "public-1" });
    page.link.resume();
    page.link.dismiss();
    page.memory.setReturned({ kind: "token", publicToken: "public-1" });
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "idle" });
    expect(page.calls).toEqual([]);
  });

  describe("for accounts that are already linked", () => {
    const already = { pendingLinkId: "pending-1", linked: [bank(2, "healthy")] };

    it("asks, even after a reload, and links them once if confirmed", async () => {
      const page = cameBackTo([refuse(409, "CONFLICT", already)]);
      page.link.resume();
      expect(await settled(page.link)).toEqual({ kind: "duplicate", already, isPending: false, error: null });
      const reloaded = openPage([refuse(409, "CONFLICT", already), ok(bank(4))], page.storage);
      reloaded.link.resume();
      await settled(reloaded.link);
      reloaded.link.linkAnyway();
      reloaded.link.linkAnyway();
      expect(await settled(reloaded.link)).toEqual({ kind: "linked", item: bank(4) });
      expect(reloaded.calls.map(({ body }) => body)).toEqual([
        { public_token: "public-1" },
        { pendingLinkId: "pending-1" },
      ]);
    });

    it("undoes the link at the bank if declined", async () => {
      const page = cameBackTo([refuse(409, "CONFLICT", already), ok({})]);
      page.link.resume();
      await settled(page.link);
      page.link.dismiss();
      expect(await settled(page.link)).toEqual({ kind: "idle" });
      expect(page.calls.at(-1)).toEqual({
        path: "/api/DiscardPendingLink",
        body: { pendingLinkId: "pending-1" },
      });
      expect(page.messages).toEqual(["Nothing was linked."]);
      expect(page.memory.returned()).toBeNull();
    });

    it("shows why the link can't be completed and keeps the dialog open", async () => {
      const page = cameBackTo([refuse(409, "CONFLICT", already), refuse(404, "pendingLinkId")]);
      page.link.resume();
      await settled(page.link);
      page.link.linkAnyway();
      expect(await settled(page.link)).toMatchObject({
        kind: "duplicate",
        isPending: false,
        error: { statusCode: 404 },
      });
    });
  });
});

describe("returning without a token", () => {
  it("checks the bank's state after a repair", async () => {
    const page = openPage([ok(bank(7, "healthy"))]);
    page.memory.setOpened({ linkToken: "link-1", request: repairRequest });
    page.memory.setReturned({ kind: "repaired" });
    page.link.resume();
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "idle" });
    expect(page.calls).toEqual([{ path: "/api/RepairedAccessItem", body: { institutionAccessItemId: 7 } }]);
    expect(page.messages).toEqual(["Harbor Bank is repaired."]);
    expect(page.memory.returned()).toBeNull();
  });

  it("doesn't claim success after a repair that failed", async () => {
    const page = openPage([ok(bank(7, "repair"))]);
    page.memory.setOpened({ linkToken: "link-1", request: repairRequest });
    page.memory.setReturned({ kind: "repaired" });
    page.link.resume();
    await settled(page.link);
    expect(page.messages).toEqual(["Harbor Bank still needs attention."]);
  });

  it("reloads the list after a repair started in another tab", async () => {
    const page = openPage([]);
    page.memory.setReturned({ kind: "repaired" });
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "idle" });
    expect(page.changes()).toBe(1);
    expect(page.calls).toEqual([]);
  });

  it("reports a canceled dialog without calling the server", async () => {
    const page = openPage([]);
    page.memory.setReturned({ kind: "canceled" });
    page.link.resume();
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "idle" });
    expect(page.messages).toEqual(["Nothing was linked."]);
    page.memory.setOpened({ linkToken: "link-1", request: repairRequest });
    page.memory.setReturned({ kind: "canceled" });
    page.link.resume();
    expect(page.messages).toEqual(["Nothing was linked.", "Nothing was changed."]);
  });

  it("resumes the dialog after the bank's sign-in page with the same token", async () => {
    const page = openPage([ok(bank(3))]);
    const receivedRedirectUri = "https://site.example/accounts?oauth_state_id=1";
    page.memory.setOpened({ linkToken: "link-1", request: { kind: "create" } });
    page.memory.setReturned({ kind: "oauth", receivedRedirectUri });
    page.link.resume();
    page.link.resume();
    expect(page.link.state()).toEqual({
      kind: "dialog",
      linkToken: "link-1",
      request: { kind: "create" },
      receivedRedirectUri,
    });
    page.link.dialogFinished("public-1", { institution: { id: "ins_1", name: "Harbor Bank" } });
    expect(await settled(page.link)).toMatchObject({ kind: "linked" });
    expect(page.calls[0]?.body).toEqual({
      public_token: "public-1",
      institution: { id: "ins_1", name: "Harbor Bank" },
    });
  });

  it("asks to start again if another tab opened the bank's sign-in page", async () => {
    const page = openPage([]);
    page.memory.setReturned({ kind: "oauth", receivedRedirectUri: "https://site.example/" });
    page.link.resume();
    expect(await settled(page.link)).toMatchObject({ kind: "failed", canRetry: false });
  });
});

describe("the dialog over the page", () => {
  async function withDialog(
    request: Parameters<ReturnType<typeof openPage>["link"]["start"]>[0],
    answers: Answer[],
  ) {
    const page = openPage([tokenAnswer("plaid"), ...answers]);
    page.link.start(request);
    await settled(page.link);
    return page;
  }

  it("checks the bank's state in update mode, without exchanging a token", async () => {
    const page = await withDialog(repairRequest, [ok(bank(7, "healthy"))]);
    page.link.dialogFinished("public-ignored", {});
    await settled(page.link);
    expect(page.calls.map(({ path }) => path)).toEqual([
      "/api/CreateFinancialLinkToken?accessToken=7",
      "/api/RepairedAccessItem",
    ]);
  });

  it("changes nothing when closed", async () => {
    const page = await withDialog({ kind: "create" }, []);
    page.link.dialogClosed(null);
    page.link.dialogClosed(null);
    expect(page.link.state()).toEqual({ kind: "idle" });
    expect(page.messages).toEqual(["Nothing was linked."]);
    expect(page.memory.opened()).toBeNull();
  });

  it("can be reopened after an error", async () => {
    const page = await withDialog({ kind: "create" }, [tokenAnswer("plaid")]);
    page.link.dialogClosed({ message: "The bank is closed.", requestId: "plaid-1", canRetry: true });
    expect(page.link.state()).toEqual({
      kind: "failed",
      request: { kind: "create" },
      message: "The bank is closed.",
      requestId: "plaid-1",
      canRetry: true,
    });
    page.link.retry();
    expect(await settled(page.link)).toMatchObject({ kind: "dialog" });
  });

  it("notifies subscribers of each change until they unsubscribe", async () => {
    const page = openPage([tokenAnswer("plaid")]);
    const seen: string[] = [];
    const stop = page.link.subscribe(() => seen.push(page.link.state().kind));
    page.link.start({ kind: "create" });
    await settled(page.link);
    stop();
    page.link.dialogClosed(null);
    expect(seen).toEqual(["opening", "dialog"]);
  });
});
