import { describe, expect, it } from "vitest";
import type { IncomeSourceView } from "../../contract.ts";
import {
  changesTerms,
  daysOfMonth,
  editedSourceFields,
  effectiveMonths,
  newSourceFields,
  offeredCurrencies,
  sourceFormSchema,
  sourceToSave,
} from "./source-form.ts";

/** An instant in December in London and in November in New York. */
const midnight = new Date("2026-12-01T03:00:00Z");
const zone = "America/New_York";

const source: IncomeSourceView = {
  direction: "in",
  rhythm: "monthly",
  secondDay: null,
  dueDates: [],
  isAbout: false,
  graceDays: 0,
  incomeSourceId: 7,
  name: "Unit 2",
  description: "",
  startDate: "2026-03-01",
  endDate: null,
  institutionAccessItemId: 3,
  amountDue: 1_200.5,
  dayOfMonthDue: 5,
  incomeSourceType: "Rent",
  expectedPaymentMemos: ["FINCH"],
  isExisting: true,
  isoCurrencyCode: "USD",
  terms: [{ effectiveFrom: "2026-03", amountDue: 1_200.5, dayOfMonthDue: 5 }],
};
const edited = editedSourceFields(source, midnight, zone);
const errorsOf = (fields: object) => {
  const { error } = sourceFormSchema.safeParse({ ...edited, ...fields });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
};

describe("a new source", () => {
  it("is due on the 15th, from the current month in the site's time zone", () => {
    expect(newSourceFields(midnight, zone, "EUR")).toMatchObject({
      dayOfMonthDue: 15,
      startDate: "2026-11-01",
      endDate: null,
      amountDue: null,
      isoCurrencyCode: "EUR",
    });
  });

  it("offers the days 1 to 30 and the last day", () => {
    expect(daysOfMonth.map(({ id }) => id)).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
    expect(daysOfMonth.slice(27).map(({ label }) => label)).toEqual(["28", "29", "30", "Last day"]);
  });

  it("is sent with id 0, no memos, and amounts in currency units", () => {
    const fields = { ...newSourceFields(midnight, zone, "USD"), name: "Unit 3", amountDue: 98_050 };
    expect(sourceToSave(3, null, sourceFormSchema.parse(fields))).toEqual({
      incomeSourceId: 0,
      institutionAccessItemId: 3,
      name: "Unit 3",
      description: "",
      startDate: "2026-11-01",
      endDate: null,
      amountDue: 980.5,
      dayOfMonthDue: 15,
      incomeSourceType: "Rent",
      isoCurrencyCode: "USD",
      expectedPaymentMemos: [],
      isExisting: false,
    });
  });

  it("sends a rhythm only if it changes, whole, and without what it doesn't use", () => {
    const parsed = sourceFormSchema.parse({
      ...edited,
      rhythm: "weekly",
      graceDays: null,
      dueDates: ["2026-01-01"],
    });
    const weekly = { rhythm: "weekly", secondDay: null, dueDates: [], isAbout: false, graceDays: 0 };
    expect(sourceToSave(3, source, parsed)).toMatchObject(weekly);
    expect(sourceToSave(3, { ...source, ...weekly, rhythm: "weekly" }, parsed)).not.toHaveProperty("rhythm");
    expect(sourceToSave(3, null, parsed, "out")).toMatchObject({ direction: "out" });
    expect(errorsOf({ rhythm: "twiceAMonth", dayOfMonthDue: 28, secondDay: 31 })).toHaveProperty("secondDay");
    expect(errorsOf({ graceDays: 61 })).toHaveProperty("graceDays");
  });
});

describe("the form of a source", () => {
  it("reports every problem at once, on its field", () => {
    expect(errorsOf({ name: "  ", amountDue: null, startDate: "2026-05-02", endDate: "2026-05-01" })).toEqual(
      {
        name: "Enter a name.",
        amountDue: "Enter an amount.",
        endDate: "Choose an end date on or after the start date.",
      },
    );
    expect(errorsOf({ amountDue: Number.NaN, startDate: null })).toEqual({
      amountDue: "Enter an amount.",
      startDate: "Enter the start date.",
    });
  });

  it("accepts an end on the start date, and an amount of zero", () => {
    expect(errorsOf({ endDate: source.startDate, amountDue: 0 })).toEqual({});
  });

  it("asks for the first month only if the amount or day changes", () => {
    expect(changesTerms(source, edited)).toBe(false);
    expect(changesTerms(source, { ...edited, amountDue: 120_051 })).toBe(true);
    expect(changesTerms(source, { ...edited, dayOfMonthDue: 6 })).toBe(true);
    expect(changesTerms(null, { ...edited, dayOfMonthDue: 6 })).toBe(false);
    const same = sourceToSave(3, source, sourceFormSchema.parse({ ...edited, name: "Unit 2 B" }));
    expect(same).not.toHaveProperty("effectiveFrom");
    const raised = sourceToSave(3, source, sourceFormSchema.parse({ ...edited, amountDue: 130_000 }));
    expect(raised).toMatchObject({ effectiveFrom: "2026-11", amountDue: 1_300, isExisting: true });
  });

  it("keeps expected payment memos", () => {
    expect(sourceToSave(3, source, sourceFormSchema.parse(edited)).expectedPaymentMemos).toEqual(["FINCH"]);
  });

  it("offers a change from the source's first month up to a year ahead, newest first", () => {
    const months = effectiveMonths("2026-03-01", midnight, zone);
    expect(months[0]?.id).toBe("2027-11");
    expect(months.at(-1)).toMatchObject({
      id: "2026-03",
      description: "From the start, to fix a typo",
    });
    expect(months.find(({ id }) => id === "2026-11")?.description).toBe("This month");
  });

  it("offers a future source a change from its own first month", () => {
    const later = { ...source, startDate: "2027-02-01" };
    expect(editedSourceFields(later, midnight, zone).effectiveFrom).toBe("2027-02");
    expect(effectiveMonths(later.startDate, midnight, zone).at(-1)?.id).toBe("2027-02");
  });

  it("offers the accounts' currencies without duplicates, its own first", () => {
    expect(offeredCurrencies(["USD", "EUR", "EUR"], "EUR")).toEqual(["EUR", "USD"]);
    expect(offeredCurrencies([], "USD")).toEqual(["USD"]);
  });
});
