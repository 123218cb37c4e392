import { describe, expect, it } from "vitest";
import type { DetectedSourceView } from "../../contract.ts";
import { addLabel, detectedText, paymentsText } from "./detected-words.ts";

describe("words for what regular transactions suggest", () => {
  const rent: DetectedSourceView = {
    institutionAccessItemId: 7,
    direction: "in",
    payeeKey: "cora",
    isoCurrencyCode: "USD",
    name: "Cora",
    payee: "CORA",
    incomeSourceType: "Rent",
    rhythm: "monthly",
    secondDay: null,
    isAbout: false,
    amountDue: 1040,
    dayOfMonthDue: 5,
    startDate: "2026-10-01",
    paymentCount: 2,
    lastDate: "2026-11-03",
  };
  const bill: DetectedSourceView = {
    ...rent,
    direction: "out",
    incomeSourceType: "Other",
    dayOfMonthDue: 31,
    isAbout: true,
    paymentCount: 1,
  };

  it("say what, when, how much, and how often it came", () => {
    const text = (one: DetectedSourceView) => detectedText(one, "2026-11-21");
    expect(text(rent)).toBe("Rent · Monthly on the 5th · $1,040.00 · last Nov 3");
    expect(text({ ...rent, incomeSourceType: "Other" })).toMatch(/^Income · /);
    expect(text(bill)).toBe("Bill · Monthly on the last day · about $1,040.00 · last Nov 3");
    expect([rent, bill].map(paymentsText)).toEqual(["2 deposits", "1 payment"]);
  });

  it.each([
    [[], "Add none of these"],
    [[rent], "Add 1 income source"],
    [[bill, bill], "Add 2 bills"],
    [[bill, rent, rent], "Add 1 bill and 2 income sources"],
  ])("label the button", (chosen, label) => {
    expect(addLabel(chosen)).toBe(label);
  });
});
