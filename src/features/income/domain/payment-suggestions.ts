import { compareDates } from "#shared/time/compare-dates.ts";
import {
  dayNumber,
  daysAfter,
  daysBefore,
  matchPayment,
  type CandidatePayment,
  type PayerText,
  type PaymentMatch,
  type ReadyPayment,
  type UnpaidMonth,
} from "./payment-match.ts";

/** Suggestions for one month of a source, best match first. */
export type MonthSuggestions<Candidate> = {
  unpaid: UnpaidMonth;
  suggestions: { candidate: Candidate; match: PaymentMatch }[];
};

/** Maximum per month, so that suggestions stay a help. */
const mostPerMonth = 3;

type Pair<Candidate> = { unpaid: UnpaidMonth; candidate: Candidate; match: PaymentMatch; distance: number };

/**
 * Suggests payments for the unpaid months of one source, each row for one month only. First, every month gets its best
 * match, so that two payments made close together aren't both offered for the nearer month; then the rest fills up.
 * `candidates` (`readyPayment`) are sorted by day.
 */
export function suggestPayments<Candidate extends CandidatePayment>(
  months: readonly UnpaidMonth[],
  candidates: readonly ReadyPayment<Candidate>[],
  payer: PayerText,
): MonthSuggestions<Candidate>[] {
  const pairs = months.flatMap((unpaid) => pairsOf(unpaid, candidates, payer)).toSorted(byLikelihood);
  const chosen = new Map<UnpaidMonth, Pair<Candidate>[]>(months.map((unpaid) => [unpaid, []]));
  const used = new Set<number>();
  for (const most of [1, mostPerMonth]) {
    for (const pair of pairs) {
      const ofMonth = chosen.get(pair.unpaid) ?? [];
      if (used.has(pair.candidate.transactionId) || ofMonth.length >= most) continue;
      ofMonth.push(pair);
      used.add(pair.candidate.transactionId);
    }
  }
  return [...chosen].map(([unpaid, ofMonth]) => ({
    unpaid,
    suggestions: ofMonth.toSorted(byLikelihood).map(({ candidate, match }) => ({ candidate, match })),
  }));
}

function pairsOf<Candidate extends CandidatePayment>(
  unpaid: UnpaidMonth,
  candidates: readonly ReadyPayment<Candidate>[],
  payer: PayerText,
): Pair<Candidate>[] {
  const dueDay = dayNumber(unpaid.dueDate);
  const due = { ...unpaid, dueDay };
  const pairs: Pair<Candidate>[] = [];
  for (let at = firstFrom(candidates, dueDay - daysBefore); at < candidates.length; at += 1) {
    const ready = candidates[at];
    if (ready === undefined || ready.day > dueDay + daysAfter) break;
    const match = matchPayment(due, ready, payer);
    if (match === null) continue;
    pairs.push({ unpaid, candidate: ready.candidate, match, distance: Math.abs(ready.day - dueDay) });
  }
  return pairs;
}

/** Returns the index of the first candidate on or after a day. */
function firstFrom(candidates: readonly { day: number }[], day: number): number {
  let [low, high] = [0, candidates.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((candidates[middle]?.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares by score, distance, month, and id, for a stable order. */
function byLikelihood<Candidate extends CandidatePayment>(a: Pair<Candidate>, b: Pair<Candidate>): number {
  return (
    b.match.score - a.match.score ||
    a.distance - b.distance ||
    compareDates(a.unpaid.dueDate, b.unpaid.dueDate) ||
    a.candidate.transactionId - b.candidate.transactionId
  );
}
