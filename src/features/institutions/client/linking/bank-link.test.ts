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

/** A page of the tab `storage` belongs to; `answers` are the server's, one a call, the last for all that follow. */
function openPage(answers: Answer[], storage = createTabStorage(), { mayOpenPlaid = true } = {}) {
  const calls: Call[] = [];
  const visited: string[] = [];
  const told: string[] = [];
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
    tell: (message) => told.push(message),
  });
  return { link, memory, storage, calls, visited, told, items, changes: () => changes };
}

/** Waits until what is under way has come to its end. */
async function settled(link: { state: () => BankLinkState }): Promise<BankLinkState> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  return link.state();
}

const tokenAnswer = (provider: "plaid" | "sandbox", mode: "create" | "update" = "create") =>
  ok({ linkToken: "link-1", expiration: "2026-11-21T12:00:00Z", mode, provider });
const repairRequest = { kind: "repair", institutionAccessItemId: 7, institutionName: "Harbor Bank" } as const;

describe("opening the bank's dialog", () => {
  it("leads to the sandbox's page, once, however often it is pressed", async () => {
    const page = openPage([tokenAnswer("sandbox")]);
    page.link.start({ kind: "create" });
    page.link.start({ kind: "create" });
    expect(await settled(page.link)).toMatchObject({ kind: "opening" });
    page.link.start({ kind: "create" });
    await settled(page.link);
    expect(page.told).toEqual([]);
    page.link.start(repairRequest);
    expect(page.told).toEqual(["One moment: another bank is being asked."]);
    expect(page.calls).toEqual([{ path: "/api/CreateFinancialLinkToken", body: {} }]);
    expect(page.visited).toEqual(["/sandbox/plaid/link?link_token=link-1"]);
    // The browser kept the page and came back to it.
    page.link.cameBack();
    expect(page.link.state()).toEqual({ kind: "idle" });
  });

  it("lays Plaid's dialog over the page, with the token kept for the way back from a bank", async () => {
    const page = openPage([tokenAnswer("plaid", "update")]);
    page.link.start({ ...repairRequest, kind: "addAccounts" });
    expect(await settled(page.link)).toMatchObject({ kind: "dialog", linkToken: "link-1" });
    expect(page.calls).toEqual([
      { path: "/api/CreateFinancialLinkToken?accessToken=7", body: { addAccounts: true } },
    ]);
    expect(page.memory.opened()?.linkToken).toBe("link-1");
    expect(page.visited).toEqual([]);
  });

  it("first loads the page whose policy lets Plaid in, and opens there without asking for another token", async () => {
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
    // A reload does not open it again by itself.
    const reloaded = openPage([], page.storage);
    reloaded.link.resume();
    expect(await settled(reloaded.link)).toEqual({ kind: "idle" });
  });

  it("that fails can be tried again", async () => {
    const page = openPage(["lost", tokenAnswer("sandbox")]);
    page.link.start(repairRequest);
    expect(await settled(page.link)).toEqual({
      kind: "failed",
      request: repairRequest,
      message: "The site could not be reached. Check the connection and try again.",
      canRetry: true,
    });
    page.link.retry();
    await settled(page.link);
    expect(page.visited).toHaveLength(1);
  });
});

describe("coming back with a token", () => {
  /** A page that its tab left for the dialog, and came back to with a token. */
  function cameBackTo(answers: Answer[], storage = createTabStorage()) {
    const before = createLinkMemory(storage);
    before.setOpened({ linkToken: "link-1", request: { kind: "create" } });
    before.setReturned({ kind: "token", publicToken: "public-1" });
    return openPage(answers, storage);
  }

  it("completes the link once, whatever is rendered twice", async () => {
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

  it("keeps the token through a failure that may pass, and goes on after a reload", async () => {
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

  it("gives a token up that the bank does not know any more", async () => {
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

  it("waits for the sign-in where the session is over", async () => {
    const page = cameBackTo([refuse(401, "SIGN_IN_REQUIRED")]);
    page.link.resume();
    expect(await settled(page.link)).toMatchObject({ kind: "refused", error: { statusCode: 401 } });
    page.link.enter();
    expect(page.link.state()).toEqual({ kind: "idle" });
    const signedIn = openPage([ok(bank(3))], page.storage);
    signedIn.link.resume();
    expect(await settled(signedIn.link)).toMatchObject({ kind: "linked" });
  });

  it("asks first where this tab opened no dialog", async () => {
    const page = openPage([ok(bank(3))]);
    page.memory.setReturned({ kind: "token", publicToken: "public-1" });
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "unasked" });
    expect(page.calls).toEqual([]);
    page.link.finish();
    page.link.finish();
    expect(await settled(page.link)).toMatchObject({ kind: "linked" });
    expect(page.calls).toHaveLength(1);
  });

  it("can be declined there, and is not asked again", async () => {
    const page = openPage([ok(bank(3))]);
    page.memory.setReturned({ kind: "token", publicToken: "public-1" });
    page.link.resume();
    page.link.dismiss();
    page.memory.setReturned({ kind: "token", publicToken: "public-1" });
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "idle" });
    expect(page.calls).toEqual([]);
  });

  describe("of what is linked already", () => {
    const already = { pendingLinkId: "pending-1", linked: [bank(2, "healthy")] };

    it("asks, also after a reload, and links it all the same, once", async () => {
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

    it("undoes it at the bank when it is declined", async () => {
      const page = cameBackTo([refuse(409, "CONFLICT", already), ok({})]);
      page.link.resume();
      await settled(page.link);
      page.link.dismiss();
      expect(await settled(page.link)).toEqual({ kind: "idle" });
      expect(page.calls.at(-1)).toEqual({
        path: "/api/DiscardPendingLink",
        body: { pendingLinkId: "pending-1" },
      });
      expect(page.told).toEqual(["Nothing was linked."]);
      expect(page.memory.returned()).toBeNull();
    });

    it("says why where it cannot be completed, and keeps the question", async () => {
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

describe("coming back otherwise", () => {
  it("from a repair, the bank is asked how it is", async () => {
    const page = openPage([ok(bank(7, "healthy"))]);
    page.memory.setOpened({ linkToken: "link-1", request: repairRequest });
    page.memory.setReturned({ kind: "repaired" });
    page.link.resume();
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "idle" });
    expect(page.calls).toEqual([{ path: "/api/RepairedAccessItem", body: { institutionAccessItemId: 7 } }]);
    expect(page.told).toEqual(["Harbor Bank is repaired."]);
    expect(page.memory.returned()).toBeNull();
  });

  it("from a repair that did not help, it is not called repaired", async () => {
    const page = openPage([ok(bank(7, "repair"))]);
    page.memory.setOpened({ linkToken: "link-1", request: repairRequest });
    page.memory.setReturned({ kind: "repaired" });
    page.link.resume();
    await settled(page.link);
    expect(page.told).toEqual(["Harbor Bank answered, but is not well yet."]);
  });

  it("from a repair that this tab did not begin, the list is read anew", async () => {
    const page = openPage([]);
    page.memory.setReturned({ kind: "repaired" });
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "idle" });
    expect(page.changes()).toBe(1);
    expect(page.calls).toEqual([]);
  });

  it("without anything, that is said and nothing is called", async () => {
    const page = openPage([]);
    page.memory.setReturned({ kind: "cancelled" });
    page.link.resume();
    page.link.resume();
    expect(await settled(page.link)).toEqual({ kind: "idle" });
    expect(page.told).toEqual(["Nothing was linked."]);
    page.memory.setOpened({ linkToken: "link-1", request: repairRequest });
    page.memory.setReturned({ kind: "cancelled" });
    page.link.resume();
    expect(page.told).toEqual(["Nothing was linked.", "Nothing was changed."]);
  });

  it("from a bank's own sign-in page, the dialog goes on with its token", async () => {
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
    page.link.dialogDone("public-1", { institution: { id: "ins_1", name: "Harbor Bank" } });
    expect(await settled(page.link)).toMatchObject({ kind: "linked" });
    expect(page.calls[0]?.body).toEqual({
      public_token: "public-1",
      institution: { id: "ins_1", name: "Harbor Bank" },
    });
  });

  it("from a bank's sign-in page that another tab opened, it says what to do", async () => {
    const page = openPage([]);
    page.memory.setReturned({ kind: "oauth", receivedRedirectUri: "https://site.example/" });
    page.link.resume();
    expect(await settled(page.link)).toMatchObject({ kind: "failed", canRetry: false });
  });
});

describe("the dialog in the page", () => {
  async function withDialog(
    request: Parameters<ReturnType<typeof openPage>["link"]["start"]>[0],
    answers: Answer[],
  ) {
    const page = openPage([tokenAnswer("plaid"), ...answers]);
    page.link.start(request);
    await settled(page.link);
    return page;
  }

  it("in update mode trades no token: the bank is asked how it is", async () => {
    const page = await withDialog(repairRequest, [ok(bank(7, "healthy"))]);
    page.link.dialogDone("public-ignored", {});
    await settled(page.link);
    expect(page.calls.map(({ path }) => path)).toEqual([
      "/api/CreateFinancialLinkToken?accessToken=7",
      "/api/RepairedAccessItem",
    ]);
  });

  it("that is closed changes nothing", async () => {
    const page = await withDialog({ kind: "create" }, []);
    page.link.dialogLeft(null);
    page.link.dialogLeft(null);
    expect(page.link.state()).toEqual({ kind: "idle" });
    expect(page.told).toEqual(["Nothing was linked."]);
    expect(page.memory.opened()).toBeNull();
  });

  it("that ends with an error can be opened again", async () => {
    const page = await withDialog({ kind: "create" }, [tokenAnswer("plaid")]);
    page.link.dialogLeft({ message: "The bank is closed.", requestId: "plaid-1", canRetry: true });
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

  it("tells the page of each change, until it does not listen any more", async () => {
    const page = openPage([tokenAnswer("plaid")]);
    const seen: string[] = [];
    const stop = page.link.subscribe(() => seen.push(page.link.state().kind));
    page.link.start({ kind: "create" });
    await settled(page.link);
    stop();
    page.link.dialogLeft(null);
    expect(seen).toEqual(["opening", "dialog"]);
  });
});
