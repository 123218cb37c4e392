import { countText } from "#shared/text/counts.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useMinute } from "#client/words/use-minute.ts";
import { DayAgo } from "#client/words/day-ago.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { periodWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { Chip } from "#ui/status/chip.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import type { ImportView } from "../contract.ts";
import { importsQuery, renewAfterImport } from "./import-queries.ts";
import { countsWords, formatWords } from "./import-words.ts";
import styles from "./imports.module.css";
import { UndoImportDialog } from "./undo-import-dialog.tsx";

const shownAtFirst = 10;

/** Past imports, each with its undo. Nothing to say for a person who hasn't imported yet. */
export function PastImports() {
  const imports = useQuery({ ...importsQuery(useApi()), throwOnError: endsScreen });
  const queryClient = useQueryClient();
  const [undoing, setUndoing] = useState<ImportView | null>(null);
  const [isAll, setIsAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [undoneCount, setUndoneCount] = useState(0);
  useEffect(() => {
    // The import's button is gone, so the heading takes the focus once the dialog has closed.
    if (undoneCount > 0) heading.current?.focus();
  }, [undoneCount]);
  const { data } = imports;
  if (data?.length === 0) return null;
  const shown = isAll ? (data ?? []) : (data ?? []).slice(0, shownAtFirst);
  return (
    <section className={styles.past} aria-labelledby="past-imports">
      <h2 id="past-imports" ref={heading} tabIndex={-1}>
        Past imports
      </h2>
      <UntilLoaded query={imports} what="your imports" className={styles.list}>
        {Array.from({ length: 3 }, (_, row) => (
          <div key={row} className={styles.item}>
            <Skeleton width="40%" />
            <Skeleton width="60%" />
          </div>
        ))}
      </UntilLoaded>
      {data === undefined ? null : (
        <ul className={styles.list} aria-label="Past imports">
          {shown.map((one) => (
            <PastImport key={one.importId} one={one} onUndo={() => setUndoing(one)} />
          ))}
        </ul>
      )}
      {data === undefined || data.length <= shown.length ? null : (
        <Button className={styles.all} onClick={() => setIsAll(true)}>
          Show all {countText(data.length)}
        </Button>
      )}
      {undoing === null ? null : (
        <UndoImportDialog
          undone={undoing}
          onDone={async () => {
            setUndoing(null);
            setUndoneCount((count) => count + 1);
            await renewAfterImport(queryClient);
          }}
          onCancel={() => setUndoing(null)}
        />
      )}
    </section>
  );
}

function PastImport({ one, onUndo }: { one: ImportView; onUndo: () => void }) {
  const { timeZone } = usePublicConfig();
  const { fileName, format, at, undoneAt, counts, period, accountIds } = one;
  const today = dateInZone(new Date(useMinute()), timeZone);
  return (
    <li className={styles.item}>
      <span className={styles.itemName}>{fileName}</span>
      <span className={styles.hint}>
        Imported <DayAgo at={at} /> · {formatWords(format)}
        {period === null ? null : ` · ${periodWords(period.from, period.to, today)}`} · {countsWords(counts)}
      </span>
      {undoneAt === undefined && accountIds.length > 0 ? (
        <Button icon="undo" onClick={onUndo} aria-label={`Undo the import of ${fileName}`}>
          Undo
        </Button>
      ) : (
        <Chip>{undoneAt === undefined ? "Account deleted" : "Undone"}</Chip>
      )}
    </li>
  );
}
