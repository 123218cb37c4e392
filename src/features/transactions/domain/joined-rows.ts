import { daysBetween } from "#shared/time/plain-dates.ts";
import { isSimilarPayee } from "./payees/similar-payee.ts";

/** Most days between two rows that a person can join (docs/reference/import-matching.md, "By hand"). */
export const joinDays = 30;

type Candidate = { transactionId: number; date: string; payeeKey: string };

/** Sorts rows that may be the same as one: the nearest day first, and on equal distance a similar payee. */
export function byLikeness<Row extends Candidate>(own: Candidate, rows: readonly Row[]): Row[] {
  const unlikeness = ({ date, payeeKey }: Row) =>
    2 * Math.abs(daysBetween(own.date, date)) + Number(!isSimilarPayee(own.payeeKey, payeeKey));
  return rows.toSorted((a, b) => unlikeness(a) - unlikeness(b) || a.transactionId - b.transactionId);
}
