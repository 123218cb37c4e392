import { useEffect, useRef, useState, type MouseEvent } from "react";
import { ApiError } from "#shared/envelope.ts";
import type { Decision, FieldConflict } from "#shared/field-merge.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import styles from "./field-conflicts.module.css";

/** Conflicts of a rejected save, and the person's choice. */
export type FieldConflicts = {
  shown: readonly FieldConflict[];
  /** Returns choices made since the last save, for the body of the next one. */
  takeDecided: () => { decided?: Decision[] };
  /** Shows the conflicts of a failed save; false if it failed for another reason. */
  show: (error: unknown) => boolean;
  choose: (keep: Decision["keep"]) => void;
};

/** Manages conflicts for a form whose saves have `basedOn`; shown in a `ConflictPanel`. */
export function useFieldConflicts(): FieldConflicts {
  const [shown, setShown] = useState<readonly FieldConflict[]>([]);
  const sent = useRef<readonly Decision[]>([]);
  const next = useRef<readonly Decision[]>([]);
  return {
    shown,
    takeDecided: () => {
      sent.current = next.current;
      next.current = [];
      return sent.current.length === 0 ? {} : { decided: [...sent.current] };
    },
    show: (error) => {
      const conflicts = conflictsOf(error);
      setShown(conflicts);
      return conflicts.length > 0;
    },
    choose: (keep) => {
      // Includes earlier choices, so that a second conflict doesn't ask about the first again.
      next.current = [...sent.current, ...shown.map(({ field, theirs }) => ({ field, theirs, keep }))];
    },
  };
}

/** Returns the conflicts of a rejected save; empty for other failures. */
export function conflictsOf(error: unknown): readonly FieldConflict[] {
  if (!(error instanceof ApiError) || error.statusCode !== 409) return [];
  const { data } = error;
  if (typeof data !== "object" || data === null || !("conflicts" in data)) return [];
  return Array.isArray(data.conflicts) ? data.conflicts.filter(isConflict) : [];
}

function isConflict(value: unknown): value is FieldConflict {
  return typeof value === "object" && value !== null && "field" in value && "theirs" in value;
}

/** Returns the errors of a failed change, with a sentence if the item was deleted; `thing` is as in "This budget". */
export function withGoneWords(
  errors: Readonly<Record<string, string[]>>,
  thing: string,
): Record<string, string[]> {
  if (!("NOT_FOUND" in errors)) return errors;
  return { ...errors, NOT_FOUND: [`${thing} was deleted in the meantime. Your changes weren’t saved.`] };
}

/** Panel in a form with both values of each field and buttons to choose one. */
export function ConflictPanel({
  conflicts: { shown, choose },
  isSaving,
}: {
  conflicts: FieldConflicts;
  isSaving: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown.length > 0) box.current?.focus();
  }, [shown]);
  if (shown.length === 0) return null;

  function save(keep: Decision["keep"]) {
    return (event: MouseEvent<HTMLButtonElement>) => {
      choose(keep);
      event.currentTarget.form?.requestSubmit();
    };
  }

  return (
    <div ref={box} role="alert" tabIndex={-1}>
      <Callout tone="warning" title="Not saved: changed in the meantime">
        <p>This was changed elsewhere while you were editing. Which version do you want to keep?</p>
        <dl className={styles.list}>
          {shown.map(({ field, label, mine, theirs }) => (
            <div key={field}>
              <dt className={styles.field}>{label}</dt>
              <dd className={styles.value}>Yours: {mine}</dd>
              <dd className={styles.value}>Theirs: {theirs}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.choices}>
          <Button size="small" isPending={isSaving} onClick={save("mine")}>
            Keep mine
          </Button>
          <Button size="small" isPending={isSaving} onClick={save("theirs")}>
            Use theirs
          </Button>
        </div>
      </Callout>
    </div>
  );
}
