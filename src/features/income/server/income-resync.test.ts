import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { BankTransaction } from "#shared/bank-rows.ts";
import { applyBankChanges } from "#features/transactions/server/index.ts";
import { money, moneyDigits, negateMoney } from "#shared/money.ts";
import { createIncomeSite, type IncomeSite } from "../../../../tests/support/sites/income-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { incomeContract } from "../contract.ts";

type MonthAnswer = z.infer<typeof incomeContract.getIncomeSources.output>;
type History = z.infer<typeof incomeContract.getIncomePaymentHistory.output>;

const database = useTestDatabase();
let site: IncomeSite;
let nowMs: number;
let incomeSourceId: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 21, 17);
  site = await createIncomeSite(database(), { now: () => new Date(nowMs) });
  incomeSourceId = await site.source();
});

async function month(): Promise<MonthAnswer> {
  const path = `/api/GetIncomeSources?institutionAccessItemId=${site.itemId}`;
  return (await site.get<MonthAnswer>(path)).data;
}

async function history(): Promise<History> {
  return (await site.get<History>(`/api/GetIncomePaymentHistory?incomeSourceId=${incomeSourceId}`)).data;
}

async function payments() {
  return (await history()).months.flatMap((one) => one.payments);
}

describe("a bank's change to a linked transaction", () => {
  function bankRow(some: Partial<Omit<BankTransaction, "amount">> & { amount: number }): BankTransaction {
    const amount = money(some.amount);
    return {
      providerTransactionId: "tx-1",
      providerAccountId: site.account.providerAccountId,
      pending: false,
      pendingTransactionId: null,
      date: "2026-11-10",
      authorizedDate: null,
      name: "RENT U2",
      merchantName: null,
      isoCurrencyCode: "USD",
      bankCategory: "INCOME",
      bankCategoryDetailed: null,
      bankConfidence: null,
      rawAmount: moneyDigits(negateMoney(amount), "USD"),
      ...some,
      amount,
    };
  }

  async function sync(changes: {
    added?: BankTransaction[];
    modified?: BankTransaction[];
    removed?: string[];
  }) {
    const { userId, institutionAccessItemId, providerAccountId, accountId } = site.account;
    const owner = {
      userId,
      institutionAccessItemId,
      mode: "sandbox" as const,
      source: "plaid" as const,
      accountIds: new Map([[providerAccountId, accountId]]),
    };
    await database().unsafeDb.transaction((tx) =>
      applyBankChanges(tx, owner, { added: [], modified: [], removed: [], ...changes }, new Date(nowMs)),
    );
  }

  async function linkOnly(amount: number): Promise<number> {
    const { data } = await site.get<{ transactions: { transactionId: number }[] }>(
      `/api/GetTransactions?institutionAccessItemId=${site.itemId}`,
    );
    const answer = await site.link(incomeSourceId, data.transactions[0]?.transactionId ?? 0, amount);
    expect(answer.status).toBe(200);
    return answer.data.incomePaymentId;
  }

  it("keeps the payment when a pending row is posted, with the posted amount in the same month", async () => {
    await sync({ added: [bankRow({ amount: 1_000_00, pending: true, date: "2026-11-30" })] });
    const incomePaymentId = await linkOnly(1_000);
    const posted = { providerTransactionId: "tx-2", pendingTransactionId: "tx-1", date: "2026-12-01" };
    await sync({ added: [bankRow({ amount: 1_000_50, ...posted })], removed: ["tx-1"] });
    expect(await payments()).toMatchObject([
      {
        incomePaymentId,
        amount: 1_000.5,
        creditedMonth: "2026-11",
        counts: true,
        transaction: { pending: false, date: "2026-12-01" },
      },
    ]);
    expect((await month()).totalPaid).toBe(1_000.5);
  });

  it("updates the month when the amount changes", async () => {
    await sync({ added: [bankRow({ amount: 1_000_00 })] });
    await linkOnly(1_000);
    await sync({ modified: [bankRow({ amount: 900_00 })] });
    expect((await month()).incomeSources[0]).toMatchObject({
      status: "Partially Paid",
      currentMonthPaymentTotal: 900,
      currentMonthOverdue: 100,
    });
  });

  it("flags a payment whose transaction was removed and leaves it out of totals", async () => {
    await sync({ added: [bankRow({ amount: 1_000_00 })] });
    const incomePaymentId = await linkOnly(1_000);
    await sync({ removed: ["tx-1"] });
    expect(await payments()).toMatchObject([
      { incomePaymentId, counts: false, problem: "removed", amount: 1_000 },
    ]);
    expect((await history()).paidTotal).toBe(0);
    expect((await month()).incomeSources[0]).toMatchObject({ status: "Past Due", paymentHistory: [] });
  });

  it("doesn't count a payment changed to money out or to another currency", async () => {
    await sync({ added: [bankRow({ amount: 1_000_00 })] });
    await linkOnly(1_000);
    await sync({ modified: [bankRow({ amount: -1_000_00 })] });
    expect(await payments()).toMatchObject([{ counts: false, problem: "outflow", amount: -1_000 }]);
    await sync({ modified: [bankRow({ amount: 1_000_00, isoCurrencyCode: "EUR" })] });
    expect(await payments()).toMatchObject([{ counts: false, problem: "currency", isoCurrencyCode: "EUR" }]);
    expect((await month()).totalPaid).toBe(0);
  });

  it("is reverted when the bank sends the same row again", async () => {
    await sync({ added: [bankRow({ amount: 1_000_00 })] });
    await linkOnly(1_000);
    const before = await payments();
    await sync({ added: [bankRow({ amount: 1_000_00 })], modified: [bankRow({ amount: 1_000_00 })] });
    expect(await payments()).toEqual(before);
  });

  it("is hidden once the person dismisses the removed row", async () => {
    await sync({ added: [bankRow({ amount: 1_000_00 })] });
    await linkOnly(1_000);
    const [paid] = await payments();
    await sync({ removed: ["tx-1"] });
    const { transactionId } = paid?.transaction ?? { transactionId: 0 };
    await site.post("/api/DismissRemovedTransaction", { transactionId });
    expect(await payments()).toEqual([]);
    await site.post("/api/RestoreRemovedTransaction", { transactionId });
    expect(await payments()).toHaveLength(1);
  });
});
