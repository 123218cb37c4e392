import { isInflow, isOutflow, toUnits, type Money } from "#shared/money.ts";
import type { BankCategories } from "../sorting/bank-categories.ts";
import { payeeKey, type PayeeTexts } from "../payees/payee-key.ts";
import { foldCase } from "./case-folding.ts";
import type { Condition } from "./rule-shapes.ts";

/** Facts about a row that a rule can test: what its sources say, and what the person wrote about it; never what a rule made of it. */
export type TestedRow = BankCategories &
  PayeeTexts & {
    payeeKey: string;
    accountId: number;
    amount: Money;
    isoCurrencyCode: string;
    date: string;
    /** Four digits. */
    merchantCode: string | null;
    typeCode: string | null;
    /** Null for none, or for one that a rule gave. */
    ownNote: string | null;
    partNotes: readonly string[];
    /** Tags that the person gave, not a rule. */
    ownTagIds: readonly number[];
  };

/**
 * A condition with its values made ready. `rowPasses` here and `testSql` on the server say the same about each; a test compares
 * them.
 */
export type Test =
  | { on: "payee"; op: "is"; keys: readonly string[] }
  | { on: "payee"; op: "starts"; keys: readonly string[] }
  | { on: "payee"; op: "contains"; words: readonly (readonly string[])[] }
  | { on: "text"; words: readonly (readonly string[])[] }
  | { on: "account"; ids: readonly number[] }
  | { on: "direction"; isIn: boolean }
  | { on: "amount"; ranges: readonly AmountRange[] }
  | { on: "currency"; codes: readonly string[] }
  | { on: "bankCategory"; codes: readonly string[] }
  | { on: "merchantCode"; from: string; to: string }
  | { on: "typeCode"; codes: readonly string[] }
  | { on: "day"; first: number; last: number }
  | { on: "note"; words: readonly (readonly string[])[] }
  | { on: "tag"; ids: readonly number[] };

/** Amounts without their sign in currency units, both ends included. */
export type AmountRange = { from: number; to: number };

/** Makes conditions ready (docs/reference/money.md, "Rules"). */
export function testsOf(conditions: readonly Condition[]): Test[] {
  return conditions.map(testOf);
}

function testOf(condition: Condition): Test {
  switch (condition.field) {
    case "payee": {
      const keys = condition.values.map(payeeKey);
      if (condition.op === "contains")
        return { on: "payee", op: "contains", words: keys.map((key) => key.split(" ")) };
      return { on: "payee", op: condition.op, keys };
    }
    case "text":
      return { on: "text", words: wordsOf(condition.values) };
    case "note":
      return { on: "note", words: wordsOf(condition.values) };
    case "tag":
      return { on: "tag", ids: condition.values };
    case "account":
      return { on: "account", ids: condition.values };
    case "direction":
      return { on: "direction", isIn: condition.values[0] === "in" };
    case "amount":
      return { on: "amount", ranges: rangesOf(condition) };
    case "currency":
      return { on: "currency", codes: condition.values };
    case "bankCategory":
      return { on: "bankCategory", codes: condition.values };
    case "merchantCode": {
      const [from, to] = condition.values;
      return { on: "merchantCode", from: merchantDigits(from), to: merchantDigits(to) };
    }
    case "typeCode":
      return { on: "typeCode", codes: condition.values.map(foldCase) };
    default:
      return { on: "day", first: condition.values[0], last: condition.values[1] };
  }
}

/** The four digits of a merchant category code, which compare like its number. */
export function merchantDigits(code: number): string {
  return String(code).padStart(4, "0");
}

function wordsOf(texts: readonly string[]): string[][] {
  return texts.map((text) => foldCase(text).split(/\s+/));
}

function rangesOf({ op, values }: Extract<Condition, { field: "amount" }>): AmountRange[] {
  if (op === "is") return values.map((amount) => ({ from: amount, to: amount }));
  const [first, second] = values;
  if (op === "between") return [{ from: first, to: second }];
  return [{ from: share(first, 100 - second), to: share(first, 100 + second) }];
}

/** Percentage of an amount, to the four decimals that a currency has at most. */
function share(amount: number, percent: number): number {
  return Math.round(amount * percent * 100) / 10_000;
}

/** Says whether a row passes all tests. */
export function rowPasses(row: TestedRow, tests: readonly Test[]): boolean {
  return tests.every((test) => passesOne(row, test));
}

function passesOne(row: TestedRow, test: Test): boolean {
  switch (test.on) {
    case "payee":
      return payeePasses(row.payeeKey, test);
    case "text":
      return containsAll(foldCase(`${row.name} ${row.merchantName ?? ""}`), test.words);
    case "note":
      return [row.ownNote ?? "", ...row.partNotes].some((note) => containsAll(foldCase(note), test.words));
    case "tag":
      return test.ids.some((id) => row.ownTagIds.includes(id));
    case "account":
      return test.ids.includes(row.accountId);
    case "direction":
      return test.isIn ? isInflow(row.amount) : isOutflow(row.amount);
    case "amount": {
      const units = Math.abs(toUnits(row.amount, row.isoCurrencyCode));
      return test.ranges.some(({ from, to }) => units >= from && units <= to);
    }
    case "currency":
      return test.codes.includes(row.isoCurrencyCode);
    case "bankCategory":
      return test.codes.some((code) => code === row.bankCategory || code === row.bankCategoryDetailed);
    case "merchantCode":
      return row.merchantCode !== null && row.merchantCode >= test.from && row.merchantCode <= test.to;
    case "typeCode":
      return row.typeCode !== null && test.codes.includes(foldCase(row.typeCode));
    default: {
      const day = Number(row.date.slice(8));
      // From the 28th to the 3rd goes over the end of the month.
      return test.first <= test.last
        ? day >= test.first && day <= test.last
        : day >= test.first || day <= test.last;
    }
  }
}

function payeePasses(key: string, test: Extract<Test, { on: "payee" }>): boolean {
  if (test.op === "contains") return containsAll(key, test.words);
  return test.keys.some((wanted) => (test.op === "is" ? key === wanted : key.startsWith(wanted)));
}

/** Says whether a text contains every word of one of the values, also as a part of a word. */
function containsAll(text: string, values: readonly (readonly string[])[]): boolean {
  return values.some((words) => words.every((word) => text.includes(word)));
}
