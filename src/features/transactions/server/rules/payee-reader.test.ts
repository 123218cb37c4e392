import { beforeEach, describe, expect, it } from "vitest";
import type { PayeeList } from "../../domain/payees/payee-shapes.ts";
import {
  coffee,
  createRuleSite,
  everyDay,
  type RuleSite,
} from "../../../../../tests/support/sites/rule-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let person: RuleSite;

beforeEach(async () => {
  person = await createRuleSite(database());
});

const app = { name: "VENMO", merchantName: "Venmo", bankCategory: "TRANSFER_OUT" };
const salary = 24;

async function payees(query = "", cookie?: string): Promise<PayeeList> {
  return (await person.site.get<PayeeList>(`/api/GetPayees${query}`, cookie)).data;
}

async function listed(query = ""): Promise<[string, string, number][]> {
  const { payees: list } = await payees(query);
  return list.map(({ payee, direction, unsortedCount }) => [payee, direction, unsortedCount]);
}

describe("payees to be sorted", () => {
  /** Makes a rule for the payee of a transaction, as sorting by payee does. */
  const sort = async (transactionId: number | undefined, action: object) => {
    const { data } = await person.site.get<{ ruleId: number; conditions: object[] }>(
      `/api/GetRuleDraft?transactionId=${transactionId}`,
    );
    const { ruleId, conditions } = data;
    await person.save({ ruleId, conditions, actions: [action], appliesFrom: everyDay });
  };

  it("come with those of most unsorted transactions first, money in and out apart", async () => {
    const ids = await person.old([
      { name: "Tin Lantern", amount: -1200 },
      { ...app, amount: -2000, date: "2026-11-02" },
      { ...app, amount: -500, date: "2026-11-04" },
      { ...app, amount: -100, isoCurrencyCode: "EUR", date: "2026-11-03" },
      { ...app, amount: 900 },
      { ...coffee, name: "Corner Bakery" },
    ]);
    const found = await payees();
    expect(found).toMatchObject({
      payeeCount: 4,
      sortedPayeeCount: 1,
      transactionCount: 6,
      sortedTransactionCount: 1,
    });
    expect(await listed()).toEqual([
      ["Venmo", "out", 3],
      ["Tin Lantern", "out", 1],
      ["Venmo", "in", 1],
    ]);
    expect(found.payees[0]).toEqual({
      payee: "Venmo",
      payees: ["Venmo"],
      direction: "out",
      transactionId: ids[2],
      name: "VENMO",
      transactionCount: 3,
      unsortedCount: 3,
      sum: -25,
      isoCurrencyCode: "USD",
      lastDate: "2026-11-04",
      isTransferLike: false,
      category: null,
    });
    expect((await listed("?all=true")).at(-1)).toEqual(["Corner Bakery", "out", 0]);
  });

  it("leave with a rule's category, or with a kind that needs none", async () => {
    const [lantern, friend] = await person.old([{ name: "Tin Lantern" }, { ...app, amount: 900 }]);
    await sort(lantern, { field: "category", value: 4 });
    expect(await listed()).toEqual([["Venmo", "in", 1]]);
    await sort(friend, { field: "kind", value: "income" });
    expect(await payees()).toMatchObject({ payees: [], payeeCount: 2, sortedPayeeCount: 2 });
    // A second choice changes the rule of the first.
    await sort(lantern, { field: "category", value: 3 });
    expect(await person.shown()).toEqual(["Groceries (rule)", "None (none)"]);
    expect(await person.rules()).toHaveLength(2);
    await sort(lantern, { field: "category", value: -1 });
    expect(await person.shown()).toEqual(["None (rule)", "None (none)"]);
    expect(await payees()).toMatchObject({ payees: [], sortedPayeeCount: 2 });
    await sort(lantern, { field: "kind", value: "transfer" });
    expect(await payees("?all=true")).toMatchObject({
      payeeCount: 2,
      sortedPayeeCount: 2,
      transactionCount: 2,
    });
  });

  it("don't include rows that the person left without a category", async () => {
    await person.old([
      { name: "Cash drawer", categorySource: "person", financialCategoryId: null },
      { name: "Tin Lantern", financialCategoryId: 4, categorySource: "person" },
      { name: "Tin Lantern" },
      { name: "Payroll", amount: 100, financialCategoryId: salary, categorySource: "person" },
    ]);
    const { payees: list } = await payees();
    expect(list).toMatchObject([
      { payee: "Tin Lantern", transactionCount: 2, unsortedCount: 1, category: { name: "Dining Out" } },
    ]);
  });

  it("are one whose names differ in case and digits alone, as one rule is for all of them", async () => {
    const tacos = {
      merchantName: "Paper Boat Tacos",
      financialCategoryId: 4,
      categorySource: "person",
    } as const;
    const [pending] = await person.old([
      { name: "PAPER BOAT TACOS #816", amount: -1100, date: "2026-11-05" },
      { ...tacos, name: "PAPER BOAT TACOS #93", amount: -1200 },
    ]);
    expect((await payees()).payees).toMatchObject([
      {
        payees: ["PAPER BOAT TACOS", "Paper Boat Tacos"],
        transactionId: pending,
        transactionCount: 2,
        unsortedCount: 1,
        sum: -23,
        category: { name: "Dining Out" },
      },
    ]);
  });

  it("come with a category that their words suggest, unless rows of theirs have one", async () => {
    await person.old([
      { name: "HARBOR DENTAL 0412" },
      { name: "Garden Nursery", financialCategoryId: 4, categorySource: "person" },
      { name: "Garden Nursery" },
      { name: "ACME PAYROLL", amount: 90_000 },
      { name: "ANA REED RENT FLAT 4", amount: 90_000 },
      { name: "Dental refund", amount: 90 },
      { name: "Nine Plums", bankCategoryDetailed: "FOOD_AND_DRINK_GROCERIES", bankConfidence: "LOW" },
    ]);
    const { payees: list } = await payees();
    expect(Object.fromEntries(list.map(({ payee, category }) => [payee, category?.name]))).toEqual({
      "HARBOR DENTAL": "Health",
      "Garden Nursery": "Dining Out",
      "ACME PAYROLL": "Salary",
      "ANA REED RENT FLAT 4": "Rent received",
      "Dental refund": undefined,
      "Nine Plums": "Groceries",
    });
  });

  it("look like transfers until they have a category or a rule, whatever their words suggest", async () => {
    const [savings] = await person.old([
      { name: "XFER DENTAL SAVINGS", kindReason: "transferLike" },
      { name: "Transfer to Ana", kindReason: "transferLike" },
      { name: "Transfer to Ana", financialCategoryId: 4, categorySource: "person", kindReason: "category" },
    ]);
    const shown = async () =>
      (await payees("?all=true")).payees.map((one) => [one.payee, one.isTransferLike, one.category?.name]);
    expect(await shown()).toEqual([
      ["Transfer to Ana", false, "Dining Out"],
      ["XFER DENTAL SAVINGS", true, undefined],
    ]);
    await sort(savings, { field: "kind", value: "transfer" });
    expect(await shown()).toContainEqual(["XFER DENTAL SAVINGS", false, undefined]);
  });

  it("are the person's own, and nobody's without a session", async () => {
    await person.old([{ name: "Tin Lantern" }]);
    const { cookie } = await person.site.stranger();
    expect(await payees("?all=true", cookie)).toEqual({
      payees: [],
      payeeCount: 0,
      sortedPayeeCount: 0,
      transactionCount: 0,
      sortedTransactionCount: 0,
    });
    expect((await person.site.get("/api/GetPayees", "")).status).toBe(401);
    expect((await person.site.get("/api/GetPayees?all=yes")).status).toBe(400);
  });

  it("are listed up to 200, and all counted", async () => {
    const lettered = (index: number) => String.fromCodePoint(97 + (index % 26), 97 + Math.floor(index / 26));
    await person.old(Array.from({ length: 205 }, (_, index) => ({ name: `Shop ${lettered(index)}` })));
    const found = await payees();
    expect(found.payees).toHaveLength(200);
    expect(found).toMatchObject({ payeeCount: 205, transactionCount: 205, sortedTransactionCount: 0 });
    const last = `Shop ${lettered(204)}`;
    expect(await payees(`?all=true&q=${encodeURIComponent(last.toLowerCase())}`)).toMatchObject({
      payees: [{ payee: last }],
      payeeCount: 205,
    });
  });

  it("are searched by words, and only the person's own", async () => {
    await person.old([{ name: "Tin Lantern Café" }, { name: "Tin Whistle" }, { name: "100% Juice" }]);
    const named = async (q: string, cookie?: string) => {
      const { payees: list } = await payees(`?all=true&q=${encodeURIComponent(q)}`, cookie);
      return list.map(({ payee }) => payee).toSorted();
    };
    expect(await named("tin")).toEqual(["Tin Lantern Café", "Tin Whistle"]);
    expect(await named("caf\0  LANT")).toEqual(["Tin Lantern Café"]);
    expect(await named("%")).toEqual(["100% Juice"]);
    expect(await named("nobody")).toEqual([]);
    const { cookie } = await person.site.stranger();
    expect(await named("tin", cookie)).toEqual([]);
    expect((await person.site.get("/api/GetPayees?q=tin", "")).status).toBe(401);
    expect((await person.site.get(`/api/GetPayees?q=${"x".repeat(201)}`)).status).toBe(400);
  });
});
