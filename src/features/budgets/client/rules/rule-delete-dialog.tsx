import { useState } from "react";
import type { RuleView } from "#features/transactions/contract.ts";
import { failureText } from "#client/data/api-failure.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import { transactionsText } from "../estimate/budget-progress.ts";
import styles from "./rules.module.css";
import { useRuleActions } from "./use-rule-actions.ts";

type RuleDeleteDialogProps = { rule: RuleView; onClose: () => void; onDeleted: () => void };

/** Asks what becomes of the transactions that a rule has sorted. */
export function RuleDeleteDialog({ rule, onClose, onDeleted }: RuleDeleteDialogProps) {
  const { removeRule } = useRuleActions();
  const [fate, setFate] = useState<"clear" | "keep">("clear");
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const { title, transactionCount, actions } = rule;
  // A name stays only as long as a rule gives it.
  const canKeep = transactionCount > 0 && actions.some(({ field }) => field !== "payee");

  async function remove() {
    setPending(true);
    try {
      await removeRule(rule, canKeep && fate === "keep");
      onDeleted();
    } catch (reason) {
      if (!(reason instanceof Error)) throw reason;
      setError(reason);
      setPending(false);
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={`Delete “${title}”`}
      width="info"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" isPending={isPending} onClick={() => void remove()}>
            Delete rule
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        {error === null ? null : (
          <Callout tone="negative" title="Couldn’t delete the rule" isLive>
            {failureText(error)}
          </Callout>
        )}
        <p>
          {transactionCount === 0
            ? "It hasn’t sorted any transactions."
            : `It has sorted ${transactionsText(transactionCount)}.`}{" "}
          You can undo this for a day.
        </p>
        {canKeep ? (
          <RadioGroup
            label="These transactions"
            value={fate}
            onChange={setFate}
            options={[
              { id: "clear", label: "Sort them without the rule" },
              { id: "keep", label: "Keep what it set, as if you’d set it" },
            ]}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
