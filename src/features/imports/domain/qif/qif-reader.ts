import { accountHint, periodOf } from "../accounts/account-parts.ts";
import { proveBalances } from "../accounts/balance-proof.ts";
import { countWords } from "#shared/text/counts.ts";
import { createRowCounter } from "../reading.ts";
import type { ReadOptions, Reading } from "../reading.ts";
import { StatementError } from "../statement.ts";
import type { Balance, Question, StatementAccount, StatementAccountType } from "../statement.ts";
import { decimalsOf } from "../values/amount-text.ts";
import { cleanText, textOrNull } from "../values/clean-text.ts";
import { decideDateOrder } from "../values/date-order.ts";
import { decideDecimal } from "../values/decimal-sign.ts";
import { fieldOf, qifSections } from "./qif-records.ts";
import type { QifRecord, QifSection } from "./qif-records.ts";
import { amountText, isOpeningBalance, qifAmount, readQifRow } from "./qif-rows.ts";
import type { QifContext } from "./qif-rows.ts";

/** An account with its records, from one or more sections. */
type QifAccount = {
  name: string | null;
  type: StatementAccountType | null;
  /** The record of the account list that describes it. */
  description: QifRecord | null;
  records: QifRecord[];
};

/** Sections without transactions of an account, by their heading. */
const lists = /^(?:type:(?:cat|class|tag|memorized|prices|security|budget|template|invitem)|option|clear)\b/;
const types: Readonly<Record<string, StatementAccountType>> = {
  bank: "checking",
  cash: "cash",
  ccard: "card",
  "oth l": "loan",
};

/** Reads QIF (docs/reference/import.md, "QIF"). Throws a {@link StatementError}. */
export function readQif(text: string, options: ReadOptions): Reading {
  const sections = qifSections(text, createRowCounter());
  const accounts = qifAccounts(sections);
  if (accounts.every(({ records }) => records.length === 0)) throw withoutAccounts(sections);
  const { decided, questions } = decide(accounts, options);
  const left = sections.filter(isInvestment).length;
  let wholes = 0;
  const noteWhole = () => {
    wholes += 1;
  };
  const read = accounts.map((account) => readAccount(account, { ...decided, noteWhole }));
  return {
    accounts: read,
    warnings: [
      ...(left > 0 ? ["Left out: investments."] : []),
      ...(wholes > 0 ? [`${countWords(wholes, "row")} split into several categories came in whole.`] : []),
    ],
    questions,
  };
}

function isInvestment({ heading }: QifSection): boolean {
  return /^type:(?:invst|port)/.test(heading);
}

function withoutAccounts(sections: readonly QifSection[]): StatementError {
  const investment = sections.find(isInvestment);
  if (investment !== undefined) {
    return new StatementError("This QIF file holds investments, which aren’t read.", investment.line);
  }
  return new StatementError("There are no transactions in this QIF file.", sections[0]?.line ?? null);
}

/** Gathers the records of each account. A section belongs to the `!Account` before it. */
function qifAccounts(sections: readonly QifSection[]): QifAccount[] {
  const accounts = new Map<string, QifAccount>();
  const described = descriptionsIn(sections);
  let name: string | null = null;
  for (const section of sections) {
    if (section.heading === "account") name = fieldOf(section.records.at(-1), "N");
    if (section.heading.startsWith("clear:autoswitch")) name = null;
    if (!holdsRows(section)) continue;
    const type = types[section.heading.slice("type:".length)] ?? null;
    const key = JSON.stringify(name ?? [type]);
    const known = accounts.get(key);
    // One by one: a spread of 50,000 arguments would overflow the stack.
    if (known === undefined) {
      const description = described.get(name ?? "") ?? null;
      accounts.set(key, { name: textOrNull(name), type, description, records: [...section.records] });
    } else {
      for (const record of section.records) known.records.push(record);
    }
  }
  return [...accounts.values()];
}

/** Returns true for a section of transactions. Some programs translate the types, so the records decide about others. */
function holdsRows(section: QifSection): boolean {
  const { heading, records } = section;
  if (!heading.startsWith("type:") || lists.test(heading) || isInvestment(section)) return false;
  return (
    /^type:(?:bank|cash|ccard|oth [als])$/.test(heading) ||
    records.some((record) => fieldOf(record, "D") !== null && amountText(record) !== "")
  );
}

/** Returns the records that describe accounts by name, those with a balance first: a full export has two of each. */
function descriptionsIn(sections: readonly QifSection[]): Map<string, QifRecord> {
  const found = new Map<string, QifRecord>();
  for (const record of sections
    .filter(({ heading }) => heading === "account")
    .flatMap(({ records }) => records)) {
    const name = fieldOf(record, "N") ?? "";
    if (!found.has(name) || fieldOf(record, "$") !== null) found.set(name, record);
  }
  return found;
}

/** Decides dates and decimals once for the file. */
function decide(
  accounts: readonly QifAccount[],
  options: ReadOptions,
): { decided: Omit<QifContext, "noteWhole">; questions: Question[] } {
  const records = accounts.flatMap((account) => account.records);
  const descriptions = accounts.flatMap(({ description }) => description ?? []);
  const { today, answers, isoCurrencyCode } = options;
  const shown = (record: QifRecord) =>
    cleanText(["D", "P", "T"].map((letter) => fieldOf(record, letter) ?? "").join(" "));
  const dates = records.map((record) => ({
    line: record.line,
    text: fieldOf(record, "D") ?? "",
    shown: () => shown(record),
  }));
  const dateOrder = decideDateOrder(dates, today, answers["dateOrder"]);
  const amounts = [
    ...records.map((record) => ({ text: amountText(record), shown: () => shown(record) })),
    ...records.flatMap((record) =>
      splitAmounts(record).map((text) => ({ text, shown: () => `${shown(record)}: ${text}` })),
    ),
    ...descriptions.map((record) => ({
      text: fieldOf(record, "$") ?? "",
      shown: () => `Balance ${fieldOf(record, "$")}`,
    })),
  ];
  const decimal = decideDecimal(amounts, decimalsOf(isoCurrencyCode), answers["decimal"]);
  return {
    decided: { readDate: dateOrder.readDate, decimal: decimal.decimal, isoCurrencyCode },
    questions: [dateOrder.question, decimal.question].filter((question) => question !== null),
  };
}

/** Returns the amounts of a row's splits. */
function splitAmounts({ fields }: QifRecord): string[] {
  return fields.flatMap(({ letter, value }) => (letter === "$" ? [value] : []));
}

function readAccount(account: QifAccount, context: QifContext): StatementAccount {
  const opening = account.records.find((record) => isOpeningBalance(record, account.name));
  const read = account.records
    .filter((record) => record !== opening)
    .map((record) => readQifRow(record, context));
  const rows = read.filter((row) => "amount" in row);
  const balances = {
    opening: opening === undefined ? null : balanceOf(amountText(opening), fieldOf(opening, "D"), context),
    closing: balanceOf(descriptionField(account, "$"), descriptionField(account, "/"), context),
  };
  return {
    hint: accountHint({ name: account.name, type: account.type }),
    period: periodOf(rows),
    ...balances,
    ...proveBalances(balances.opening, balances.closing, rows),
    rows,
    refused: read.filter((row) => "reason" in row),
  };
}

function descriptionField({ description }: QifAccount, letter: string): string | null {
  return description === null ? null : fieldOf(description, letter);
}

function balanceOf(text: string | null, date: string | null, context: QifContext): Balance | null {
  const amount = qifAmount(text ?? "", context);
  return amount.ok ? { amount: amount.amount, date: context.readDate(date ?? "") } : null;
}
