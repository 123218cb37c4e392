import { describe, expect, it } from "vitest";
import type { PayeeView } from "#features/transactions/contract.ts";
import { categoryOfPayee, newTyped, typedSchema, typedToSave } from "./typed-form.ts";

const payee = (name: string, direction: "in" | "out", category: number | null): PayeeView => ({
  payee: name,
  payees: [name],
  direction,
  transactionId: 1,
  name,
  transactionCount: 1,
  unsortedCount: 0,
  sum: 1,
  isoCurrencyCode: "USD",
  lastDate: "2026-11-01",
  isTransferLike: false,
  category: category === null ? null : { financialCategoryId: category, name: "Some" },
});

describe("a typed transaction", () => {
  const fields = { ...newTyped("2026-11-10"), name: " Nine Plums ", amount: 2410 };

  it("is money out unless the person says in", () => {
    expect(typedToSave(typedSchema.parse(fields), "USD")).toEqual({
      date: "2026-11-10",
      name: "Nine Plums",
      amount: -24.1,
    });
    expect(typedToSave(typedSchema.parse({ ...fields, isIn: true, category: 3 }), "JPY")).toMatchObject({
      amount: 2410,
      financialCategoryId: 3,
    });
  });

  it.each([
    ["a date", { date: null }, "date"],
    ["a payee", { name: " " }, "name"],
    ["an amount", { amount: null }, "amount"],
    ["an amount other than zero", { amount: 0 }, "amount"],
    ["an amount that can be read", { amount: Number.NaN }, "amount"],
  ])("needs %s", (_what, change, field) => {
    const { error } = typedSchema.safeParse({ ...fields, ...change });
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });

  it("begins with the category of its payee, in its direction if there is one", () => {
    const payees = [payee("Blue Heron", "in", 7), payee("Blue Heron", "out", 3), payee("Aunt Ida", "in", 9)];
    expect(categoryOfPayee(payees, " blue heron", false)).toBe(3);
    expect(categoryOfPayee(payees, "Blue Heron", true)).toBe(7);
    expect(categoryOfPayee(payees, "Aunt Ida", false)).toBe(9);
    expect(categoryOfPayee(payees, "Aunt", false)).toBeNull();
    expect(categoryOfPayee([payee("Nine Plums", "out", null)], "Nine Plums", false)).toBeNull();
  });
});
