import { spanOf } from "#shared/time/plain-dates.ts";
import type { BankDays, CoveredDays, LedgerFacts } from "./ledger-plan.ts";
import { payeeKeyOf } from "./payees/payee-key.ts";
import { isCoveredBy, matchSources, matchTyped, type Days } from "./row-match.ts";

/** A row that a bank delivers; `isTyped` if the person typed it, too, so that it's none of the other typed ones. */
type Delivered = LedgerFacts & { isTyped?: boolean };
/** A row that the bank hasn't delivered: of a file, or typed. */
type Elsewhere = LedgerFacts & { isOfFile: boolean };

/** Finds the rows that files brought or the person typed among those of a bank (docs/reference/import-matching.md, "Matching"). */
export function matchElsewhere<OfBank extends Delivered, Open extends Elsewhere>(
  delivered: readonly OfBank[],
  open: readonly Open[],
  covered: CoveredDays,
): Map<OfBank, Open> {
  const found = new Map<OfBank, Open>();
  const byAccount = Map.groupBy(delivered, ({ accountId }) => accountId);
  for (const [accountId, rows] of Map.groupBy(open, (row) => row.accountId)) {
    const ofAccount = (byAccount.get(accountId) ?? []).map(sourced);
    const posted = ofAccount.filter(({ pending }) => !pending);
    const files = rows.filter(({ isOfFile }) => isOfFile).map(sourced);
    const right = covered.files.get(accountId) ?? [];
    const left = daysOfBank(covered.bank.get(accountId));
    const isCovered = (one: LedgerFacts, other: LedgerFacts) =>
      isCoveredBy(right, one.date) || isCoveredBy(left, other.date);
    const ofFiles = right.length === 0 ? new Map() : matchSources(posted, files, isCovered);
    const typed = rows.filter(({ isOfFile }) => !isOfFile).map(sourced);
    const rest = ofAccount.filter((row) => !ofFiles.has(row) && row.isTyped !== true);
    for (const matches of [ofFiles, matchTyped(rest, typed)])
      for (const [ofThis, other] of matches) found.set(ofThis.own, other.own);
  }
  return found;
}

/** Adds the days of what a bank delivers now to those of its current link, in accounts that have files. */
export function coverArrived(covered: CoveredDays, arrived: readonly LedgerFacts[]): CoveredDays {
  if (covered.files.size === 0) return covered;
  const posted = Map.groupBy(
    arrived.filter(({ pending }) => !pending),
    ({ accountId }) => accountId,
  );
  const bank = new Map(covered.bank);
  for (const [accountId, rows] of posted) {
    const { current, earlier } = bank.get(accountId) ?? { current: null, earlier: [] };
    const known = current === null ? [] : [current.from, current.to];
    bank.set(accountId, { current: spanOf([...known, ...rows.map(({ date }) => date)]), earlier });
  }
  return { ...covered, bank };
}

/** Lists the days of each link of a bank. What happened between two links, neither may have delivered. */
export function daysOfBank(days: BankDays | undefined): Days[] {
  if (days === undefined) return [];
  return days.current === null ? [...days.earlier] : [...days.earlier, days.current];
}

function sourced<Row extends LedgerFacts>(row: Row) {
  return { ...row, payeeKey: payeeKeyOf(row), own: row };
}
