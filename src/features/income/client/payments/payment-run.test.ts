import { describe, expect, it } from "vitest";
import { ApiError } from "#shared/envelope.ts";
import {
  linkedText,
  linkOneByOne,
  paymentOf,
  rowsToRetry,
  type LinkableRow,
  type RunProgress,
} from "./payment-run.ts";

const row = (transactionId: number): LinkableRow => ({
  transactionId,
  payee: `RENT ${transactionId}`,
  name: `RENT ${transactionId}`,
  date: "2026-11-04",
  authorized_date: "2026-11-03",
  amount: 1_000,
  isoCurrencyCode: "USD",
});
const rows = [row(1), row(2), row(3)];

function refusal(statusCode: number, data: unknown = null): ApiError {
  return new ApiError({
    success: false,
    statusCode,
    data,
    errors: { transactionId: ["It pays another source already."] },
    error: "transactionId: It pays another source already.",
    requestId: "r",
    retryAfterSeconds: null,
  });
}

/** Answers each row in turn with an id or an error. */
function linking(...answers: (number | Error)[]) {
  const asked: number[] = [];
  const link = async ({ transactionId }: LinkableRow) => {
    asked.push(transactionId);
    const answer = answers[asked.length - 1] ?? new Error("asked too often");
    if (answer instanceof Error) throw answer;
    await Promise.resolve();
    return { incomePaymentId: answer };
  };
  return { asked, link };
}

const ids = (some: readonly { row: LinkableRow }[]) => some.map((one) => one.row.transactionId);

describe("linking rows one after another", () => {
  it("makes one call per row, in order, and reports progress", async () => {
    const { asked, link } = linking(11, 12, 13);
    const progress: RunProgress[] = [];
    const result = await linkOneByOne(rows, 7, link, (at) => progress.push(at));
    expect(asked).toEqual([1, 2, 3]);
    expect(progress).toEqual([
      { done: 0, total: 3 },
      { done: 1, total: 3 },
      { done: 2, total: 3 },
    ]);
    expect(result.linked.map(({ incomePaymentId }) => incomePaymentId)).toEqual([11, 12, 13]);
    expect(result.failed).toEqual([]);
  });

  it("waits for each answer before the next call", async () => {
    let underWay = 0;
    let most = 0;
    await linkOneByOne(
      rows,
      7,
      async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => {
          setTimeout(resolve, 1);
        });
        underWay -= 1;
        return { incomePaymentId: 1 };
      },
      () => undefined,
    );
    expect(most).toBe(1);
  });

  it("continues after a row that is refused for its own reason", async () => {
    const { asked, link } = linking(11, refusal(409), 13);
    const result = await linkOneByOne(rows, 7, link, () => undefined);
    expect(asked).toEqual([1, 2, 3]);
    expect(ids(result.linked)).toEqual([1, 3]);
    expect(ids(result.failed)).toEqual([2]);
    expect(result.untried).toEqual([]);
  });

  it.each([
    ["the server fails", refusal(500)],
    ["there are too many calls", refusal(429)],
    ["the session has expired", refusal(401)],
    ["the connection is gone", new Error("fetch failed")],
  ])("keeps the links made and stops when %s", async (_what, error) => {
    const { asked, link } = linking(11, error);
    const result = await linkOneByOne(rows, 7, link, () => undefined);
    expect(asked).toEqual([1, 2]);
    expect(ids(result.linked)).toEqual([1]);
    expect(ids(result.failed)).toEqual([2]);
    expect(result.untried.map(({ transactionId }) => transactionId)).toEqual([3]);
  });

  it("treats a row as linked if it already pays the same source, but not another", async () => {
    const payment = { incomePaymentId: 11, incomeSourceId: 7 };
    const { link } = linking(refusal(409, payment), refusal(409, { ...payment, incomeSourceId: 8 }), 13);
    const result = await linkOneByOne(rows, 7, link, () => undefined);
    expect(result.linked.map(({ incomePaymentId }) => incomePaymentId)).toEqual([11, 13]);
    expect(ids(result.failed)).toEqual([2]);
  });
});

describe("the payment of a row", () => {
  it("sends the authorized date, the amount, and the name as memo", () => {
    expect(paymentOf(row(5), 7)).toEqual({
      incomePaymentId: 0,
      transactionId: 5,
      incomeSourceId: 7,
      paymentDate: "2026-11-03",
      amount: 1_000,
      paymentMemo: "RENT 5",
      isManualAdjustment: false,
    });
  });

  it("truncates a memo to the server's limit", () => {
    expect(paymentOf({ ...row(5), name: "x".repeat(300) }, 7).paymentMemo).toHaveLength(200);
  });
});

describe("after a save that couldn't link all rows", () => {
  it("only retries rows that may succeed, not those the server refused", async () => {
    const refused = await linkOneByOne(rows, 7, linking(refusal(400), 12, 13).link, () => undefined);
    expect(ids(refused.failed)).toEqual([1]);
    expect(rowsToRetry(refused)).toEqual([]);
    const broken = await linkOneByOne(rows, 7, linking(11, refusal(503)).link, () => undefined);
    expect(rowsToRetry(broken).map(({ transactionId }) => transactionId)).toEqual([2, 3]);
  });

  it("confirms linked rows in the singular and the plural", () => {
    expect([linkedText(1), linkedText(2)]).toEqual([
      "1 transaction was linked.",
      "2 transactions were linked.",
    ]);
  });
});
