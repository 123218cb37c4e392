import { sql, type SQL } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { lockLedger } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import { createImporter, november, ofx } from "../support/factories/import-factory.ts";
import { createBudgetSite, type BudgetSite } from "../support/sites/budget-site.ts";
import { useTestDatabase } from "../support/test-database.ts";

/** Calls that lock the same things: in one order, or tried again where Postgres has to end one of them. */

const database = useTestDatabase();
let site: BudgetSite;

beforeEach(async () => {
  site = await createBudgetSite(database(), { now: () => new Date("2026-11-21T17:00:00Z") });
});

/** Makes a call while another transaction holds something, which then wants more; answers the call's status. */
async function statusBeside(
  hold: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<{ status: number }>,
  wanted: SQL,
): Promise<number> {
  const { unsafeDb } = database();
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { done } = await unsafeDb.transaction(async (tx) => {
    await hold(tx);
    const started = call();
    await expect.poll(async () => (await unsafeDb.execute(waiting)).rows.length).toBe(1);
    await tx.execute(wanted);
    return { done: started };
  });
  return (await done).status;
}

it("a deletion of a category and the undo of an import hold nothing while they wait for the ledger", async () => {
  const { data: boat } = await site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", {
    financialCategoryId: 0,
    name: "Boat",
  });
  const importer = createImporter(site.app, site.cookie);
  const { importId } = (await importer.import(ofx(november), site.accountId)).data;
  const holdLedger = (tx: Transaction) => lockLedger(tx, site.userId);
  const category = sql`select from financial_categories where financial_category_id = ${boat.financialCategoryId} for key share nowait`;
  const deletion = () => site.post("/api/DeleteFinancialCategory", boat);
  expect(await statusBeside(holdLedger, deletion, category)).toBe(200);
  const kept = sql`select from imports where import_id = ${importId} for update nowait`;
  expect(await statusBeside(holdLedger, () => importer.undo(importId), kept)).toBe(200);
});

it("a payment is saved while a join wants it and its transaction in the other order", async () => {
  const [transactionId = 0] = await site.rows([{ amount: 1000 }]);
  const { data: source } = await site.post<{ incomeSourceId: number }>("/api/SaveIncomeSource", {
    incomeSourceId: 0,
    institutionAccessItemId: site.itemId,
    name: "Unit 3",
    incomeSourceType: "Rent",
    amountDue: 10,
    dayOfMonthDue: 1,
    startDate: "2026-11-01",
    expectedPaymentMemos: [],
  });
  const payment = { ...source, transactionId, amount: 10, isManualAdjustment: false };
  const pay = (incomePaymentId: number) =>
    site.post<{ incomePaymentId: number }>("/api/SaveIncomePayment", { ...payment, incomePaymentId });
  const { incomePaymentId } = (await pay(0)).data;
  const status = await statusBeside(
    (tx) => tx.execute(sql`select from transactions where transaction_id = ${transactionId} for update`),
    () => pay(incomePaymentId),
    sql`select from income_payments where income_payment_id = ${incomePaymentId} for update`,
  );
  expect(status).toBe(200);
});
