import { Suspense } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import { UnloadedDialog } from "#client/forms/lazy-dialog.tsx";
import { AfterLink } from "#client/finance-panels.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy/lazy-part.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Spinner } from "#ui/status/spinner.tsx";
import { countWords } from "#shared/text/counts.ts";
import { failureText } from "#client/data/api-failure.ts";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { listWords } from "#shared/text/list-words.ts";
import type { AccessItemView } from "../../contract.ts";
import type { BankLink, BankLinkState } from "./bank-link.ts";
import type { LinkRequest } from "./link-memory.ts";
import { accountLabel, isLinked } from "#shared/banks.ts";
import styles from "./link-progress.module.css";

// Loaded when first opened; never with the sandbox.
const PlaidDialog = lazyPart(
  async () => (await import("./plaid-dialog.tsx")).PlaidDialog,
  ({ link, ...attempt }) => <UnloadedDialog {...attempt} onClose={() => link.dialogClosed(null)} />,
);

type LinkProgressProps = {
  link: BankLink;
  state: BankLinkState;
  /** The banks as they are now; undefined until they're loaded. */
  items: readonly AccessItemView[] | undefined;
};

/** Status of linking or repairing above the cards: progress, a question, a failure, or next steps. */
export function LinkProgress({ link, state, items }: LinkProgressProps) {
  return (
    <>
      {/* Rendered from the start, so that screen readers announce changes. */}
      <div aria-live="polite" className={styles.status}>
        <LinkStatus link={link} state={state} items={items} />
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

function LinkStatus({ link, state, items }: LinkProgressProps) {
  switch (state.kind) {
    case "completing":
      return (
        <Callout icon="link">
          <span className={styles.waiting}>
            {state.request.kind === "create"
              ? "Linking your bank…"
              : `Checking ${state.request.institutionName}…`}
            <Spinner />
          </span>
        </Callout>
      );
    case "dialog":
      return (
        <Callout icon="lock">
          <span className={styles.waiting}>
            Opening your bank’s dialog…
            <Spinner />
          </span>
        </Callout>
      );
    case "unexpected":
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
          This bank sign-in wasn’t started in this tab. Continue only if you started it.
        </Callout>
      );
    case "linked":
      return <Linked item={nowOf(state.item, items)} onClose={link.dismiss} />;
    default:
      return null;
  }
}

/** Returns a bank as it is now, because the message about its link stays until it's closed. */
function nowOf(item: AccessItemView, items: LinkProgressProps["items"] = []): AccessItemView {
  return items.find((one) => one.institutionAccessItemId === item.institutionAccessItemId) ?? item;
}

/** Next steps for a newly linked bank, unless it's unlinked again. */
function Linked({ item, onClose }: { item: AccessItemView; onClose: () => void }) {
  if (!isLinked(item.item)) return null;
  const { state, transactionCount } = item.item;
  return (
    <Callout
      tone="positive"
      title={`Linked ${item.institution.name}`}
      action={
        <span className={styles.actions}>
          <AfterLink itemId={item.institutionAccessItemId} />
          <IconButton icon="close" label="Close" size="small" onClick={onClose} />
        </span>
      }
    >
      {state === "importing"
        ? "Importing transactions. You can keep working."
        : `${countWords(transactionCount, "transaction")} imported.`}
    </Callout>
  );
}

type FailedProps = { link: BankLink; state: BankLinkState & { kind: "failed" } };

function Failed({ link, state }: FailedProps) {
  const { request, message, requestId, canRetry } = state;
  const { hasDialog } = usePublicConfig().bankLinks;
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
          ) : hasDialog ? (
            <Button size="small" onClick={() => link.start(request)}>
              Start over
            </Button>
          ) : null}
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
  if (request.kind === "create") return "Couldn’t link the bank";
  return request.kind === "repair"
    ? `Couldn’t repair ${request.institutionName}`
    : `Couldn’t add accounts at ${request.institutionName}`;
}

type DuplicateDialogProps = { link: BankLink; duplicate: BankLinkState & { kind: "duplicate" } };

/** Confirmation for accounts that are already linked: a second login at one bank is fine, a second copy isn't. */
function DuplicateDialog({ link, duplicate }: DuplicateDialogProps) {
  const { already, isPending, error } = duplicate;
  const names = [...new Set(already.linked.map(({ institution }) => institution.name))];
  return (
    <ConfirmDialog
      title="Already linked"
      confirmLabel="Link anyway"
      isDanger={false}
      isPending={isPending}
      consequences={already.linked.flatMap(({ institution, accounts }) =>
        accounts.length === 0
          ? [institution.name]
          : [`${institution.name}: ${listWords(accounts.map(accountLabel))}`],
      )}
      {...(error === null ? {} : { errorMessage: failureText(error) })}
      onConfirm={link.linkAnyway}
      onCancel={link.dismiss}
    >
      You’ve already linked these accounts at {listWords(names)}. Linking them again imports their
      transactions twice. Continue only if this login has other accounts.
    </ConfirmDialog>
  );
}
