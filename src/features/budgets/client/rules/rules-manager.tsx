import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { RuleView } from "#features/transactions/contract.ts";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { QueryError } from "#client/query-error.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import { categoriesQuery, learningQuery, rulesQuery } from "../budget-queries.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { RuleItem } from "./rule-item.tsx";
import { useRuleActions } from "./use-rule-actions.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import styles from "./rules.module.css";

/** Dialog that lists the person's rules in order, to add, change, move, switch off, and delete them. */
export function RulesManager({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Rules" width="budget" isDismissable>
      <Rules />
    </Dialog>
  );
}

type Open = { kind: "edit"; rule: RuleView | null } | { kind: "delete"; rule: RuleView };

function Rules() {
  const api = useApi();
  const rules = useQuery(rulesQuery(api));
  const learning = useQuery(learningQuery(api));
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const actions = useRuleActions();
  const [open, setOpen] = useState<Open | null>(null);
  const [dragging, setDragging] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { data, error } = rules;
  const create = () => setOpen({ kind: "edit", rule: null });
  const close = () => setOpen(null);

  if (data === undefined && error !== null) {
    return <QueryError headingLevel={3} title="Couldn’t load your rules" query={rules} />;
  }
  if (data === undefined || learning.isPending) return <ListSkeleton />;

  /** Moves a rule to another place. A button that moved it keeps the focus. */
  function move(from: number, to: number) {
    const ids = data?.map(({ ruleId }) => ruleId) ?? [];
    const [moved] = ids.splice(from, 1);
    if (moved === undefined || from === to) return;
    actions.order(ids.toSpliced(to, 0, moved));
  }

  return (
    <div className={styles.manager}>
      <div className={styles.head}>
        <p className={styles.hint}>For each thing that rules set, the first one that matches wins.</p>
        <Button variant="primary" icon="plus" onClick={create}>
          New rule
        </Button>
      </div>
      {error === null ? null : (
        <Callout tone="warning" title="These rules may be out of date" isLive>
          {failureText(error)}
        </Callout>
      )}
      <div ref={list} tabIndex={-1}>
        {data.length === 0 ? (
          <EmptyState title="No rules yet" headingLevel={3} icon="tag">
            A rule sorts transactions for you, such as “Nine Plums is always Groceries”. You can also make one
            from a transaction’s menu.
          </EmptyState>
        ) : (
          <ol className={styles.list} aria-busy={actions.isPending || undefined}>
            {data.map((rule, at) => (
              <RuleItem
                key={rule.ruleId}
                rule={rule}
                number={at + 1}
                isLast={at === data.length - 1}
                categories={categories}
                dragging={dragging}
                onDrag={setDragging}
                onMove={(by) => move(at, at + by)}
                onDrop={(from) => move(from, at)}
                onSwitch={() => actions.setOn(rule, !rule.isOn)}
                onEdit={() => setOpen({ kind: "edit", rule })}
                onDelete={() => setOpen({ kind: "delete", rule })}
              />
            ))}
          </ol>
        )}
      </div>
      {learning.data === undefined ? null : (
        <Checkbox
          label="Guess categories from my choices"
          description="If you choose the same category for a payee twice, its other transactions get it, too. A rule can stop that for one payee."
          value={learning.data.isOn}
          onChange={actions.setLearning}
        />
      )}
      {open?.kind === "edit" ? <RuleDialog rule={open.rule} onClose={close} /> : null}
      {open?.kind === "delete" ? (
        <RuleDeleteDialog
          rule={open.rule}
          onClose={close}
          onDeleted={() => {
            close();
            focusWhenLost(list.current);
          }}
        />
      ) : null}
      <RequestFailedDialog failure={actions.failure} isPending={actions.isPending} />
    </div>
  );
}

function ListSkeleton() {
  return (
    <LoadingRegion label="Loading rules" className={styles.manager}>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Skeleton key={line} height="var(--size-control)" />
      ))}
    </LoadingRegion>
  );
}

type RuleDeleteDialogProps = { rule: RuleView; onClose: () => void; onDeleted: () => void };

/** Asks what becomes of the transactions that a rule has sorted. */
function RuleDeleteDialog({ rule, onClose, onDeleted }: RuleDeleteDialogProps) {
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
