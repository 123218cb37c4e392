import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { conflictsOf } from "#client/forms/field-conflicts.tsx";
import { moneyOf } from "#client/words/money-text.ts";
import { Icon } from "#ui/icon.tsx";
import { useReadOnlyReason } from "#ui/read-only.ts";
import { moneyInputText, readMoneyInput } from "#ui/form/money-input.ts";
import { useUnsavedInput } from "#ui/form/unsaved-guard.ts";
import { Spinner } from "#ui/status/progress.tsx";
import styles from "./estimate-field.module.css";
import { useEstimates, type EstimatedCategory } from "./use-estimates.ts";

type EstimateFieldProps = { budgetId: number; row: EstimatedCategory; isoCurrencyCode: string };

const choiceText = " Press Enter to keep yours, or Escape to use theirs.";

/** Inline field for a category's estimate: Enter or leaving the field saves, Escape discards. */
export function EstimateField({ budgetId, row, isoCurrencyCode }: EstimateFieldProps) {
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const offReason = useReadOnlyReason();
  const { save } = useEstimates(budgetId, isoCurrencyCode);
  const saved = row.estimate === 0 ? null : moneyOf(row.estimate, isoCurrencyCode);
  const savedText = moneyInputText(saved, isoCurrencyCode);
  /** Text being typed; null shows the saved estimate. */
  const [typed, setTyped] = useState<string | null>(null);
  useUnsavedInput(typed !== null);
  /** The row as it was when typing began; the person hasn't seen later changes. */
  const seen = useRef(row);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Set after a conflict: Enter or Escape decides, and leaving the field does nothing. */
  const [isAsking, setAsking] = useState(false);

  function takeBack() {
    setTyped(null);
    setError(null);
    setAsking(false);
  }

  async function commit() {
    if (typed === null || isSaving) return;
    const reading = readMoneyInput(typed, { currency: isoCurrencyCode, allowsNegative: false });
    if (reading.error !== null) {
      setError(reading.error);
      return;
    }
    const next = reading.value ?? 0;
    if (next === (saved ?? 0) && !isAsking) {
      takeBack();
      return;
    }
    setSaving(true);
    setError(null);
    try {
      await save(isAsking ? row : seen.current, next);
      takeBack();
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      const hasConflict = conflictsOf(failure).length > 0;
      setAsking(hasConflict);
      setError(`Not saved. ${failureText(failure)}${hasConflict ? choiceText : ""}`);
    } finally {
      setSaving(false);
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void commit();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || typed === null || isSaving) return;
    event.stopPropagation();
    takeBack();
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit} aria-busy={isSaving || undefined}>
      <label className={styles.label}>
        <span aria-hidden="true">Estimate</span>
        <span className="visually-hidden">Estimate for {row.category}</span>
        <span className={styles.box} data-invalid={error === null ? undefined : ""}>
          <input
            ref={input}
            className={styles.input}
            value={typed ?? savedText}
            placeholder="None"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            disabled={offReason !== null}
            title={offReason ?? undefined}
            readOnly={isSaving}
            aria-invalid={error === null ? undefined : true}
            aria-describedby={error === null ? undefined : errorId}
            onFocus={() => input.current?.select()}
            onChange={(event) => {
              if (typed === null || isAsking) seen.current = row;
              setAsking(false);
              setTyped(event.target.value);
              setError(null);
            }}
            onBlur={() => {
              if (!isAsking) void commit();
            }}
            onKeyDown={handleKeyDown}
          />
          <span className={styles.mark} aria-hidden="true">
            {isSaving ? <Spinner /> : <Icon name="pencil" size="small" />}
          </span>
        </span>
      </label>
      {error === null ? null : (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </form>
  );
}
