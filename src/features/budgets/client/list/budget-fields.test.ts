import { describe, expect, it } from "vitest";
import type { FinancialCategory } from "../../contract.ts";
import {
  budgetFormSchema,
  budgetToSave,
  editedBudgetFields,
  estimateTotal,
  followSuggestion,
  newBudgetFields,
  newBudgetDefaults,
  offeredCategories,
  offeredCurrencies,
  onFormFields,
  type BudgetFields,
  type EditedBudget,
  type Suggestion,
} from "./budget-fields.ts";
import { inCurrency } from "#ui/form/money-input.ts";
import { repeatFields } from "../series/repeat-fields.ts";

const newYork = "America/New_York";

function category(financialCategoryId: number, name: string): FinancialCategory {
  return { financialCategoryId, name, kind: "spending", isBuiltIn: true };
}

const categories = [category(4, "Dining"), category(9, "Groceries"), category(12, "Travel")];

const november: EditedBudget = {
  budgetId: 3,
  budgetName: "November 2026",
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  isoCurrencyCode: "USD",
  budgetAccessItems: [],
  series: null,
  budgetCategoryData: [],
  budgetCategories: [
    { financialCategoryId: 9, financialCategoryName: "Groceries", estimate: 450.5 },
    { financialCategoryId: 12, financialCategoryName: "Travel", estimate: 0 },
  ],
};

function fieldsOf(patch: Partial<BudgetFields>): BudgetFields {
  return {
    name: "November 2026",
    startDate: "2026-11-01",
    endDate: "2026-11-30",
    isoCurrencyCode: "USD",
    budgetAccessItems: [1],
    repeat: repeatFields(null),
    categories: [],
    ...patch,
  };
}

const noSuggestion: Suggestion = { isoCurrencyCode: "USD", categories: [] };

describe("a new budget", () => {
  it("is named after the month, covers all of it, and includes every bank", () => {
    const defaults = newBudgetDefaults(new Date("2026-11-21T12:00:00Z"), newYork);
    const offered = { categories, institutionAccessItemIds: [7, 8], suggestion: noSuggestion };
    expect(newBudgetFields(defaults, offered)).toEqual({
      name: "November 2026",
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      isoCurrencyCode: "USD",
      budgetAccessItems: [7, 8],
      repeat: repeatFields(null),
      categories: [4, 9, 12].map((financialCategoryId) => ({
        financialCategoryId,
        isChosen: false,
        estimate: null,
      })),
    });
  });

  it("uses the month in the site's time zone", () => {
    const newYear = new Date("2027-01-01T03:00:00Z");
    expect(newBudgetDefaults(newYear, newYork).startDate).toBe("2026-12-01");
    expect(newBudgetDefaults(newYear, "Asia/Tokyo").startDate).toBe("2027-01-01");
  });

  it("includes a leap day", () => {
    expect(newBudgetDefaults(new Date("2028-02-10T12:00:00Z"), newYork).endDate).toBe("2028-02-29");
  });
});

describe("suggested estimates", () => {
  const month: Suggestion = {
    isoCurrencyCode: "USD",
    categories: [
      { financialCategoryId: 4, estimate: 85 },
      { financialCategoryId: 9, estimate: 610 },
    ],
  };
  const defaults = newBudgetDefaults(new Date("2026-11-21T12:00:00Z"), newYork);
  const chosen = newBudgetFields(defaults, {
    categories,
    institutionAccessItemIds: [],
    suggestion: month,
  }).categories;

  it("are selected at first, and only they are", () => {
    expect(chosen).toEqual([
      { financialCategoryId: 4, isChosen: true, estimate: 8_500 },
      { financialCategoryId: 9, isChosen: true, estimate: 61_000 },
      { financialCategoryId: 12, isChosen: false, estimate: null },
    ]);
  });

  it("follow a change of period unless the person changed them", () => {
    const [dining, groceries, travel] = chosen;
    if (dining === undefined || groceries === undefined || travel === undefined) throw new Error("no fields");
    const year: Suggestion = {
      isoCurrencyCode: "USD",
      categories: [
        { financialCategoryId: 4, estimate: 1020 },
        { financialCategoryId: 9, estimate: 7320 },
        { financialCategoryId: 12, estimate: 600 },
      ],
    };
    const typed = { ...groceries, estimate: 70_000 };
    const takenOff = { ...dining, isChosen: false };
    const own = { ...travel, isChosen: true, estimate: 100 };
    expect(followSuggestion([takenOff, typed, own], month, year)).toEqual([takenOff, typed, own]);
    expect(followSuggestion(chosen, month, year).map(({ estimate }) => estimate)).toEqual([
      102_000, 732_000, 60_000,
    ]);
    expect(followSuggestion(followSuggestion(chosen, month, year), year, month)).toEqual(chosen);
  });

  it("follow a change of currency, which has already converted the fields", () => {
    const yen: Suggestion = {
      isoCurrencyCode: "JPY",
      categories: [{ financialCategoryId: 4, estimate: 12_000 }],
    };
    const inYen = chosen.map((field) =>
      Object.assign({}, field, { estimate: inCurrency(field.estimate, "USD", "JPY") }),
    );
    expect(followSuggestion(inYen, month, yen)).toEqual([
      { financialCategoryId: 4, isChosen: true, estimate: 12_000 },
      { financialCategoryId: 9, isChosen: false, estimate: null },
      { financialCategoryId: 12, isChosen: false, estimate: null },
    ]);
  });
});

describe("an edited budget", () => {
  it("shows its categories selected, with their estimates", () => {
    expect(editedBudgetFields(november, categories).categories).toEqual([
      { financialCategoryId: 4, isChosen: false, estimate: null },
      { financialCategoryId: 9, isChosen: true, estimate: 45_050 },
      { financialCategoryId: 12, isChosen: true, estimate: null },
    ]);
  });

  it("sends only changed estimates, with the values they are based on", () => {
    const edited = editedBudgetFields(november, categories);
    const asOpened = budgetToSave(november, budgetFormSchema.parse(edited));
    expect(asOpened.categories).toEqual([{ financialCategoryId: 9 }, { financialCategoryId: 12 }]);
    const changed = edited.categories.map((one) =>
      one.financialCategoryId === 9
        ? { ...one, estimate: 30_000 }
        : { ...one, isChosen: one.financialCategoryId === 4 },
    );
    expect(budgetToSave(november, budgetFormSchema.parse({ ...edited, categories: changed }))).toMatchObject({
      categories: [
        { financialCategoryId: 4, estimate: 0 },
        { financialCategoryId: 9, estimate: 300 },
      ],
      basedOn: {
        name: "November 2026",
        categories: [
          { financialCategoryId: 9, estimate: 450.5 },
          { financialCategoryId: 12, estimate: 0 },
        ],
      },
    });
  });

  it("sends no estimate of a category whose goal sets it, and none that a removal is based on", () => {
    const goal = { kind: "perPeriod" as const, amount: 50, by: null, accountId: null, behind: 0 };
    const saving = { ...november, budgetCategoryData: [{ financialCategoryId: 9, goal }] };
    const edited = editedBudgetFields(saving, categories);
    const removed = edited.categories.map((one) => ({ ...one, isChosen: one.financialCategoryId === 12 }));
    const basedOn = { categories: [{ financialCategoryId: 9 }, { financialCategoryId: 12 }] };
    expect(budgetToSave(saving, budgetFormSchema.parse(edited))).toMatchObject({
      categories: [{ financialCategoryId: 9 }, { financialCategoryId: 12 }],
      basedOn,
    });
    expect(budgetToSave(saving, budgetFormSchema.parse({ ...edited, categories: removed }))).toMatchObject({
      categories: [{ financialCategoryId: 12 }],
      basedOn,
    });
  });

  it("keeps its own category that is no longer in the list", () => {
    expect(offeredCategories([category(4, "Dining")], november).map(({ name }) => name)).toEqual([
      "Dining",
      "Groceries",
      "Travel",
    ]);
  });
});

describe("a save", () => {
  it("leaves out categories whose id isn't above 0", () => {
    const fields = fieldsOf({
      categories: [
        { financialCategoryId: -1, isChosen: true, estimate: 100 },
        { financialCategoryId: 0, isChosen: true, estimate: 100 },
        { financialCategoryId: 7, isChosen: true, estimate: 12_345 },
        { financialCategoryId: 8, isChosen: false, estimate: 100 },
      ],
    });
    expect(budgetToSave(null, fields).categories).toEqual([{ financialCategoryId: 7, estimate: 123.45 }]);
  });

  it("sends estimates in the budget's currency", () => {
    const yen = fieldsOf({
      isoCurrencyCode: "JPY",
      categories: [{ financialCategoryId: 7, isChosen: true, estimate: 1500 }],
    });
    expect(budgetToSave(null, yen).categories).toEqual([{ financialCategoryId: 7, estimate: 1500 }]);
  });

  it("is refused before sending if something is missing or invalid", () => {
    const given = { ...fieldsOf({}), name: "  ", startDate: null };
    const { error } = budgetFormSchema.safeParse(given);
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["name", "Enter a name."],
      ["startDate", "Enter the start date."],
    ]);
    const backwards = budgetFormSchema.safeParse({ ...fieldsOf({ endDate: "2026-10-31" }), name: "" });
    expect(backwards.error?.issues.map(({ path }) => path[0])).toEqual(["name", "endDate"]);
    const halfTyped = { financialCategoryId: 7, isChosen: true, estimate: Number.NaN };
    expect(budgetFormSchema.safeParse(fieldsOf({ categories: [halfTyped] })).success).toBe(false);
  });
});

describe("server errors", () => {
  it("appear on the field of the category at the index that was sent", () => {
    const fields = fieldsOf({
      categories: [
        { financialCategoryId: 4, isChosen: false, estimate: null },
        { financialCategoryId: 9, isChosen: true, estimate: 1 },
        { financialCategoryId: 12, isChosen: true, estimate: 2 },
      ],
    });
    expect(
      onFormFields(
        { "categories.1.estimate": ["Too much."], "categories.0": ["Gone."], name: ["No."] },
        fields,
      ),
    ).toEqual({ "categories.2.estimate": ["Too much."], "categories.1.estimate": ["Gone."], name: ["No."] });
  });
});

describe("estimates in the dialog", () => {
  it("add up over the selected categories, ignoring half-typed ones", () => {
    const estimates = [
      { financialCategoryId: 1, isChosen: true, estimate: 100_05 },
      { financialCategoryId: 2, isChosen: true, estimate: Number.NaN },
      { financialCategoryId: 3, isChosen: true, estimate: null },
      { financialCategoryId: 4, isChosen: false, estimate: 700 },
    ];
    expect(estimateTotal(estimates)).toBe(100_05);
  });
});

describe("currencies to choose from", () => {
  it("are US dollars, the budget's own, and those of the accounts, without duplicates", () => {
    const items = [{ accounts: [{ isoCurrencyCode: "JPY" }, { isoCurrencyCode: "USD" }] }];
    expect(offeredCurrencies(items, "EUR")).toEqual(["USD", "EUR", "JPY"]);
    expect(offeredCurrencies([], "USD")).toEqual(["USD"]);
  });
});
