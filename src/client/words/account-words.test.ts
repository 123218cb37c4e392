import { describe, expect, it } from "vitest";
import { accountKind, accountLabel } from "./account-words.ts";

describe("an account's label", () => {
  it("names the kind of account, with a fallback for unknown types", () => {
    expect(accountKind({ type: "depository", subtype: "checking" })).toBe("Checking");
    expect(accountKind({ type: "depository", subtype: "cd" })).toBe("CD");
    expect(accountKind({ type: "credit", subtype: null })).toBe("Credit card");
    expect(accountKind({ type: "loan", subtype: "other" })).toBe("Loan");
    expect(accountKind({ type: "vault", subtype: "" })).toBe("Account");
  });

  it("includes the last digits of the account number if known", () => {
    expect(accountLabel({ name: "Savings", mask: "77" })).toBe("Savings ··77");
    expect(accountLabel({ name: "Savings", mask: null })).toBe("Savings");
  });
});
