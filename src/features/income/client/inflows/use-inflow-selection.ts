import { useState } from "react";
import type { TransactionView } from "#shared/finance-shapes.ts";

/** Keeps the selected rows with all that linking needs, across pages and searches. */
export function useInflowSelection(pageRows: readonly TransactionView[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, TransactionView>>(new Map());

  function change(ids: ReadonlySet<string>): void {
    const known = new Map(pageRows.map((row) => [String(row.transactionId), row]));
    const next = new Map<string, TransactionView>();
    // Keeps the order of selection, in which they are linked.
    for (const id of [...[...chosen.keys()].filter((before) => ids.has(before)), ...ids]) {
      const row = known.get(id) ?? chosen.get(id);
      if (row !== undefined) next.set(id, row);
    }
    setChosen(next);
  }

  return {
    rows: [...chosen.values()],
    ids: new Set(chosen.keys()),
    change,
    drop: (transactionIds: readonly number[]) =>
      setChosen((before) => {
        const gone = new Set(transactionIds.map(String));
        return new Map([...before].filter(([id]) => !gone.has(id)));
      }),
  };
}
