import { describe, expect, it } from "vitest";
import { accountLabel } from "#shared/banks.ts";
import { accountKind, shortAccountText } from "./account-words.ts";

describe("an account's label", () => {
  it("names the kind of account, with a fallback for unknown types", () => {
    expect(accountKind({ type: "depository", subtype: "checking" })).toBe("Checking");
    expect(accountKind({ type: "depository", subtype: "cd" })).toBe("CD");
    expect(accountKind({ type: "credit", subtype: null })).toBe("Credit card");
    expect(accountKind({ type: "loan", subtype: "other" })).toBe("Loan");
    expect(accountKind({ type: "loan", subtype: "student" })).toBe("Student loan");
    expect(accountKind({ type: "vault", subtype: "" })).toBe("Account");
  });

  it("includes the last digits of the account number if known", () => {
    expect(accountLabel({ name: "Savings", mask: "77" })).toBe("Savings ··77");
    expect(accountLabel({ name: "Savings", mask: null })).toBe("Savings");
  });

  it("is short in a list, with the full name only if there's no number", () => {
    const account = {
      accountId: 1,
      official_name: "Lanternfish Rainy Day Savings",
      type: "depository",
      subtype: "savings",
    };
    expect(shortAccountText({ ...account, mask: "8802" })).toBe("Savings\u00a0··8802");
    expect(shortAccountText({ ...account, mask: null })).toBe("Lanternfish Rainy Day Savings");
  });
});
