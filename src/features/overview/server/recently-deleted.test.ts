import { beforeEach, describe, expect, it } from "vitest";
import { createTestBudget } from "../../../../tests/support/factories/budget-factory.ts";
import { createTestProduct } from "../../../../tests/support/factories/product-factory.ts";
import { createIncomeSite, type IncomeSite } from "../../../../tests/support/sites/income-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { DeletedEntry } from "../contract.ts";

const database = useTestDatabase();
const hourMs = 60 * 60_000;
const now = () => new Date(nowMs);
let site: IncomeSite;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 21, 17);
  site = await createIncomeSite(database(), { now });
});

async function deleted(cookie?: string): Promise<DeletedEntry[]> {
  const answer = await site.get<DeletedEntry[]>("/api/GetRecentlyDeleted", cookie);
  expect(answer.status).toBe(200);
  return answer.data;
}

const names = async (cookie?: string) => (await deleted(cookie)).map(({ kind, name }) => `${kind} ${name}`);

async function act(path: string, body: object): Promise<void> {
  nowMs += 1_000;
  expect((await site.post(path, body)).status).toBe(200);
}

async function addCategory(name: string): Promise<number> {
  const body = { financialCategoryId: 0, name };
  const { data } = await site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", body);
  return data.financialCategoryId;
}

/** Deletes one item of each kind in order. */
async function deleteOneOfEach(): Promise<void> {
  const { budgetId } = await createTestBudget(database(), site.userId, { name: "November", now });
  const incomeSourceId = await site.source({ name: "Unit 7" });
  const { productId } = await createTestProduct(database(), { name: "Lamp", now });
  const [ferry, harbour] = [await addCategory("Ferry"), await addCategory("Harbour")];
  const conditions = [{ field: "payee", op: "is", values: ["Ferries"] }];
  const rule = { ruleId: 0, conditions, actions: [{ field: "payee", value: "Boats" }] };
  const { data: rules } = await site.post<{ ruleId: number }[]>("/api/SaveRule", rule);
  await act("/api/DeleteRule", { ruleId: rules[0]?.ruleId });
  await act("/api/DeleteBudget", { budgetId });
  await act("/api/DeleteIncomeSource", { incomeSourceId });
  await act("/api/DeleteProduct", { productId });
  await act("/api/MergeFinancialCategories", { from: ferry, into: harbour });
  await act("/api/DeleteFinancialCategory", { financialCategoryId: harbour });
}

const everything = [
  "category Harbour",
  "category Ferry",
  "product Lamp",
  "income source Unit 7",
  "budget November",
  "change Deleted the rule “Payee is Ferries”.",
  "change Added the rule “Payee is Ferries”.",
];

describe("the list of recently deleted items", () => {
  it("calls a bill a bill", async () => {
    const incomeSourceId = await site.source({ name: "Power", direction: "out", incomeSourceType: "Other" });
    await act("/api/DeleteIncomeSource", { incomeSourceId });
    expect(await names()).toEqual(["bill Power"]);
  });

  it("shows the newest first, and drops an item once it is restored", async () => {
    expect(await deleted()).toEqual([]);
    await deleteOneOfEach();
    expect(await names()).toEqual(everything);
    const [harbour, ferry, lamp, unit, november, deletedRule, addedRule] = await deleted();
    await act("/api/UndoCategoryRemoval", { undoId: harbour?.id });
    expect((await deleted())[0]).toMatchObject({ name: "Ferry", mergedInto: "Harbour" });
    await act("/api/UndoCategoryRemoval", { undoId: ferry?.id });
    await act("/api/RestoreProduct", { productId: Number(lamp?.id) });
    await act("/api/RestoreIncomeSource", { incomeSourceId: Number(unit?.id) });
    await act("/api/RestoreBudget", { budgetId: Number(november?.id) });
    await act("/api/Undo", { undoId: deletedRule?.id });
    expect(await names()).toEqual(["change Added the rule “Payee is Ferries”."]);
    await act("/api/Undo", { undoId: addedRule?.id });
    expect(await deleted()).toEqual([]);
  });

  it("drops items after a day", async () => {
    await deleteOneOfEach();
    nowMs += 24 * hourMs - 10_000;
    await site.stay();
    expect(await names()).toEqual(everything);
    nowMs += 11_000;
    expect(await names()).toEqual([]);
  });

  it("shows other people only products", async () => {
    await deleteOneOfEach();
    const { cookie } = await site.stranger();
    expect(await names(cookie)).toEqual(["product Lamp"]);
    expect((await site.get("/api/GetRecentlyDeleted", "")).status).toBe(401);
  });

  it("shows each change that can be undone once, in its own words", async () => {
    await deleteOneOfEach();
    const [transactionId = 0] = await site.rows([{ amount: -20_00, date: "2026-11-20", name: "Kiosk" }]);
    await act("/api/RenamePayee", { transactionId, name: "Corner shop" });
    // The bank's name again: the rule that gave the other one goes along.
    await act("/api/RenamePayee", { transactionId, name: "" });
    const changes = (await deleted()).filter(({ kind }) => kind === "change");
    expect(changes.map(({ name }) => name)).toEqual([
      "Gave Corner shop the bank’s name again.",
      "Renamed Kiosk to Corner shop.",
      "Deleted the rule “Payee is Ferries”.",
      "Added the rule “Payee is Ferries”.",
    ]);
    const undos = changes.map(({ id, name, deletedAt }) => ({ undoId: id, text: name, at: deletedAt }));
    expect((await site.get("/api/GetUndos")).data).toEqual(undos);
  });

  it("shows a transaction that the person typed and deleted", async () => {
    const account = { accountId: "", institutionName: "Wallet", name: "Cash", type: "cash" };
    const opening = { openingBalance: 0, openingDate: "2026-11-01", isoCurrencyCode: "USD" };
    const { data } = await site.post<{ accountId: number }>("/api/SaveManualAccount", {
      ...account,
      ...opening,
    });
    const { data: typed } = await site.post<{ transactionId: number }>("/api/SaveTransaction", {
      transactionId: 0,
      accountId: data.accountId,
      date: "2026-11-03",
      amount: -4,
      name: "Kiosk",
    });
    const { transactionId } = typed;
    await act("/api/DeleteTransaction", { transactionId });
    expect(await deleted()).toMatchObject([
      { kind: "transaction", id: String(transactionId), name: "Kiosk" },
    ]);
    await act("/api/RestoreRemovedTransaction", { transactionId });
    expect(await deleted()).toEqual([]);
  });

  it("shows a bank unlinked with its history, and no linked bank", async () => {
    await site.anotherAccount({
      institutionName: "Gone Bank",
      state: "unlinked",
      item: { unlinkedAt: new Date(nowMs - hourMs) },
    });
    await site.anotherAccount({
      institutionName: "Long Gone Bank",
      state: "unlinked",
      item: { unlinkedAt: new Date(nowMs - 25 * hourMs) },
    });
    expect(await names()).toEqual(["bank Gone Bank"]);
  });
});
