import { expect, it } from "vitest";
import { createApi } from "#client/data/api.ts";
import { failureEnvelope, successEnvelope } from "#shared/envelope.ts";
import { acceptMatches } from "./suggestion-acts.ts";

const unpaid = (month: string) => ({
  month,
  period: month,
  text: month,
  incomeSourceId: 7,
  incomeSourceName: "Unit 3",
  isoCurrencyCode: "USD",
});

it("matches accepted at once are all unlinked by an undo, also one whose first answer was lost", async () => {
  const linked = new Map<number, number>();
  const unlinked: number[] = [];
  let isLost = true;
  const api = createApi(async (path, init) => {
    const { transactionId, incomePaymentId } = (await new Response(init.body ?? null).json()) as Record<
      "transactionId" | "incomePaymentId",
      number
    >;
    if (path === "/api/DeleteIncomePayment") {
      unlinked.push(incomePaymentId);
      return Response.json(successEnvelope(null));
    }
    const before = linked.get(transactionId);
    if (before !== undefined) {
      const data = { incomePaymentId: before, incomeSourceId: 7, incomeSourceName: "Unit 3" };
      return Response.json(failureEnvelope(409, { transactionId: ["It pays Unit 3."] }, data), {
        status: 409,
      });
    }
    linked.set(transactionId, transactionId + 10);
    if (transactionId === 2 && isLost) throw new TypeError("fetch failed");
    return Response.json(successEnvelope({ incomePaymentId: transactionId + 10 }));
  }, "site");
  const act = acceptMatches(
    api,
    [1, 2, 3].map((transactionId) => ({
      unpaid: unpaid(`2026-0${transactionId}`),
      suggestion: { transactionId, amount: 1_000, name: "RENT" },
    })),
  );
  await expect(act.run()).rejects.toThrow();
  isLost = false;
  const done = await act.run();
  expect(done.text).toBe("Linked 3 payments.");
  await done.undo?.run();
  expect(unlinked).toEqual([11, 12, 13]);
});
