import { useEffect, useId, useRef, type RefObject } from "react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import type { LookupFailure } from "./product-queries.ts";
import styles from "./lookup-failed.module.css";

type LookupFailedProps = {
  failure: LookupFailure;
  /** Receives the focus when the dialog closes. */
  field: RefObject<HTMLInputElement | null>;
  onRetry: () => void;
};

const title = "Product Not Found";

/**
 * Shows a failed search in a dialog (docs/reference/product.md, "Product search") and on the page below, where it stays
 * after the dialog closes and works without JavaScript.
 */
export function LookupFailed({ failure, field, onRetry }: LookupFailedProps) {
  const retry = failure.canRetry ? onRetry : undefined;
  return (
    <>
      <EmptyState
        title={title}
        icon={failure.canRetry ? "error" : "search"}
        action={
          retry === undefined ? undefined : (
            <Button icon="refresh" onClick={retry}>
              Try again
            </Button>
          )
        }
      >
        <p className={styles.message}>{failure.message}</p>
        <RequestId id={failure.requestId} />
      </EmptyState>
      <FailureDialog failure={failure} field={field} />
    </>
  );
}

function RequestId({ id }: { id: string | null }) {
  if (id === null) return null;
  return (
    <p className={styles.request}>
      Request <code>{id}</code>
    </p>
  );
}

/** Opens when it is rendered, in the browser only. */
function FailureDialog({ failure, field }: Pick<LookupFailedProps, "failure" | "field">) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => field.current?.focus()}
      onKeyDown={(event) => {
        // The command palette would open below this dialog, where it can't be used.
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") event.stopPropagation();
      }}
    >
      <form method="dialog" className={styles.content}>
        <h2 id={`${id}-title`} className={styles.title}>
          <Icon name="warning" className={styles.icon} /> {title}
        </h2>
        <div id={`${id}-text`}>
          <p className={styles.message}>{failure.message}</p>
          <RequestId id={failure.requestId} />
        </div>
        <Button type="submit" variant="primary" className={styles.close}>
          Close
        </Button>
      </form>
    </dialog>
  );
}
