import { expect, it } from "vitest";
import { bankCodeOf } from "./row-codes.ts";

const codeOf = (typeCode: string | null, amount: number, mcc: string | null = null) => {
  const { bankCategory, bankCategoryDetailed } = bankCodeOf({ typeCode, amount, mcc });
  return `${bankCategory} ${bankCategoryDetailed}`;
};

it.each([
  ["a direct deposit", "DIRECTDEP", 1, "INCOME null"],
  ["interest earned", "INT", 1, "INCOME INCOME_INTEREST_EARNED"],
  ["interest charged", "NINT", -1, "BANK_FEES BANK_FEES_INTEREST_CHARGE"],
  ["a fee", "SRVCHG", -1, "BANK_FEES null"],
  ["cash", "atm", -1, "TRANSFER_OUT TRANSFER_OUT_WITHDRAWAL"],
  ["a transfer", "XFER", 1, "TRANSFER_IN TRANSFER_IN_ACCOUNT_TRANSFER"],
  ["a salary of CAMT", "PMNT-RCDT-SALA", 1, "INCOME INCOME_SALARY"],
  ["a salary that is paid", "PMNT-ICDT-SALA", -1, "null null"],
  ["a purchase", "POS", -1, "null null"],
])("reads %s", (_, typeCode, amount, found) => {
  expect(codeOf(typeCode, amount)).toBe(found);
});

it("reads the merchant's trade where the type says nothing", () => {
  expect(codeOf("POS", -1, "5411")).toBe("FOOD_AND_DRINK FOOD_AND_DRINK_GROCERIES");
  expect(codeOf(null, -1, "3501")).toBe("TRAVEL null");
  expect(codeOf("FEE", -1, "5411")).toBe("BANK_FEES null");
  expect(codeOf(null, -1, "6011")).toBe("TRANSFER_OUT TRANSFER_OUT_WITHDRAWAL");
  expect(codeOf(null, -1, "0000")).toBe("null null");
});
