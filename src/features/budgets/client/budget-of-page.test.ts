import { describe, expect, it } from "vitest";
import { readBudgetId } from "./budget-of-page.ts";

describe("a budget's id in an address", () => {
  it("is a number that the database can hold", () => {
    expect(readBudgetId("7")).toBe(7);
    expect(readBudgetId("2147483647")).toBe(2_147_483_647);
  });

  it.each(["0", "-1", "07", "1.5", "1e3", "2147483648", "99999999999", "nonsense", "", undefined])(
    "is not %j",
    (text) => {
      expect(readBudgetId(text)).toBeNull();
    },
  );
});
