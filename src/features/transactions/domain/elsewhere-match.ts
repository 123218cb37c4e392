import { spanOf } from "#shared/time/plain-dates.ts";
import type { CoveredDays, LedgerFacts } from "./ledger-plan.ts";
import { payeeKeyOf } from "./payees/payee-key.ts";
import { isCoveredBy, isWithin, matchSources, matchTyped } from "./row-match.ts";

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
    const ofBank = covered.bank.get(accountId) ?? null;
    const left = spanOf([
      ...posted.map(({ date }) => date),
      ...(ofBank === null ? [] : [ofBank.from, ofBank.to]),
    ]);
    const isCovered = (one: LedgerFacts, other: LedgerFacts) =>
      isCoveredBy(right, one.date) || (left !== null && isWithin(other.date, left));
    const ofFiles = right.length === 0 ? new Map() : matchSources(posted, files, isCovered);
    const typed = rows.filter(({ isOfFile }) => !isOfFile).map(sourced);
    const rest = ofAccount.filter((row) => !ofFiles.has(row) && row.isTyped !== true);
    for (const matches of [ofFiles, matchTyped(rest, typed)])
      for (const [ofThis, other] of matches) found.set(ofThis.own, other.own);
  }
  return found;
}

function sourced<Row extends LedgerFacts>(row: Row) {
  return { ...row, payeeKey: payeeKeyOf(row), own: row };
}
