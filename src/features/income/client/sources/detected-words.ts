import type { Api } from "#client/data/api.ts";
import { moneyText } from "#client/words/money-text.ts";
import { takingBack, type Act } from "#client/use-undoable.ts";
import { shortDateWords } from "#shared/time/plain-dates.ts";
import type { DetectedIncomeView } from "../../contract.ts";

/** Id of an offered source in its list. */
export function detectedId({ payeeKey, isoCurrencyCode }: DetectedIncomeView): string {
  return `${isoCurrencyCode} ${payeeKey}`;
}

/** "Rent · $1,040.00 by the 5th · 4 deposits, last Nov 3". */
export function detectedWords(one: DetectedIncomeView, today: string): string {
  const { incomeSourceType, amountDue, isoCurrencyCode, dayOfMonthDue, payments } = one;
  const due = `${moneyText(amountDue, isoCurrencyCode)} ${dueDayWords(dayOfMonthDue)}`;
  const last = payments.reduce((latest, { date }) => (date > latest ? date : latest), "");
  const count = payments.length === 1 ? "1 deposit" : `${payments.length} deposits`;
  return `${incomeSourceType === "Other" ? "" : `${incomeSourceType} · `}${due} · ${count}, last ${shortDateWords(last, today)}`;
}

/** "by the 5th", "by the end of the month" (docs/reference/money.md, "Income sources"). */
export function dueDayWords(day: number): string {
  return day === 31 ? "by the end of the month" : `by the ${ordinal(day)}`;
}

const endings = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" };
const ordinals = new Intl.PluralRules("en-US", { type: "ordinal" });

/** "1st", "22nd". */
export function ordinal(day: number): string {
  return `${day}${endings[ordinals.select(day)]}`;
}

/** Label of the button for a number of chosen sources. */
export function addLabel(count: number): string {
  if (count === 0) return "Add none of these";
  return count === 1 ? "Add 1 source" : `Add ${count} sources`;
}

/** Adds the accepted sources and stops offering the others; the undo takes both back at once. */
export function decideDetected(
  api: Api,
  institutionAccessItemId: number,
  choice: { accept: readonly DetectedIncomeView[]; refuse: readonly DetectedIncomeView[] },
): Act {
  const [accept, refuse] = [choice.accept.map(keyOf), choice.refuse.map(keyOf)];
  return {
    failedText: "Couldn’t add these sources.",
    run: async () => {
      const { incomeSourceIds, paymentCount } = await api.post("/api/DecideDetectedIncome", {
        institutionAccessItemId,
        accept,
        refuse,
      });
      const sources = incomeSourceIds.length === 1 ? "1 source" : `${incomeSourceIds.length} sources`;
      const payments = paymentCount === 1 ? "1 payment" : `${paymentCount} payments`;
      return {
        text:
          incomeSourceIds.length === 0
            ? "These deposits won’t be offered again."
            : `Added ${sources} and linked ${payments}.`,
        undo: takingBack(() =>
          api.post("/api/UndoDetectedIncome", { institutionAccessItemId, incomeSourceIds, refused: refuse }),
        ),
      };
    },
  };
}

function keyOf({ payeeKey, isoCurrencyCode }: DetectedIncomeView) {
  return { payeeKey, isoCurrencyCode };
}
