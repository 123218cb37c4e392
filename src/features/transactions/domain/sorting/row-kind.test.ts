import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { kindOf, shownKind, type KindFacts } from "./row-kind.ts";

function facts(said: Partial<KindFacts>): KindFacts {
  return {
    name: "BLUE FIG",
    amount: money(-1250),
    bankCategory: null,
    bankCategoryDetailed: null,
    accountType: "depository",
    pairedAccountType: null,
    chosenKind: null,
    ruledKind: null,
    categoryKind: null,
    wasPaid: false,
    isPayeeConfirmed: false,
    ...said,
  };
}

const words = (said: Partial<KindFacts>) => {
  const { kind, reason } = kindOf(facts(said));
  return `${kind}: ${reason}`;
};
const income = money(90_000);
const said = (bankCategoryDetailed: string) => ({ bankCategoryDetailed });

describe("the kind of a row", () => {
  it.each<[what: string, row: Partial<KindFacts>, expected: string]>([
    ["money out that nobody says anything of", {}, "spending: default"],
    ["a purchase", said("FOOD_AND_DRINK_GROCERIES"), "spending: bank"],
    [
      "a purchase taken back",
      { ...said("GENERAL_MERCHANDISE_ELECTRONICS"), amount: income },
      "spending: bank",
    ],
    ["cash", said("TRANSFER_OUT_WITHDRAWAL"), "spending: bank"],
    ["a salary", { ...said("INCOME_WAGES"), amount: income }, "income: bank"],
    ["a salary that is corrected", said("INCOME_SALARY"), "income: bank"],
    ["a loan paid out", { ...said("LOAN_DISBURSEMENTS_AUTO"), amount: income }, "leftOut: bank"],
    [
      "the same in the older taxonomy",
      { ...said("TRANSFER_IN_CASH_ADVANCES_AND_LOANS"), amount: income },
      "leftOut: bank",
    ],
    ["a loan’s payment", said("LOAN_PAYMENTS_MORTGAGE_PAYMENT"), "spending: bank"],
    [
      "a payment to one’s own loan",
      { ...said("TRANSFER_OUT_ACCOUNT_TRANSFER"), pairedAccountType: "loan" },
      "spending: loanPayment",
    ],
    [
      "its other side",
      { accountType: "loan", pairedAccountType: "depository", amount: income },
      "leftOut: loanAccount",
    ],
    [
      "interest on a loan",
      { ...said("BANK_FEES_INTEREST_CHARGE"), accountType: "loan" },
      "leftOut: loanAccount",
    ],
    ["a transfer with both sides here", { pairedAccountType: "depository" }, "transfer: paired"],
    ["one with one side here", said("TRANSFER_OUT_SAVINGS"), "spending: transferLike"],
    ["the same by its words", { name: "ONLINE XFER 0412" }, "spending: transferLike"],
    ["a bill by autopay", { name: "BIRDCALL MOBILE AUTOPAY" }, "spending: default"],
    [
      "a purchase that sounds like one",
      { ...said("FOOD_AND_DRINK_COFFEE"), name: "TRANSFER STATION" },
      "spending: bank",
    ],
    ["a payee that was confirmed", { isPayeeConfirmed: true }, "spending: transferLike"],
    [
      "a purchase from a payee that was confirmed",
      { ...said("BANK_FEES_OVERDRAFT_FEES"), isPayeeConfirmed: true },
      "spending: bank",
    ],
    [
      "a payment app that was confirmed for somebody else",
      { ...said("TRANSFER_OUT_TRANSFER_OUT_FROM_APPS"), isPayeeConfirmed: true },
      "spending: default",
    ],
    [
      "what comes from elsewhere",
      { ...said("TRANSFER_IN_ACCOUNT_TRANSFER"), amount: income },
      "income: default",
    ],
    [
      "the same from a payee that was confirmed",
      { ...said("TRANSFER_IN_ACCOUNT_TRANSFER"), amount: income, isPayeeConfirmed: true },
      "income: transferLike",
    ],
    [
      "a card’s payment, where it arrives",
      { ...said("LOAN_PAYMENTS_CREDIT_CARD_PAYMENT"), accountType: "credit", amount: income },
      "transfer: bank",
    ],
    [
      "the same by its words",
      { name: "PAYMENT RECEIVED THANK YOU", accountType: "credit", amount: income },
      "transfer: bank",
    ],
    ["other money in on a card", { accountType: "credit", amount: income }, "spending: refund"],
    ["rent received", { ...said("RENT_AND_UTILITIES_RENT"), amount: income }, "income: default"],
    ["rent paid", said("RENT_AND_UTILITIES_RENT"), "spending: bank"],
    ["a deposit", { ...said("TRANSFER_IN_DEPOSIT"), amount: income }, "income: default"],
    ["money in that nobody says anything of", { amount: income }, "income: default"],
    ["a refund in words", { name: "BLUE FIG REFUND 12", amount: income }, "spending: refund"],
    ["a tax refund in words", { name: "IRS TAX REFUND", amount: income }, "income: default"],
    ["money back from who was paid", { amount: income, wasPaid: true }, "spending: refund"],
    [
      "money from a payment app that was used before",
      { ...said("TRANSFER_IN_TRANSFER_IN_FROM_APPS"), amount: income, wasPaid: true },
      "income: default",
    ],
    ["money in with a category", { amount: income, categoryKind: "spending" }, "spending: category"],
    [
      "a salary with a category",
      { ...said("INCOME_WAGES"), amount: income, categoryKind: "spending" },
      "income: bank",
    ],
    [
      "a transfer with a category",
      { pairedAccountType: "credit", categoryKind: "spending" },
      "transfer: paired",
    ],
  ])("%s", (_what, row, expected) => {
    expect(words(row)).toBe(expected);
  });

  it("is what the person chose, whatever else is known", () => {
    expect(words({ chosenKind: "leftOut", pairedAccountType: "loan", accountType: "loan" })).toBe(
      "leftOut: chosen",
    );
    expect(shownKind({ kind: "spending", chosenKind: "spending", paysIncome: true })).toBe("spending");
    expect(shownKind({ kind: "transfer", chosenKind: null, paysIncome: true })).toBe("income");
  });
});
