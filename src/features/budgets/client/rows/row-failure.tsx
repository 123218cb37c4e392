import type { FailedRequest } from "#client/forms/request-failed-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import styles from "./budget-rows.module.css";

type RowFailureProps = {
  failure: FailedRequest | null;
  isPending: boolean;
};

/** Message about a failed action; the table and the selection are unchanged. */
export function RowFailure({ failure, isPending }: RowFailureProps) {
  if (failure === null) return null;
  return (
    <Callout
      tone="negative"
      isLive
      title="Not saved"
      action={
        <div className={styles.headActions}>
          {failure.retry === null ? null : (
            <Button size="small" isPending={isPending} onClick={failure.retry}>
              Try again
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={failure.close}>
            Close
          </Button>
        </div>
      }
    >
      {failure.text}
    </Callout>
  );
}
