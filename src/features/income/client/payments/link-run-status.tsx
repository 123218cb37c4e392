import { failureText } from "#client/data/api-failure.ts";
import { moneyText } from "#client/words/money-text.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { ProgressBar } from "#ui/status/progress.tsx";
import { dateWords } from "#shared/time/plain-dates.ts";
import styles from "./link-run-status.module.css";
import { linkedText, rowsText, rowsToRetry, type LinkableRow, type RunResult } from "./payment-run.ts";
import type { LinkRun } from "./use-link-run.ts";

type LinkRunStatusProps = {
  run: LinkRun;
  onRetry: (rows: readonly LinkableRow[], source: { incomeSourceId: number; name: string }) => void;
  onDismiss: () => void;
};

/** Progress of linking; afterward, the rows that couldn't be linked and why, with a retry. */
export function LinkRunStatus({ run, onRetry, onDismiss }: LinkRunStatusProps) {
  if (run.kind === "idle") return null;
  if (run.kind === "running") {
    const { done, total } = run.progress;
    return (
      <ProgressBar
        label={`${run.verb} ${rowsText(total)}`}
        value={done}
        max={total}
        valueText={`${done} of ${total}`}
      />
    );
  }
  const { result, source } = run;
  const left = [...result.failed.map(({ row }) => row), ...result.untried];
  const again = rowsToRetry(result);
  return (
    <div role="alert">
      <Callout
        tone="negative"
        title={`Couldn’t link ${rowsText(left.length)} to ${source.name}`}
        action={
          <span className={styles.actions}>
            {again.length === 0 ? null : (
              <Button size="small" icon="refresh" onClick={() => onRetry(again, source)}>
                Try again
              </Button>
            )}
            <IconButton icon="close" label="Close" size="small" onClick={onDismiss} />
          </span>
        }
      >
        {result.linked.length === 0 ? null : <p>{linkedText(result.linked.length)}</p>}
        <Failures result={result} />
      </Callout>
    </div>
  );
}

function Failures({ result }: { result: RunResult }) {
  return (
    <ul className={styles.list}>
      {result.failed.map(({ row, error }) => (
        <li key={row.transactionId}>
          {rowWords(row)}: {failureText(error)}
        </li>
      ))}
      {result.untried.map((row) => (
        <li key={row.transactionId}>{rowWords(row)}: not attempted.</li>
      ))}
    </ul>
  );
}

function rowWords({ payee, date, amount, isoCurrencyCode }: LinkableRow): string {
  return `${payee}, ${dateWords(date)}, ${moneyText(amount, isoCurrencyCode)}`;
}
