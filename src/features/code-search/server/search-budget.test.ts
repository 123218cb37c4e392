import { describe, expect, it } from "vitest";
import { AppError } from "#shared/errors.ts";
import { createSearchBudget } from "./search-budget.ts";

const start = Date.parse("2026-11-21T12:00:00Z");

function createClockedBudget() {
  const clock = { ms: start };
  const budget = createSearchBudget(() => clock.ms);
  const wait = (who: string): string | null => {
    try {
      budget.take(who);
      return null;
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 429) throw error;
      return error.headers["retry-after"] ?? "";
    }
  };
  const take = (who: string, times: number) => Array.from({ length: times }, () => wait(who));
  return { clock, budget, wait, take };
}

function rate(remaining: number, resetsInSeconds: number, resource = "code_search") {
  return { limit: 10, remaining, resetAt: new Date(start + resetsInSeconds * 1000), resource };
}

describe("the budget of searches", () => {
  it("lets ten a minute through and says when the next may come", () => {
    const { clock, wait, take } = createClockedBudget();
    expect(take("server", 10)).toEqual(Array.from({ length: 10 }, () => null));
    clock.ms += 20_500;
    expect(wait("server")).toBe("40");
    clock.ms += 39_500;
    expect(wait("server")).toBeNull();
  });

  it("is each token's own", () => {
    const { wait, take } = createClockedBudget();
    take("server", 10);
    expect(wait("server")).toBe("60");
    expect(wait("a person")).toBeNull();
  });

  it("believes GitHub where it has counted more than we have", () => {
    const { wait, budget } = createClockedBudget();
    expect(wait("server")).toBeNull();
    budget.note("server", rate(1, 30));
    expect(wait("server")).toBeNull();
    expect(wait("server")).toBe("30");
  });

  it("waits a minute at most where GitHub's clock is far ahead of ours", () => {
    const { clock, wait, budget } = createClockedBudget();
    expect(wait("server")).toBeNull();
    budget.note("server", rate(0, 7_200));
    expect(wait("server")).toBe("60");
    clock.ms += 60_000;
    expect(wait("server")).toBeNull();
  });

  it("does not let GitHub's older answers give anything back, nor other buckets take anything", () => {
    const { wait, take, budget } = createClockedBudget();
    take("server", 9);
    budget.note("server", rate(9, 30));
    budget.note("server", rate(0, 30, "core"));
    budget.note("server", rate(0, -1));
    budget.note("server", null);
    expect(wait("server")).toBeNull();
    expect(wait("server")).toBe("60");
  });

  it("stays shut for as long as GitHub has said", () => {
    const { clock, wait, budget } = createClockedBudget();
    budget.block("server", 90);
    budget.block("server", 10);
    expect(wait("server")).toBe("90");
    clock.ms += 90_000;
    expect(wait("server")).toBeNull();
  });
});
