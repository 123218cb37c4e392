import { describe, expect, it } from "vitest";
import { dueAmount, dueDayWords, periodAmount, rhythmText, weeksOf } from "./due-words.ts";

describe("words about what is due", () => {
  it.each([
    [{ rhythm: "monthly", dayOfMonthDue: 22, secondDay: null }, "Monthly on the 22nd"],
    [{ rhythm: "monthly", dayOfMonthDue: 31, secondDay: null }, "Monthly on the last day"],
    [{ rhythm: "twiceAMonth", dayOfMonthDue: 1, secondDay: 15 }, "Twice a month on the 1st and the 15th"],
    [{ rhythm: "weekly", dayOfMonthDue: 3, secondDay: null }, "Weekly"],
  ] as const)("%j: %s", (rhythm, words) => {
    expect(rhythmText(rhythm)).toBe(words);
  });

  it.each([
    [1, "by the 1st"],
    [2, "by the 2nd"],
    [13, "by the 13th"],
    [23, "by the 23rd"],
    [31, "by the end of the month"],
  ])("name day %i", (day, words) => {
    expect(dueDayWords(day)).toBe(words);
  });

  it("say “about” until an amount that varies is paid", () => {
    const due = { due: 80, isoCurrencyCode: "USD" };
    expect(dueAmount({ ...due, isAbout: true, isPaid: false })).toBe("about $80.00");
    expect(dueAmount({ ...due, isAbout: true, isPaid: true })).toBe("$80.00");
    expect(dueAmount({ ...due, isAbout: false, isPaid: false })).toBe("$80.00");
    const bill = { ...due, direction: "out", isAbout: true } as const;
    expect(periodAmount({ ...bill, status: "No Payment" })).toBe("about -$80.00");
    expect(periodAmount({ ...bill, status: "Paid", direction: "in" })).toBe("+$80.00");
  });
});

describe("weeks of a month", () => {
  it.each([
    ["2026-11", 5, ["2026-11-01", "2026-11-30"]],
    ["2026-02", 4, ["2026-02-01", "2026-02-28"]],
    ["2028-02", 5, ["2028-02-01", "2028-02-29"]],
    ["2020-08", 6, ["2020-08-01", "2020-08-31"]],
  ] as const)("%s has %i", (month, count, ends) => {
    const weeks = weeksOf(month);
    expect(weeks).toHaveLength(count);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    const days = weeks.flat().filter((day) => day !== null);
    expect([days[0], days.at(-1)]).toEqual(ends);
    weeks.forEach((week) =>
      week.forEach((day, at) => {
        if (day !== null) expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe(at);
      }),
    );
  });
});
