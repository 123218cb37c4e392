import { money, sumMoney } from "#shared/money.ts";
import { spanOf } from "#shared/time/plain-dates.ts";
import { countWords } from "#shared/text/counts.ts";
import type { StatementAccount, StatementAccountHint, StatementPage } from "../statement.ts";
import { accountHint } from "./account-parts.ts";
import { proveBalances } from "./balance-proof.ts";

/** An account's statements, and warnings about what is between them. */
type Merged = { accounts: StatementAccount[]; warnings: string[] };

/**
 * Joins statements of the same account, such as pages, days, or the files of a ZIP, in the order of their periods
 * (docs/reference/import.md, "Several accounts and statements").
 */
export function mergeAccounts(statements: readonly StatementAccount[]): Merged {
  const gaps: StatementAccount[] = [];
  const accounts = [...Map.groupBy(statements, ({ hint }) => keyOf(hint)).values()].map((parts) => {
    const ordered = withWholePages(inOrder(parts));
    for (const gap of gapsIn(ordered)) gaps.push(gap);
    return joined(ordered);
  });
  return { accounts, warnings: warningsOf(gaps) };
}

function keyOf({ bankId, accountId, name, type, isoCurrencyCode }: StatementAccountHint): string {
  const own = accountId === null ? [name, type] : [bankId, accountId.replaceAll(/\s/g, "")];
  return JSON.stringify([...own, isoCurrencyCode]);
}

/** Sorts by the first day; pages of one day and statements without days stay as they are. */
function inOrder(parts: readonly StatementAccount[]): StatementAccount[] {
  if (parts.some((part) => startOf(part) === null)) return [...parts];
  const start = (part: StatementAccount) => startOf(part) ?? "";
  const page = (part: StatementAccount) => part.page?.number ?? 0;
  return parts.toSorted((a, b) =>
    start(a) < start(b) ? -1 : Number(start(a) > start(b)) || page(a) - page(b),
  );
}

/** Joins the pages of each statement, whose balances are compared once its first and its last page are here. */
function withWholePages(ordered: readonly StatementAccount[]): StatementAccount[] {
  const whole: StatementAccount[] = [];
  let pages: StatementAccount[] = [];
  const endStatement = () => {
    const [first, last] = [pages[0]?.page, pages.at(-1)?.page];
    if (first !== undefined && last !== undefined) whole.push(joinedPages(pages, first, last));
    pages = [];
  };
  for (const part of ordered) {
    if (part.page === undefined || part.page.number === 1) endStatement();
    if (part.page === undefined) whole.push(part);
    else pages.push(part);
    if (part.page?.isLast === true) endStatement();
  }
  endStatement();
  return whole;
}

function joinedPages(
  pages: readonly StatementAccount[],
  first: StatementPage,
  last: StatementPage,
): StatementAccount {
  const { page: _page, ...all } = joined(pages);
  const page = { number: first.number, isLast: last.isLast, opening: first.opening, closing: last.closing };
  return first.number === 1 && last.isLast
    ? { ...all, ...proveBalances(first.opening, last.closing, all.rows) }
    : { ...all, page };
}

function startOf({ opening, period }: StatementAccount): string | null {
  return opening?.date ?? period.from;
}

function joined(parts: readonly StatementAccount[]): StatementAccount {
  const proofs = new Set(parts.map((part) => part.addsUp));
  const addsUp = proofs.has(false) ? false : proofs.has(null) ? null : true;
  const offBys = parts.flatMap(({ offBy }) => (offBy === null ? [] : [money(offBy)]));
  const days = parts.flatMap(({ period }) => [period.from ?? [], period.to ?? []].flat());
  return {
    hint: parts[0]?.hint ?? accountHint({}),
    period: spanOf(days) ?? { from: null, to: null },
    opening: parts[0]?.opening ?? null,
    closing: parts.findLast((part) => part.closing !== null)?.closing ?? null,
    addsUp,
    offBy: addsUp === false && offBys.length > 0 ? sumMoney(offBys) : null,
    rows: parts.flatMap((part) => part.rows),
    refused: parts.flatMap((part) => part.refused),
    ...(parts.length === 1 && parts[0]?.page !== undefined && { page: parts[0].page }),
  };
}

/** Returns the statements that don't begin with the balance that the one before ended with. */
function gapsIn(ordered: readonly StatementAccount[]): StatementAccount[] {
  return ordered.filter(({ opening, page }, index) => {
    const before = ordered[index - 1];
    // A page may repeat the balances of its whole statement.
    if (page !== undefined || before?.page !== undefined) return false;
    const closing = before?.closing ?? null;
    return closing !== null && opening !== null && closing.amount !== opening.amount;
  });
}

function warningsOf(gaps: readonly StatementAccount[]): string[] {
  const [first] = gaps;
  if (first === undefined) return [];
  const day = startOf(first);
  const start = day === null ? "" : ` of ${day}`;
  if (gaps.length === 1) {
    return [`A statement${start} doesn’t continue the one before it. One may be missing.`];
  }
  const from = day === null ? "" : `, from ${day} on`;
  return [
    `${countWords(gaps.length, "statement")}${from} don’t continue the ones before them. Some may be missing.`,
  ];
}
