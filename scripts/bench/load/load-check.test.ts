import { serve } from "../../../tests/support/stand-ins/http-stand-in.ts";
import { beforeEach, expect, test } from "vitest";
import { checkWrites } from "./load-check.ts";
import type { Writer } from "./load-writes.ts";

/* A check that misreads its input would find nothing wrong, so it is shown every kind of discrepancy. */

let answers: Record<string, unknown>;
let origin: string;

beforeEach(async () => {
  origin = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: answers[pathname] }));
  });
  answers = {
    "/api/FinancialCategories": [
      { financialCategoryId: 1, name: "Groceries", isBuiltIn: true },
      { financialCategoryId: 7, name: "Rent", isBuiltIn: false },
    ],
    "/api/GetBudgets": [{ budgetId: 3 }],
    "/api/GetBudget": {
      budgetName: "November",
      startDate: "2026-11-01",
      budgetCategories: [{ financialCategoryId: 7, estimate: 50.25 }],
    },
    "/api/GetIncomeSources": {
      incomeSources: [{ incomeSource: { incomeSourceId: 5, name: "Flat", amountDue: 900 } }],
    },
    "/api/GetUserAccessItems": [{ institutionAccessItemId: 2 }],
  };
});

function writer(): Writer {
  return {
    person: { index: 0, origin, cookie: "folio=x", itemId: 2 },
    step: 0,
    kept: {
      categories: new Map([[7, "Rent"]]),
      budgets: new Map([
        [3, { name: "November", startDate: "2026-11-01", estimates: new Map([[7, 50.25]]) }],
      ]),
      sources: new Map([[5, { name: "Flat", amountDue: 900 }]]),
    },
  };
}

test("acknowledged data that matches is counted without complaint", async () => {
  expect(await checkWrites([writer()])).toEqual({ compared: 4, wrong: [] });
});

test.each<[string, string, unknown, string]>([
  ["lost", "/api/FinancialCategories", [], "categories of person 0: Rent is there 0 times"],
  [
    "there twice",
    "/api/GetBudgets",
    [{ budgetId: 3 }, { budgetId: 3 }],
    "budgets of person 0: November from 2026-11-01 with [[7,50.25]] is there 2 times",
  ],
  [
    "changed",
    "/api/GetBudget",
    {
      budgetName: "November",
      startDate: "2026-11-01",
      budgetCategories: [{ financialCategoryId: 7, estimate: 50 }],
    },
    "budgets of person 0: November from 2026-11-01 with [[7,50]] instead of November from 2026-11-01 with [[7,50.25]]",
  ],
  [
    "never acknowledged",
    "/api/GetIncomeSources",
    {
      incomeSources: [
        { incomeSource: { incomeSourceId: 5, name: "Flat", amountDue: 900 } },
        { incomeSource: { incomeSourceId: 6, name: "Flat", amountDue: 900 } },
      ],
    },
    "income sources of person 0: Flat due 900 was never acknowledged",
  ],
  [
    "somebody else's",
    "/api/GetUserAccessItems",
    [{ institutionAccessItemId: 2 }, { institutionAccessItemId: 9 }],
    "banks of person 0: linked was never acknowledged",
  ],
])("%s data is reported", async (_kind, path, answer, told) => {
  answers[path] = answer;
  expect((await checkWrites([writer()])).wrong).toEqual([told]);
});
