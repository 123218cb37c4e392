import { describe, expect, it } from "vitest";
import { addLabel, detectedWords, dueDayWords } from "./detected-words.ts";

describe("words for detected income", () => {
  it("say what, how much, by when, and how often it came", () => {
    const payment = { transactionId: 1, amount: 1040, creditedMonth: "2026-10" };
    const rent = {
      institutionAccessItemId: 7,
      payeeKey: "cora",
      isoCurrencyCode: "USD",
      name: "Cora",
      incomeSourceType: "Rent" as const,
      amountDue: 1040,
      dayOfMonthDue: 5,
      startDate: "2026-10-01",
      payments: [
        { ...payment, date: "2026-11-03" },
        { ...payment, date: "2026-10-02" },
      ],
    };
    expect(detectedWords(rent, "2026-11-21")).toBe("Rent · $1,040.00 by the 5th · 2 deposits, last Nov 3");
    expect(detectedWords({ ...rent, incomeSourceType: "Other", dayOfMonthDue: 31 }, "2026-11-21")).toBe(
      "$1,040.00 by the end of the month · 2 deposits, last Nov 3",
    );
  });

  it.each([
    [1, "by the 1st"],
    [2, "by the 2nd"],
    [13, "by the 13th"],
    [23, "by the 23rd"],
    [30, "by the 30th"],
    [31, "by the end of the month"],
  ])("name day %i", (day, words) => {
    expect(dueDayWords(day)).toBe(words);
  });

  it.each([
    [0, "Add none of these"],
    [1, "Add 1 source"],
    [6, "Add 6 sources"],
  ])("label the button for %i", (count, label) => {
    expect(addLabel(count)).toBe(label);
  });
});
