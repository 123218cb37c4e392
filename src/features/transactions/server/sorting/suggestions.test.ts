import { beforeEach, describe, expect, it } from "vitest";
import { createRuleSite, type RuleSite } from "../../../../../tests/support/sites/rule-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { sortRows } from "./row-sorting.ts";

const database = useTestDatabase();
let person: RuleSite;

beforeEach(async () => {
  person = await createRuleSite(database());
});

const [groceries, dining, salary] = [3, 4, 24];
const unsure = {
  bankCategory: "FOOD_AND_DRINK",
  bankCategoryDetailed: "FOOD_AND_DRINK_COFFEE",
  bankConfidence: "LOW",
};

async function suggested(): Promise<string[]> {
  await database().unsafeDb.transaction((tx) => sortRows(tx, person.site.userId, "everything"));
  return (await person.rows()).map(
    ({ category, suggestions }) =>
      category?.name ?? suggestions.map(({ name, reason }) => `${name}? (${reason})`).join(" "),
  );
}

describe("suggested categories", () => {
  it("are what was chosen once for the payee, in the same direction", async () => {
    await person.old([{ financialCategoryId: groceries }, {}, { amount: 5000 }, { name: "Another" }]);
    expect(await suggested()).toEqual(["Groceries", "Groceries? (chosen)", "", ""]);
  });

  it("are several where choices differ, the latest first, and none where one is set", async () => {
    await person.old([
      { financialCategoryId: groceries, date: "2026-11-01" },
      { financialCategoryId: dining, date: "2026-11-02" },
      { date: "2026-11-03" },
    ]);
    expect((await suggested())[2]).toBe("Dining Out? (chosen) Groceries? (chosen)");
    await person.old([{ financialCategoryId: dining, date: "2026-11-04" }]);
    expect((await suggested())[2]).toBe("Dining Out? (chosen) Groceries? (chosen)");
    await person.old([{ financialCategoryId: dining, date: "2026-11-04" }]);
    expect((await suggested())[2]).toBe("Dining Out? (chosen) Groceries? (chosen)");
    await person.old([{ financialCategoryId: dining, date: "2026-11-05" }]);
    expect((await suggested())[2]).toBe("Dining Out");
  });

  it("are what the bank isn’t sure of, after what was chosen", async () => {
    await person.old([unsure]);
    expect(await suggested()).toEqual(["Dining Out? (bank)"]);
    await person.old([{ financialCategoryId: groceries }]);
    expect((await suggested())[0]).toBe("Groceries? (chosen) Dining Out? (bank)");
    await person.old([{ financialCategoryId: dining }]);
    expect((await suggested())[0]).toBe("Dining Out? (chosen) Groceries? (chosen)");
  });

  it("follow the person’s own word for a bank category", async () => {
    await person.old([unsure]);
    await person.site.post("/api/SaveBankCategory", {
      bankCode: "FOOD_AND_DRINK_COFFEE",
      financialCategoryId: groceries,
    });
    expect(await suggested()).toEqual(["Groceries? (bank)"]);
  });

  it("follow no choice while guessing from choices is off, and nothing is learned either", async () => {
    await person.old([{ financialCategoryId: groceries }, { financialCategoryId: groceries }, {}]);
    await person.old([{ name: "Another", financialCategoryId: dining }, { name: "Another" }, unsure]);
    const on = ["Groceries", "Groceries", "Groceries", "Dining Out", "Dining Out? (chosen)", "Groceries"];
    expect(await suggested()).toEqual(on);
    const learned = await person.sortedRows();
    const set = (isOn: unknown, cookie?: string) =>
      person.site.post<{ isOn: boolean }>("/api/SetLearning", { isOn }, cookie);
    expect((await person.site.get("/api/GetLearning")).data).toEqual({ isOn: true });
    for (const _twice of [1, 2]) expect((await set(false)).data).toEqual({ isOn: false });
    expect((await person.site.get("/api/GetLearning")).data).toEqual({ isOn: false });
    expect(await suggested()).toEqual(["Groceries", "Groceries", "", "Dining Out", "", "Dining Out? (bank)"]);

    await person.fresh([{ name: "Another" }]);
    expect((await suggested()).at(-1)).toBe("");
    expect((await set("yes")).status).toBe(400);
    const { cookie } = await person.site.stranger();
    expect((await set(false, cookie)).data).toEqual({ isOn: false });
    expect((await set(true)).data).toEqual({ isOn: true });
    expect(await suggested()).toEqual([...on, "Dining Out? (chosen)"]);
    expect((await person.sortedRows()).slice(0, -1)).toEqual(learned);
  });

  it("are none where someone said that there is no category, or the kind is for others", async () => {
    await person.old([
      { financialCategoryId: salary, amount: 5000 },
      { amount: 5000, bankCategory: "INCOME", bankCategoryDetailed: "INCOME_OTHER" },
      { ...unsure, name: "Left out", chosenKind: "leftOut" },
    ]);
    const [first, ...others] = await suggested();
    expect([first, others]).toEqual(["Salary", ["Other income", ""]]);
    const [, , leftOut] = await person.rows();
    await person.site.post("/api/SetTransactionKinds", [
      { transactionId: leftOut?.transactionId, kind: null },
    ]);
    expect((await suggested())[2]).toBe("Dining Out? (bank)");
    await person.site.post("/api/BulkUpdateTransactionCategory", [
      { transactionId: leftOut?.transactionId, financialCategoryId: -1, budgetId: person.budgetId },
    ]);
    expect((await suggested())[2]).toBe("");
    await person.save({
      conditions: [{ field: "payee", op: "is", values: ["Left out"] }],
      actions: [{ field: "category", value: -1 }],
    });
    await person.fresh([{ ...unsure, name: "Left out" }]);
    expect((await suggested())[3]).toBe("");
  });
});
