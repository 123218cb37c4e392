import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { paths } from "#client/routing/paths.ts";
import { Button, buttonClassName, IconButton } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Spinner } from "#ui/status/spinner.tsx";
import type { AccessItemView } from "../../contract.ts";
import type { BankLink, BankLinkState } from "./bank-link.ts";
import { DuplicateDialog } from "./duplicate-dialog.tsx";
import type { LinkRequest } from "./link-memory.ts";
import styles from "./link-progress.module.css";

// Plaid's dialog comes when it is first opened; with the sandbox never.
const PlaidDialog = lazy(async () => ({ default: (await import("./plaid-dialog.tsx")).PlaidDialog }));

type LinkProgressProps = { link: BankLink; state: BankLinkState };

/** Where linking or repairing stands, above the cards: under way, a question, a failure, or what comes next. */
export function LinkProgress({ link, state }: LinkProgressProps) {
  return (
    <>
      {/* There from the start, so that what appears in it is read out. */}
      <div aria-live="polite" className={styles.status}>
        <StatusFace link={link} state={state} />
      </div>
      <div role="alert" className={styles.status}>
        {state.kind === "failed" ? <Failed link={link} state={state} /> : null}
      </div>
      {state.kind === "dialog" ? (
        <Suspense fallback={null}>
          <PlaidDialog key={state.linkToken} link={link} dialog={state} />
        </Suspense>
      ) : null}
      {state.kind === "duplicate" ? <DuplicateDialog link={link} duplicate={state} /> : null}
    </>
  );
}

function StatusFace({ link, state }: LinkProgressProps) {
  switch (state.kind) {
    case "completing":
      return (
        <Callout icon="link">
          <span className={styles.waiting}>
            {state.request.kind === "create"
              ? "The bank is being linked…"
              : `${state.request.institutionName} is asked how it is…`}
            <Spinner />
          </span>
        </Callout>
      );
    case "dialog":
      return (
        <Callout icon="lock">
          <span className={styles.waiting}>
            The bank’s dialog opens over this page.
            <Spinner />
          </span>
        </Callout>
      );
    case "unasked":
      return (
        <Callout
          tone="warning"
          title="Finish linking a bank?"
          action={
            <span className={styles.actions}>
              <Button size="small" onClick={link.dismiss}>
                No
              </Button>
              <Button size="small" variant="primary" onClick={link.finish}>
                Finish linking
              </Button>
            </span>
          }
        >
          This address carries a bank login that was not begun in this tab. Go on only if it was you.
        </Callout>
      );
    case "linked":
      return <Linked item={state.item} onClose={link.dismiss} />;
    default:
      return null;
  }
}

/** What a person can do with a bank that was just linked. */
function Linked({ item, onClose }: { item: AccessItemView; onClose: () => void }) {
  return (
    <Callout
      tone="positive"
      title={`${item.institution.name} is linked.`}
      action={
        <span className={styles.actions}>
          <Link to={paths.spending()} className={buttonClassName({ size: "small" })}>
            Make a budget
          </Link>
          <Link
            to={paths.accountIncome(item.institutionAccessItemId)}
            className={buttonClassName({ size: "small" })}
          >
            Track income
          </Link>
          <IconButton icon="close" label="Close" size="small" onClick={onClose} />
        </span>
      }
    >
      Its transactions come in below; you need not wait for them.
    </Callout>
  );
}

type FailedProps = { link: BankLink; state: BankLinkState & { kind: "failed" } };

function Failed({ link, state }: FailedProps) {
  const { request, message, requestId, canRetry } = state;
  return (
    <Callout
      tone="negative"
      title={failureTitle(request)}
      action={
        <span className={styles.actions}>
          {canRetry ? (
            <Button size="small" icon="refresh" onClick={link.retry}>
              Try again
            </Button>
          ) : (
            <Button size="small" onClick={() => link.start(request)}>
              Begin again
            </Button>
          )}
          <IconButton icon="close" label="Close" size="small" onClick={link.dismiss} />
        </span>
      }
    >
      <p>{message}</p>
      {requestId === undefined ? null : (
        <p className={styles.request}>
          Request <code>{requestId}</code>
        </p>
      )}
    </Callout>
  );
}

function failureTitle(request: LinkRequest): string {
  if (request.kind === "create") return "The bank is not linked.";
  return request.kind === "repair"
    ? `${request.institutionName} is not repaired.`
    : `The accounts of ${request.institutionName} are as they were.`;
}
