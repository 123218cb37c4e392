import type { Api } from "#client/data/api.ts";
import { takingBack, type Act } from "#client/use-undoable.ts";
import { countWords } from "#shared/text/counts.ts";
import { listCounts } from "#shared/text/list-words.ts";
import { shortDateWords } from "#shared/time/plain-dates.ts";
import type { DetectedSourceView } from "../../contract.ts";
import { dueAmount, rhythmText } from "../due/due-words.ts";

/** Id of an offered source in its list. */
export function detectedId(one: DetectedSourceView): string {
  return Object.values(keyOf(one)).join(" ");
}

/** "Bill · Monthly on the 3rd · about $80.00 · last Nov 3". */
export function detectedText(one: DetectedSourceView, today: string): string {
  const income = one.incomeSourceType === "Other" ? "Income" : one.incomeSourceType;
  const amount = dueAmount({ ...one, due: one.amountDue, isPaid: false });
  const last = `last ${shortDateWords(one.lastDate, today)}`;
  return `${one.direction === "in" ? income : "Bill"} · ${rhythmText(one)} · ${amount} · ${last}`;
}

/** "4 payments", "2 deposits". */
export function paymentsText({ direction, paymentCount }: DetectedSourceView): string {
  return countWords(paymentCount, direction === "in" ? "deposit" : "payment");
}

/** Label of the button for what is chosen: "Add 13 bills and 1 income source". */
export function addLabel(chosen: readonly DetectedSourceView[]): string {
  return chosen.length === 0 ? "Add none of these" : `Add ${sourcesText(chosen)}`;
}

function sourcesText(sources: readonly DetectedSourceView[]): string {
  const incomeCount = sources.filter(({ direction }) => direction === "in").length;
  return listCounts([
    [sources.length - incomeCount, "bill"],
    [incomeCount, "income source"],
  ]);
}

/** Adds what is accepted and stops offering the rest; the undo takes both back at once. */
export function decideDetected(
  api: Api,
  choice: { accept: readonly DetectedSourceView[]; refuse: readonly DetectedSourceView[] },
): Act {
  const [accept, refuse] = [choice.accept.map(keyOf), choice.refuse.map(keyOf)];
  return {
    failedText: "Couldn’t add these.",
    run: async () => {
      const { incomeSourceIds, paymentCount } = await api.post("/api/DecideDetectedSources", {
        accept,
        refuse,
      });
      return {
        text:
          incomeSourceIds.length === 0
            ? "These won’t be offered again."
            : `Added ${sourcesText(choice.accept)} with ${countWords(paymentCount, "payment")}.`,
        undo: takingBack(() => api.post("/api/UndoDetectedSources", { incomeSourceIds, refused: refuse })),
      };
    },
  };
}

function keyOf({ institutionAccessItemId, direction, payeeKey, isoCurrencyCode }: DetectedSourceView) {
  return { institutionAccessItemId, direction, payeeKey, isoCurrencyCode };
}
