import { beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "#server/log.ts";
import { AppError } from "#shared/errors.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createSearchBudget } from "./search-budget.ts";

const database = useTestDatabase({ emptyBefore: "all" });
beforeEach(async () => void (await database().pool.query("delete from call_counts")));

const start = Date.parse("2026-11-21T12:00:00Z");

function createClockedBudget() {
  const clock = { ms: start };
  const budget = createSearchBudget(
    {
      database: database(),
      now: () => new Date(clock.ms),
      secretKey: Buffer.alloc(32, 3),
      log: createLogger({ level: "silent" }),
    },
    "sandbox",
  );
  const wait = async (who: string): Promise<string | null> => {
    try {
      await budget.take(who);
      return null;
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 429) throw error;
      return error.headers["retry-after"] ?? "";
    }
  };
  const take = async (who: string, times: number) => {
    const waits: (string | null)[] = [];
    for (let count = 0; count < times; count += 1) waits.push(await wait(who));
    return waits;
  };
  return { clock, budget, wait, take };
}

function rate(remaining: number, resetsInSeconds: number, resource = "code_search") {
  return { limit: 10, remaining, resetAt: new Date(start + resetsInSeconds * 1000), resource };
}

describe("the budget of searches", () => {
  it("lets ten a minute through and says when the next may come", async () => {
    const { clock, wait, take } = createClockedBudget();
    expect(await take("server", 10)).toEqual(Array.from({ length: 10 }, () => null));
    clock.ms += 20_500;
    expect(await wait("server")).toBe("40");
    clock.ms += 39_500;
    expect(await wait("server")).toBeNull();
  });

  it("is each token's own", async () => {
    const { wait, take } = createClockedBudget();
    await take("server", 10);
    expect(await wait("server")).toBe("60");
    expect(await wait("a person")).toBeNull();
  });

  it("believes GitHub where it has counted more than we have", async () => {
    const { wait, budget } = createClockedBudget();
    expect(await wait("server")).toBeNull();
    await budget.note("server", rate(1, 30));
    expect(await wait("server")).toBeNull();
    expect(await wait("server")).toBe("30");
  });

  it("waits a minute at most where GitHub's clock is far ahead of ours", async () => {
    const { clock, wait, budget } = createClockedBudget();
    expect(await wait("server")).toBeNull();
    await budget.note("server", rate(0, 7_200));
    expect(await wait("server")).toBe("60");
    clock.ms += 60_000;
    expect(await wait("server")).toBeNull();
  });

  it("does not let GitHub's older answers give anything back, nor other buckets take anything", async () => {
    const { wait, take, budget } = createClockedBudget();
    await take("server", 9);
    await budget.note("server", rate(9, 30));
    await budget.note("server", rate(0, 30, "core"));
    await budget.note("server", rate(0, -1));
    await budget.note("server", null);
    expect(await wait("server")).toBeNull();
    expect(await wait("server")).toBe("60");
  });

  it("stays shut for as long as GitHub has said", async () => {
    const { clock, wait, budget } = createClockedBudget();
    await budget.block("server", 90);
    await budget.block("server", 10);
    expect(await wait("server")).toBe("90");
    clock.ms += 90_000;
    expect(await wait("server")).toBeNull();
  });
});
