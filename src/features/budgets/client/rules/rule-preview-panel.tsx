import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useWatch, type Control } from "react-hook-form";
import type { RulePreview } from "#features/transactions/contract.ts";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { dateText } from "#shared/time/plain-dates.ts";
import { rulePreviewQuery } from "../budget-queries.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { conflictText, nowText } from "./rule-preview-words.ts";
import { ruleOf, ruleSchema, type RuleFields, type RuleInputs } from "./rule-fields.ts";
import styles from "./rules.module.css";

type RulePreviewPanelProps = { ruleId: number; control: Control<RuleInputs, unknown, RuleFields> };

const restMs = 300;

/** Shows what the rule in the form would do, once typing rests. */
export function RulePreviewPanel({ ruleId, control }: RulePreviewPanelProps) {
  const titleId = useId();
  const fields = useRested(useWatch({ control }));
  const read = ruleSchema.safeParse(fields);
  const rule = read.success ? ruleOf(read.data) : null;
  const draft = rule === null ? null : { ruleId, conditions: rule.conditions, actions: rule.actions };
  const { data, error } = useQuery(rulePreviewQuery(useApi(), draft));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <section className={styles.preview} aria-labelledby={titleId} tabIndex={0}>
      <h3 id={titleId} className={styles.legend}>
        Preview
      </h3>
      <div aria-live="polite" className={styles.editor}>
        {draft === null ? (
          <p className={styles.hint}>Complete the rule to see which transactions it matches.</p>
        ) : data === undefined ? (
          <p className={styles.hint}>{error === null ? "Looking for transactions…" : failureText(error)}</p>
        ) : (
          <Preview preview={data} />
        )}
      </div>
    </section>
  );
}

function Preview({ preview }: { preview: RulePreview }) {
  const { total, sum, isoCurrencyCode, conflicts, transactions } = preview;
  if (total === 0) return <p>No transactions match yet.</p>;
  return (
    <>
      <p>
        Matches {transactionsText(total)}, {moneyText(sum, isoCurrencyCode)}. {nowText(preview)}
      </p>
      {conflicts.length === 0 ? null : (
        <ul className={styles.rows}>
          {conflicts.map((conflict) => (
            <li key={`${conflict.ruleId} ${conflict.field}`}>{conflictText(conflict)}</li>
          ))}
        </ul>
      )}
      <ul className={styles.rows}>
        {transactions.map(({ transactionId, date, payee, amount, isoCurrencyCode: code, category }) => (
          <li key={transactionId} className={styles.row}>
            <span className={styles.hint}>{dateText(date)}</span>
            <span>
              {payee} <span className={styles.hint}>{category?.name ?? "No category"}</span>
            </span>
            <span className={styles.amount}>{moneyText(amount, code)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns a value once it hasn't changed for a moment. */
function useRested<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [rested, setRested] = useState({ text, value });
  useEffect(() => {
    if (rested.text === text) return undefined;
    const timer = setTimeout(() => setRested({ text, value }), restMs);
    return () => clearTimeout(timer);
  }, [rested.text, text, value]);
  return rested.value;
}
