import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { useUndoable, type Done } from "#client/use-undoable.ts";
import { reloadIncome } from "../income-queries.ts";
import {
  linkOneByOne,
  paymentOf,
  rowsText,
  type LinkableRow,
  type RunProgress,
  type RunResult,
} from "./payment-run.ts";

type NamedSource = { incomeSourceId: number; name: string };

/** State of a run that links or unlinks rows. `ended`: some rows couldn't be linked. */
export type LinkRun =
  | { kind: "idle" }
  | { kind: "running"; progress: RunProgress; verb: "Linking" | "Unlinking" }
  | { kind: "ended"; result: RunResult; source: NamedSource };

/** Links rows to a source with one call per row, shows progress, and keeps the rest for a retry. */
export function useLinkRun(onLinked: (rows: readonly LinkableRow[]) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { tell } = useUndoable({ renew: reloadIncome });
  const [run, setRun] = useState<LinkRun>({ kind: "idle" });
  const isRunning = useRef(false);

  async function start(rows: readonly LinkableRow[], source: NamedSource): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    const { incomeSourceId } = source;
    const result = await linkOneByOne(
      rows,
      incomeSourceId,
      (row) => api.post("/api/SaveIncomePayment", paymentOf(row, incomeSourceId)),
      (progress) => setRun({ kind: "running", progress, verb: "Linking" }),
    );
    isRunning.current = false;
    const isWhole = result.failed.length === 0;
    setRun(isWhole ? { kind: "idle" } : { kind: "ended", result, source });
    onLinked(result.linked.map(({ row }) => row));
    if (result.linked.length > 0) tellLinked(result, source);
    await reloadIncome(queryClient);
  }

  function tellLinked({ linked }: RunResult, source: NamedSource) {
    const ids = linked.map(({ incomePaymentId }) => incomePaymentId);
    tell({
      text: `Linked ${rowsText(linked.length)} to ${source.name}.`,
      undo: { failedText: "Couldn’t unlink everything.", run: () => unlink(ids) },
    });
  }

  async function unlink(ids: readonly number[]): Promise<Done> {
    try {
      for (const [done, incomePaymentId] of ids.entries()) {
        setRun({ kind: "running", progress: { done, total: ids.length }, verb: "Unlinking" });
        await api.post("/api/DeleteIncomePayment", { incomePaymentId });
      }
    } finally {
      setRun({ kind: "idle" });
    }
    return { text: `Unlinked ${rowsText(ids.length)}.` };
  }

  return {
    run,
    start: (rows: readonly LinkableRow[], source: NamedSource) => void start(rows, source),
    dismiss: () => setRun({ kind: "idle" }),
  };
}
