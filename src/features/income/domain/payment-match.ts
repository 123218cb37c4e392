import { compareMoney, percentOfMoney, type Money } from "#shared/money.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";

/** A month of a source for which money is still to come: `outstanding` > 0. */
export type UnpaidMonth = {
  incomeSourceId: number;
  month: string;
  dueDate: string;
  due: Money;
  outstanding: Money;
};

/** A row of the ledger that could pay: money that came in (`amount` > 0), in the source's currency, and pays no source yet. */
export type CandidatePayment = {
  transactionId: number;
  /** The day of the payment that it would be. */
  paymentDate: string;
  amount: Money;
  isoCurrencyCode: string;
  name: string;
  merchantName: string | null;
  /** As the ledger compares payers. */
  payeeKey: string;
};

/** What is known of a source beside its dates and amounts. */
export type PayerHints = {
  name: string;
  description: string;
  expectedPaymentMemos: readonly string[];
  /** How often each payer was linked to this source, by `payeeKey`. */
  knownPayers: ReadonlyMap<string, number>;
  /** Payers that were linked to other sources, by `payeeKey`. */
  payersOfOthers: ReadonlySet<string>;
};

/** A row made ready to be held against many months: its text as it is compared, and its day as a number. */
export type ReadyPayment<Candidate extends CandidatePayment = CandidatePayment> = {
  candidate: Candidate;
  text: string;
  day: number;
};

/** Reads a row once, however many months it is held against. */
export function readyPayment<Candidate extends CandidatePayment>(
  candidate: Candidate,
): ReadyPayment<Candidate> {
  const text = ` ${comparable(`${candidate.name} ${candidate.merchantName ?? ""}`)} `;
  return { candidate, text, day: dayNumber(candidate.paymentDate) };
}

/** Days since some day long ago. */
export function dayNumber(date: string): number {
  return daysBetween("2000-01-01", date);
}

/** How likely a row pays a month, 0 to 100, and why in words, the strongest reason first. */
export type PaymentMatch = { score: number; reasons: string[] };

type Evidence = { points: number; reason: string };

/** Days before and after the due date in which a payment is looked for. */
export const daysBefore = 15;
export const daysAfter = 45;

/** Below this the evidence is no more than a coincidence: a near date alone, or a word alone. */
const leastScore = 45;
const pointsOfOthersPayer = 30;

/** The words of a source, read once for all rows. */
export type PayerText = { hints: PayerHints; memos: { text: string; written: string }[]; words: string[] };

/** Words that stand in the names of sources and transactions whoever pays. */
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
 * How likely a row of the ledger pays a month, by amount, nearness to the due date, the payer's text and earlier links
 * (docs/reference/money.md, "Suggestions"); null where too little speaks for it. `dueDay` is the due date's `dayNumber`.
 */
export function matchPayment(
  unpaid: UnpaidMonth & { dueDay: number },
  { candidate, text, day }: ReadyPayment,
  payer: PayerText,
): PaymentMatch | null {
  const days = day - unpaid.dueDay;
  if (days < -daysBefore || days > daysAfter) return null;
  const evidence = [
    ofAmount(unpaid, candidate.amount),
    ofNearness(days),
    ofEarlierLinks(payer.hints, candidate.payeeKey),
    ofText(payer, text),
  ].filter((one): one is Evidence => one !== null && one.points > 0);
  const isOthers =
    payer.hints.payersOfOthers.has(candidate.payeeKey) && !payer.hints.knownPayers.has(candidate.payeeKey);
  const points = evidence.reduce((sum, one) => sum + one.points, isOthers ? -pointsOfOthersPayer : 0);
  if (points < leastScore) return null;
  const reasons = evidence.toSorted((a, b) => b.points - a.points).map(({ reason }) => reason);
  return { score: Math.min(100, points), reasons };
}

function ofAmount({ due, outstanding }: UnpaidMonth, amount: Money): Evidence | null {
  const isPartlyPaid = compareMoney(outstanding, due) !== 0;
  if (compareMoney(amount, outstanding) === 0)
    return { points: 45, reason: isPartlyPaid ? "Exactly what is still due" : "Exactly the amount due" };
  if (compareMoney(amount, due) === 0) return { points: 25, reason: "The whole amount of the month" };
  const percent = percentOfMoney(amount, outstanding, "down");
  if (percent >= 98 && percentOfMoney(amount, outstanding, "up") <= 102)
    return { points: 30, reason: "Nearly the amount due" };
  if (compareMoney(amount, outstanding) > 0) return { points: 5, reason: "More than the amount due" };
  return percent >= 25 ? { points: 10, reason: "A part of the amount due" } : null;
}

function ofNearness(days: number): Evidence | null {
  const distance = Math.abs(days);
  const points = distance <= 3 ? 25 : distance <= 7 ? 18 : distance <= 14 ? 10 : distance <= 31 ? 3 : 0;
  const words = distance === 1 ? "1 day" : `${distance} days`;
  if (days === 0) return { points, reason: "On the due date" };
  return { points, reason: days < 0 ? `${words} before the due date` : `${words} after the due date` };
}

function ofEarlierLinks({ knownPayers }: PayerHints, payeeKey: string): Evidence | null {
  const count = knownPayers.get(payeeKey) ?? 0;
  if (count === 0) return null;
  const payments = count === 1 ? "an earlier payment" : `${count} earlier payments`;
  return { points: 30, reason: `The payer of ${payments}` };
}

function ofText({ hints, memos, words }: PayerText, text: string): Evidence | null {
  const memo = memos.find((one) => text.includes(` ${one.text} `));
  if (memo !== undefined) return { points: 30, reason: `Says “${memo.written}”` };
  const word = words.find((one) => text.includes(` ${one} `));
  return word === undefined ? null : { points: 20, reason: `Names “${asWritten(hints, word)}”` };
}

/** Lower case, without accents and punctuation, one space between words. */
function comparable(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The word as the person wrote it in the source's name or description. */
function asWritten({ name, description }: PayerHints, word: string): string {
  return (
    `${name} ${description}`.split(/[^\p{L}\p{M}\p{N}]+/u).find((one) => comparable(one) === word) ?? word
  );
}

function isNumber(word: string): boolean {
  return /^\p{N}+$/u.test(word);
}
