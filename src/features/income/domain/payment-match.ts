import { compareMoney, percentOfMoney, type Money } from "#shared/money.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";

/** A month of a source that isn't fully paid: `outstanding` > 0. */
export type UnpaidMonth = {
  incomeSourceId: number;
  month: string;
  dueDate: string;
  due: Money;
  outstanding: Money;
  /** The amount varies. */
  isAbout: boolean;
};

/** A ledger row that could be a payment: money in (`amount` > 0), in the source's currency, not linked yet. */
export type CandidatePayment = {
  transactionId: number;
  /** The payment date it would have. */
  paymentDate: string;
  amount: Money;
  isoCurrencyCode: string;
  name: string;
  merchantName: string | null;
  /** The ledger's normalized payer. */
  payeeKey: string;
};

/** Known facts about a source's payers, apart from dates and amounts. */
export type PayerHints = {
  name: string;
  description: string;
  expectedPaymentMemos: readonly string[];
  /** Number of links of each payer to this source, by `payeeKey`. */
  knownPayers: ReadonlyMap<string, number>;
  /** Payers linked to other sources, by `payeeKey`. */
  payersOfOthers: ReadonlySet<string>;
};

/** A row prepared for matching with many months: normalized text, and the day as a number. */
export type ReadyPayment<Candidate extends CandidatePayment = CandidatePayment> = {
  candidate: Candidate;
  text: string;
  day: number;
};

/** Prepares a row once for matching with any number of months. */
export function readyPayment<Candidate extends CandidatePayment>(
  candidate: Candidate,
): ReadyPayment<Candidate> {
  const text = ` ${comparable(`${candidate.name} ${candidate.merchantName ?? ""}`)} `;
  return { candidate, text, day: dayNumber(candidate.paymentDate) };
}

/** Days since a fixed date. */
export function dayNumber(date: string): number {
  return daysBetween("2000-01-01", date);
}

/**
 * Likelihood that a row pays a month, 0 to 100, with the reasons, strongest first. It's strong if the payer is known or named,
 * and amount and date fit.
 */
export type PaymentMatch = { score: number; isStrong: boolean; reasons: string[] };

type Evidence = { points: number; reason: string };

/** Days before and after the due date in which payments are searched. */
export const daysBefore = 15;
export const daysAfter = 45;

/** Minimum score. Less may be a coincidence: a close date or a word alone. */
const leastScore = 45;
/** Points from which an amount fits, and a date. */
const fittingAmount = 15;
const fittingDate = 10;
const pointsOfOthersPayer = 30;

/** Text of a source, prepared once for all rows. */
export type PayerText = { hints: PayerHints; memos: { text: string; written: string }[]; words: string[] };

/** Words common in names of sources and transactions, whoever pays. */
const commonWords = new Set(
  "rent rental loan loans payment payments paid pay from the and for unit apt apartment monthly month deposit transfer income other house home street tenant lease zelle venmo ach check mobile online".split(
    " ",
  ),
);

/** Prepares the text of a source for `matchPayment`. */
export function payerText(hints: PayerHints): PayerText {
  const words = comparable(`${hints.name} ${hints.description.slice(0, 500)}`).split(" ");
  return {
    hints,
    memos: hints.expectedPaymentMemos
      .map((written) => ({ text: comparable(written), written }))
      .filter(({ text }) => text.length > 1),
    words: [...new Set(words)].filter((word) => word.length > 2 && !commonWords.has(word) && !isNumber(word)),
  };
}

/**
 * Scores how likely a ledger row pays a month, by amount, distance to the due date, payer text, and earlier links
 * (docs/reference/money.md, "Suggestions"). Returns null if the evidence is too weak. `dueDay` is the due date's
 * `dayNumber`.
 */
export function matchPayment(
  unpaid: UnpaidMonth & { dueDay: number },
  { candidate, text, day }: ReadyPayment,
  payer: PayerText,
): PaymentMatch | null {
  const days = day - unpaid.dueDay;
  if (days < -daysBefore || days > daysAfter) return null;
  const amount = amountEvidence(unpaid, candidate.amount);
  const date = dateEvidence(days);
  const known = payerEvidence(payer.hints, candidate.payeeKey);
  const named = textEvidence(payer, text);
  const evidence = [amount, date, known, named].filter(
    (one): one is Evidence => one !== null && one.points > 0,
  );
  const isOthers =
    payer.hints.payersOfOthers.has(candidate.payeeKey) && !payer.hints.knownPayers.has(candidate.payeeKey);
  const points = evidence.reduce((sum, one) => sum + one.points, isOthers ? -pointsOfOthersPayer : 0);
  if (points < leastScore) return null;
  const reasons = evidence.toSorted((a, b) => b.points - a.points).map(({ reason }) => reason);
  const isFitting = (amount?.points ?? 0) >= fittingAmount && (date?.points ?? 0) >= fittingDate;
  const isStrong = !isOthers && (known !== null || named !== null) && isFitting;
  return { score: Math.min(100, points), isStrong, reasons };
}

function amountEvidence({ due, outstanding, isAbout }: UnpaidMonth, amount: Money): Evidence | null {
  const isPartlyPaid = compareMoney(outstanding, due) !== 0;
  if (compareMoney(amount, outstanding) === 0)
    return { points: 45, reason: isPartlyPaid ? "Exactly what’s still due" : "Exactly the amount due" };
  if (compareMoney(amount, due) === 0) return { points: 25, reason: "The month’s full amount" };
  const percent = percentOfMoney(amount, outstanding, "down");
  const percentUp = percentOfMoney(amount, outstanding, "up");
  if (percent >= 98 && percentUp <= 102) return { points: 30, reason: "Close to the amount due" };
  if (isAbout && percent >= 50 && percentUp <= 200)
    return { points: fittingAmount, reason: "About the amount due" };
  if (compareMoney(amount, outstanding) > 0) return { points: 5, reason: "More than the amount due" };
  return percent >= 25 ? { points: 10, reason: "Part of the amount due" } : null;
}

function dateEvidence(days: number): Evidence | null {
  const distance = Math.abs(days);
  const points = distance <= 3 ? 25 : distance <= 7 ? 18 : distance <= 14 ? 10 : distance <= 31 ? 3 : 0;
  const words = distance === 1 ? "1 day" : `${distance} days`;
  if (days === 0) return { points, reason: "On the due date" };
  return { points, reason: days < 0 ? `${words} before the due date` : `${words} after the due date` };
}

function payerEvidence({ knownPayers }: PayerHints, payeeKey: string): Evidence | null {
  const count = knownPayers.get(payeeKey) ?? 0;
  if (count === 0) return null;
  const payments = count === 1 ? "an earlier payment" : `${count} earlier payments`;
  return { points: 30, reason: `Same payer as ${payments}` };
}

function textEvidence({ hints, memos, words }: PayerText, text: string): Evidence | null {
  const memo = memos.find((one) => text.includes(` ${one.text} `));
  if (memo !== undefined) return { points: 30, reason: `Mentions “${memo.written}”` };
  const word = words.find((one) => text.includes(` ${one} `));
  return word === undefined ? null : { points: 20, reason: `Includes “${asWritten(hints, word)}”` };
}

/** Normalizes text: lower case, no accents or punctuation, single spaces. */
function comparable(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Returns a word as written in the source's name or description. */
function asWritten({ name, description }: PayerHints, word: string): string {
  return (
    `${name} ${description}`.split(/[^\p{L}\p{M}\p{N}]+/u).find((one) => comparable(one) === word) ?? word
  );
}

function isNumber(word: string): boolean {
  return /^\p{N}+$/u.test(word);
}
