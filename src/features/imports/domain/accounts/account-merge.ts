import { addMoney, money } from "#shared/money.ts";
import type { StatementAccount, StatementAccountHint } from "../statement.ts";

/** An account's statements, and warnings about what is between them. */
type Merged = { accounts: StatementAccount[]; warnings: string[] };

/**
 * Joins statements of the same account, such as pages, days, or the files of a ZIP, in the order of their periods
 * (docs/reference/import.md, "Several accounts and statements").
 */
export function mergeAccounts(statements: readonly StatementAccount[]): Merged {
  const byAccount = Map.groupBy(statements, ({ hint }) => keyOf(hint));
  const warnings: string[] = [];
  const accounts = [...byAccount.values()].map((parts) => {
    const ordered = inOrder(parts);
    warnings.push(...ordered.slice(1).flatMap((part, index) => gapBetween(ordered[index], part)));
    return ordered.reduce(joined);
  });
  return { accounts, warnings };
}

function keyOf({ bankId, accountId, name, type, isoCurrencyCode }: StatementAccountHint): string {
  const own = accountId === null ? [name, type] : [bankId, accountId.replaceAll(/\s/g, "")];
  return JSON.stringify([...own, isoCurrencyCode]);
}

/** Sorts by the first day; pages of one day and statements without days stay as they are. */
function inOrder(parts: readonly StatementAccount[]): StatementAccount[] {
  const start = (part: StatementAccount) => part.opening?.date ?? part.period.from ?? "";
  if (parts.some((part) => start(part) === "")) return [...parts];
  return parts.toSorted((a, b) => (start(a) < start(b) ? -1 : Number(start(a) > start(b))));
}

function joined(first: StatementAccount, second: StatementAccount): StatementAccount {
  const proofs = [first.addsUp, second.addsUp];
  const addsUp = proofs.includes(false) ? false : proofs.includes(null) ? null : true;
  return {
    hint: first.hint,
    period: {
      from: least(first.period.from, second.period.from),
      to: greatest(first.period.to, second.period.to),
    },
    opening: first.opening,
    closing: second.closing ?? first.closing,
    addsUp,
    offBy: addsUp === false ? addMoney(money(first.offBy ?? 0), money(second.offBy ?? 0)) : null,
    rows: first.rows.concat(second.rows),
    refused: first.refused.concat(second.refused),
  };
}

/** Warns if one statement doesn't begin with the balance that the one before ended with. */
function gapBetween(before: StatementAccount | undefined, after: StatementAccount): string[] {
  const closing = before?.closing ?? null;
  if (closing === null || after.opening === null || closing.amount === after.opening.amount) return [];
  const day = after.opening.date ?? after.period.from;
  return [
    `A statement${day === null ? "" : ` of ${day}`} doesn’t continue the one before it. One may be missing.`,
  ];
}

function least(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b < a) ? b : a;
}

function greatest(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}
