import { beforeEach, describe, expect, it } from "vitest";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import {
  createSimpleFinSite,
  type SimpleFinPerson,
  type SimpleFinSite,
} from "../../../../tests/support/sites/simplefin-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { AccessItemView, AccountView } from "../contract.ts";

const database = useTestDatabase();
let site: SimpleFinSite;
let rowan: SimpleFinPerson;
let id: number;
let linkId: string;

beforeEach(async () => {
  site = createSimpleFinSite(database());
  rowan = await site.signIn();
  ({ id, linkId } = await site.link(rowan));
});

const setType = (accountId: number, type: string, person = rowan) =>
  person.post<object>("/api/SetAccountType", { accountId, type });

async function accountNamed(name: string): Promise<AccountView> {
  const { data } = await rowan.get(`/api/GetUserAccessItem?userAccessItemId=${id}`);
  const found = data.accounts.find((account) => account.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

type Row = {
  transactionId: number;
  kind: string;
  why: string;
  amount: number;
  account: { accountId: number };
  transferPair: { transactionId: number } | null;
};

async function rows(): Promise<Row[]> {
  const { data } = await rowan.get<{ transactions: Row[] }>(
    `/api/GetTransactions?institutionAccessItemId=${id}`,
  );
  return data.transactions;
}

const kindsOf = (found: Row[]) =>
  found.map(({ transactionId, kind, why }) => `${transactionId} ${kind} ${why}`);

describe("choosing the type of an account", () => {
  it("replaces the guess, and turns the sign of a balance that is owed", async () => {
    const before = await accountNamed("Harborstone Visa");
    expect(before).toMatchObject({ type: "credit", isTypeGuessed: true });
    expect(before.currentBalance).toBeGreaterThan(0);
    expect((await setType(before.accountId, "checking")).status).toBe(200);
    expect(await accountNamed("Harborstone Visa")).toEqual({
      ...before,
      type: "depository",
      subtype: "checking",
      currentBalance: -(before.currentBalance ?? 0),
      isTypeGuessed: false,
    });
    await setType(before.accountId, "card");
    await setType(before.accountId, "card");
    expect(await accountNamed("Harborstone Visa")).toEqual({ ...before, isTypeGuessed: false });
  });

  it("sorts its rows and their other sides by it, and back", async () => {
    const { accountId } = await accountNamed("Free Checking");
    const before = await rows();
    await setType(accountId, "loan");
    const after = await rows();
    const here = after.filter(({ account }) => account.accountId === accountId);
    expect(new Set(here.map(({ kind }) => kind))).toEqual(new Set(["leftOut"]));
    expect(here.length).toBeGreaterThan(50);
    const ids = new Set(here.map(({ transactionId }) => transactionId));
    const others = after.filter(
      (row) => !ids.has(row.transactionId) && ids.has(row.transferPair?.transactionId ?? 0),
    );
    expect(others.length).toBeGreaterThan(8);
    expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(["spending"]));
    await setType(accountId, "checking");
    expect(kindsOf(await rows())).toEqual(kindsOf(before));
  });
});

describe("a chosen type", () => {
  it("stays when the bank is synced, with the balance's sign and the kinds of new rows", async () => {
    const savings = await accountNamed("Share Savings");
    await setType(savings.accountId, "loan");
    await site.passDays(id, 27);
    const later = await accountNamed("Share Savings");
    expect(later).toMatchObject({ accountId: savings.accountId, type: "loan", subtype: "loan" });
    expect(later.isTypeGuessed).toBe(false);
    // The server's balance has grown by the deposits since, and what is owed is its negative.
    expect(later.currentBalance).toBeLessThan(-(savings.currentBalance ?? 0));
    const own = (await rows()).filter(({ account }) => account.accountId === savings.accountId);
    expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(["leftOut"]));
    expect((await accountNamed("Free Checking")).isTypeGuessed).toBe(true);
  });

  it("stays when all accounts come under other IDs", async () => {
    const savings = await accountNamed("Share Savings");
    await setType(savings.accountId, "card");
    site.links.change(linkId, { generation: 2 });
    await site.passDays(id, 1);
    expect(await accountNamed("Share Savings")).toMatchObject({
      accountId: savings.accountId,
      type: "credit",
      isTypeGuessed: false,
    });
  });

  it("stays when the bank is unlinked and linked again, and can't be changed in between", async () => {
    const savings = await accountNamed("Share Savings");
    await setType(savings.accountId, "card");
    await rowan.post("/api/RemoveAccessItem", { institutionAccessItemId: id, keepHistory: true });
    await site.settle();
    const unlinked = await accountNamed("Share Savings");
    expect(unlinked.type).toBe("credit");
    expect(unlinked).not.toHaveProperty("isTypeGuessed");
    expect(await setType(savings.accountId, "savings")).toMatchObject({
      status: 409,
      errors: { accountId: ["This bank isn’t linked anymore. Link it again to change the type."] },
    });
    expect((await site.link(rowan)).id).toBe(id);
    expect(await accountNamed("Share Savings")).toMatchObject({
      accountId: savings.accountId,
      type: "credit",
      isTypeGuessed: false,
    });
  });

  it("doesn't hide that an account is linked already", async () => {
    for (const name of ["Free Checking", "Share Savings", "Harborstone Visa", "Northbound Chequing"])
      await setType((await accountNamed(name)).accountId, "investment");
    const { setupToken } = site.makeToken();
    expect((await rowan.post("/api/LinkSimpleFin", { setupToken })).status).toBe(409);
  });
});

describe("an account whose type can't be chosen", () => {
  it("is one whose bank says it, and one without a link", async () => {
    const plaid = await createTestAccessItem(database(), rowan.userId);
    expect(await setType(plaid.accounts[0]?.accountId ?? 0, "card")).toMatchObject({
      status: 409,
      errors: { accountId: ["The bank says what type this account is."] },
    });
    const { data } = await rowan.post<{ accountId: number }>("/api/SaveManualAccount", {
      accountId: "",
      institutionName: "Wallet",
      name: "Purse",
      type: "cash",
      isoCurrencyCode: "USD",
      openingBalance: 5,
      openingDate: "2026-11-01",
    });
    expect(await setType(data.accountId, "card")).toMatchObject({
      status: 409,
      errors: { accountId: ["Edit this account to change its type."] },
    });
    const { data: banks } = await rowan.get<AccessItemView[]>("/api/GetUserAccessItems");
    const others = banks.filter(({ institutionAccessItemId }) => institutionAccessItemId !== id);
    expect(others.flatMap(({ accounts }) => accounts.map(({ isTypeGuessed }) => isTypeGuessed))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("is another person's, which looks like one that isn't there", async () => {
    const before = await accountNamed("Share Savings");
    const stranger = await site.signIn();
    const [theirs, unknown] = [
      await setType(before.accountId, "card", stranger),
      await setType(2_000_000_000, "card", stranger),
    ];
    expect(theirs).toEqual(unknown);
    expect(theirs.status).toBe(404);
    expect(await accountNamed("Share Savings")).toEqual(before);
  });

  it("is one in the other mode", async () => {
    const live = await createTestAccessItem(database(), rowan.userId, {
      mode: "live",
      item: { source: "simplefin" },
    });
    expect((await setType(live.accounts[0]?.accountId ?? 0, "card")).status).toBe(404);
  });

  it("is every one without a session, or for a type that isn't one", async () => {
    const { accountId } = await accountNamed("Share Savings");
    const visit = await site.app.post("/api/SetAccountType", { accountId, type: "card" }, {});
    expect(visit.status).toBe(401);
    for (const type of ["cash", "credit", "", null])
      expect(await setType(accountId, String(type))).toMatchObject({
        status: 400,
        errors: { type: ["Choose a type."] },
      });
  });
});
