import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { QueryError } from "#client/query-error.tsx";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import { DayAgo } from "#client/words/day-ago.tsx";
import { Button } from "#ui/button.tsx";
import type { DeletedEntry } from "../contract.ts";
import { invalidateDeleted } from "./recently-deleted-queries.ts";
import styles from "./recently-deleted-page.module.css";

type UndoEntry = { undoId: string; text: string; at: string };

type RecentChangesProps = {
  query: UseQueryResult<UndoEntry[]>;
  deleted: readonly DeletedEntry[];
  onUndone: () => void;
};

/** Changes of the last day that can be undone, but for those that the list of deleted items restores. */
export function RecentChanges({ query, deleted, onUndone }: RecentChangesProps) {
  if (query.data === undefined)
    return query.error === null ? null : <QueryError title="Couldn’t load changes" query={query} />;
  const changes = query.data.filter(({ undoId }) => deleted.every(({ id }) => id !== undoId));
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="recent-changes" className={styles.changes}>
      <h2 id="recent-changes">Changes</h2>
      <p className={styles.intro}>You can undo changes to rules, payees, and tags for a day.</p>
      <ChangeList changes={changes} onUndone={onUndone} />
    </section>
  );
}

function ChangeList({ changes, onUndone }: { changes: readonly UndoEntry[]; onUndone: () => void }) {
  const api = useApi();
  const { undo, isPending } = useUndoable({ renew: invalidateDeleted });
  const [undoing, setUndoing] = useState<string | null>(null);

  function takeBack(undoId: string) {
    setUndoing(undoId);
    undo(
      takingBack(() => api.post("/api/Undo", { undoId })),
      onUndone,
    );
  }

  return (
    <ul className={styles.list} aria-labelledby="recent-changes">
      {changes.map(({ undoId, text, at }) => (
        <li key={undoId} className={styles.row}>
          <span className={styles.name}>{text}</span>
          <span className={styles.kind}>
            <DayAgo at={at} />
          </span>
          <Button
            icon="undo"
            isPending={isPending && undoing === undoId}
            onClick={() => takeBack(undoId)}
            aria-label={`Undo: ${text}`}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  );
}
