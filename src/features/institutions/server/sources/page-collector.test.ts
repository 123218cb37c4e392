import type { BankTransaction } from "#shared/bank-rows.ts";
import { describe, expect, it } from "vitest";
import { createLogger } from "#server/log.ts";
import { PlaidError, type SyncPage } from "#upstreams/plaid/index.ts";
import { money } from "#shared/money.ts";
import { collectChanges } from "./page-collector.ts";

const changed = () =>
  new PlaidError("restart", "changed", { errorCode: "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION" });
const away = (retryAfterSeconds: number | null = null) =>
  new PlaidError("retry-later", "away", { retryAfterSeconds });

function rowOf(providerTransactionId: string): BankTransaction {
  return {
    providerTransactionId,
    providerAccountId: "checking",
    pending: false,
    pendingTransactionId: null,
    date: "2026-11-20",
    authorizedDate: null,
    name: "Corner shop",
    merchantName: null,
    amount: money(-100),
    rawAmount: "1.00",
    isoCurrencyCode: "USD",
    bankCategory: null,
    bankCategoryDetailed: null,
    bankConfidence: null,
  };
}

function page(nextCursor: string, fields: Partial<SyncPage> = {}): SyncPage {
  return {
    added: [],
    modified: [],
    removed: [],
    refusedCount: 0,
    nextCursor,
    hasMore: false,
    accounts: [],
    requestId: "rq",
    ...fields,
  };
}

/** Plays answers in order; records the requests and waits. */
function play(answers: (SyncPage | Error)[], cursor: string | null = "start") {
  const asked: (string | null)[] = [];
  const waits: number[] = [];
  const collected = collectChanges(
    { accessToken: "token", cursor },
    {
      bank: {
        syncPage: async (_token, from) => {
          asked.push(from);
          const answer = answers.shift();
          if (answer === undefined) throw new Error("one request too many");
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
      log: createLogger({ level: "silent" }),
      signal: new AbortController().signal,
      sleep: async (ms) => void waits.push(ms),
    },
  );
  return { collected, asked, waits };
}

describe("collectChanges", () => {
  it("reads pages from the cursor to the end and combines them in order", async () => {
    const { collected, asked } = play([
      page("a", { hasMore: true, added: [rowOf("1")], removed: [{ providerTransactionId: "0" }] }),
      page("b", { added: [rowOf("2")], modified: [rowOf("1")] }),
    ]);
    expect(await collected).toMatchObject({
      nextCursor: "b",
      pageCount: 2,
      changes: {
        added: [{ providerTransactionId: "1" }, { providerTransactionId: "2" }],
        modified: [{ providerTransactionId: "1" }],
        removed: ["0"],
      },
    });
    expect(asked).toEqual(["start", "a"]);
  });

  it("returns null if any page's next cursor is empty", async () => {
    expect(await play([page("")], null).collected).toBeNull();
    expect(await play([page("a", { hasMore: true }), page("")]).collected).toBeNull();
  });

  it("restarts at the first cursor three times, with growing pauses", async () => {
    const first = () => page("a", { hasMore: true, added: [rowOf("1")] });
    const { collected, asked, waits } = play([
      first(),
      changed(),
      first(),
      away(),
      first(),
      changed(),
      first(),
      page("b"),
    ]);
    expect((await collected)?.changes.added).toHaveLength(1);
    expect(asked).toEqual(["start", "a", "start", "a", "start", "a", "start", "a"]);
    expect(waits).toEqual([500, 2_000, 8_000]);
  });

  it("reads the whole list if the bank rejects the cursor, and says so", async () => {
    const refused = () => new PlaidError("our-fault", "cursor", { errorCode: "INVALID_FIELD" });
    const { collected, asked } = play([
      refused(),
      page("a", { hasMore: true, added: [rowOf("1")] }),
      changed(),
      page("a", { hasMore: true, added: [rowOf("1")] }),
      page("b", { added: [rowOf("2")] }),
    ]);
    expect(await collected).toMatchObject({ nextCursor: "b", changes: { isWhole: true } });
    expect(asked).toEqual(["start", null, "a", null, "a"]);
    const first = play([refused()], null);
    await expect(first.collected).rejects.toMatchObject({ errorCode: "INVALID_FIELD" });
    expect(first.asked).toEqual([null]);
  });

  it("gives up after the third restart", async () => {
    const first = () => page("a", { hasMore: true });
    const tries = [1, 2, 3, 4].flatMap(() => [first(), changed()]);
    const { collected, asked, waits } = play(tries);
    await expect(collected).rejects.toMatchObject({ kind: "restart" });
    expect(asked).toHaveLength(8);
    expect(waits).toHaveLength(3);
  });

  it("waits as long as the bank asks, up to ten seconds", async () => {
    const first = () => page("a", { hasMore: true });
    const { collected, waits } = play([first(), away(6), first(), page("b")]);
    await collected;
    expect(waits).toEqual([6_000]);
    await expect(play([first(), away(60)]).collected).rejects.toMatchObject({ retryAfterSeconds: 60 });
  });

  it.each([
    ["the first call fails", [away()]],
    ["the person is needed", [page("a", { hasMore: true }), new PlaidError("user-action", "sign in")]],
    ["a row cannot be read", [page("a", { hasMore: true }), new PlaidError("our-fault", "a row")]],
  ])("doesn't restart if %s", async (_case, answers) => {
    const { collected, waits } = play(answers);
    await expect(collected).rejects.toBeInstanceOf(PlaidError);
    expect(waits).toEqual([]);
  });

  it("fails if the pages repeat", async () => {
    const { collected } = play([
      page("a", { hasMore: true }),
      page("b", { hasMore: true }),
      page("a", { hasMore: true }),
    ]);
    await expect(collected).rejects.toMatchObject({ kind: "our-fault" });
  });
});
