import { useState } from "react";
import type { PayeeView, RuleAction } from "#features/transactions/contract.ts";
import { useApi } from "#client/app-context.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { ledgerActs } from "../rows/row-acts.ts";
import { payeeKeyOf } from "./payee-order.ts";

/** A choice for a payee, with its words in a sentence. */
export type PayeeChoice = { action: RuleAction; words: string };

/**
 * Sorts payees one after the other, without waiting for the answers. `chosen` holds the words of what was chosen since the
 * screen was opened, by the payee's key, until it fails or is undone.
 */
export function usePayeeSorting() {
  const api = useApi();
  const undoable = useUndoable({ renew: reloadBudgets });
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());

  const mark = (key: string, words: string | null) =>
    setChosen((before) => {
      const after = new Map(before);
      if (words === null) after.delete(key);
      else after.set(key, words);
      return after;
    });

  function sort(payee: PayeeView, { action, words }: PayeeChoice): void {
    const key = payeeKeyOf(payee);
    const { failedText, run } = ledgerActs(api).always(payee.transactionId, action, words);
    mark(key, words);
    undoable.perform({
      failedText,
      run: async () => {
        try {
          mark(key, words);
          const { text, undo } = await run();
          if (undo === undefined) return { text };
          return { text, undo: { ...undo, run: () => undo.run().finally(() => mark(key, null)) } };
        } catch (error) {
          mark(key, null);
          throw error;
        }
      },
    });
  }

  return { sort, chosen, isPending: undoable.isPending, failure: undoable.failure };
}
