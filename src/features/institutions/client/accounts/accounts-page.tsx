import { useEffect, useRef, useState } from "react";
import { replace, type LoaderFunctionArgs } from "react-router";
import { failureWords, requestIdOf } from "#client/data/api-failure.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { AttentionPanel, overviewData } from "#client/finance-panels.ts";
import { firstData, paintedWith } from "#client/data/first-data.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { requireMember } from "#client/routing/require-member.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { RequestFailedDialog } from "#client/request-failed-dialog.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import type { AccessItemView } from "../../contract.ts";
import styles from "./accounts-page.module.css";
import { AccountsSkeleton } from "./accounts-skeleton.tsx";
import { BalanceTotals } from "./balance-totals-view.tsx";
import { InstitutionCard } from "./institution-card.tsx";
import { LinkProgress } from "../linking/link-progress.tsx";
import { readLinkReturn, withoutLinkReturn } from "../linking/link-return.ts";
import { UnlinkDialog } from "../unlinking/unlink-dialog.tsx";
import { bankLinkOf, tabMemory, useBankLink } from "../linking/use-bank-link.ts";
import { useLinkedInstitutions } from "../linking/use-linked-institutions.ts";
import { useUnlink } from "../unlinking/use-unlink.ts";

/**
 * What a bank's dialog brought back goes into the tab's memory and out of the address, so that neither a reload nor the
 * back button does anything twice. Before that somebody must be signed in: they come back to the same address.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const loading = loadingOf(context);
  await requireMember(loading);
  const url = new URL(request.url);
  const returned = readLinkReturn(url);
  if (returned !== null) {
    tabMemory().setReturned(returned);
    throw replace(withoutLinkReturn(url));
  }
  const { api, queryClient } = loading;
  bankLinkOf(queryClient, api).enter();
  return paintedWith(firstData(queryClient, institutionsQuery(api)), overviewData(loading));
}

/** Linked institutions as cards (docs/reference/product.md, "Routes"). */
export function Component() {
  const [unlinking, setUnlinking] = useState<AccessItemView | null>(null);
  const institutions = useLinkedInstitutions(unlinking);
  const { link, state } = useBankLink();
  const heading = useRef<HTMLHeadingElement>(null);
  const [unlinkedCount, setUnlinkedCount] = useState(0);
  const removal = useUnlink(() => {
    setUnlinking(null);
    setUnlinkedCount((count) => count + 1);
  });
  useEffect(() => {
    // The card that had the focus may be gone: the page's heading takes it, once the dialogs have let it go.
    if (unlinkedCount > 0) heading.current?.focus();
  }, [unlinkedCount]);
  // The route's own page says what to do about a session that is over.
  if (state.kind === "refused") throw state.error;
  const items = institutions.data ?? [];
  const linkButton = (
    <Button
      variant="primary"
      icon="plus"
      isPending={(state.kind === "opening" || state.kind === "completing") && state.request.kind === "create"}
      onClick={() => link.start({ kind: "create" })}
    >
      Link institution
    </Button>
  );
  return (
    <div className={styles.page}>
      <DocumentHead title="Accounts" description="Linked banks, their accounts and balances." isPrivate />
      <PageHeader
        title="Accounts"
        titleRef={heading}
        intro="Your linked banks. Their transactions feed budgets and income."
        actions={items.length > 0 ? linkButton : null}
      />
      <LinkProgress link={link} state={state} />
      {institutions.isPending ? <AccountsSkeleton /> : null}
      {institutions.error !== null && institutions.data === undefined ? (
        <ErrorPanel
          title="Your institutions could not be loaded"
          message={failureWords(institutions.error)}
          onRetry={() => void institutions.refetch()}
          isRetrying={institutions.isFetching}
          {...requestIdOf(institutions.error)}
        />
      ) : null}
      {institutions.data?.length === 0 ? (
        <EmptyState title="No institution linked yet" icon="bank" action={linkButton}>
          Link your bank to see accounts and balances here. Its transactions of the last 24 months come in,
          and new ones follow by themselves.
        </EmptyState>
      ) : null}
      {items.length > 0 ? (
        <>
          <AttentionPanel
            bankCures={{
              onRepair: (bank) => link.start({ kind: "repair", ...bank }),
              onLink: () => link.start({ kind: "create" }),
            }}
          />
          <BalanceTotals items={items} />
          <ul className={styles.cards} aria-label="Linked institutions">
            {items.map((item, index) => (
              <InstitutionCard
                key={item.institutionAccessItemId}
                item={item}
                colourIndex={index}
                link={link}
                linkState={state}
                onUnlink={() => setUnlinking(item)}
              />
            ))}
          </ul>
        </>
      ) : null}
      {unlinking === null ? null : (
        <UnlinkDialog
          item={unlinking}
          isPending={removal.isPending}
          onConfirm={(keepHistory) => removal.unlink({ item: unlinking, keepHistory })}
          onCancel={() => setUnlinking(null)}
        />
      )}
      <RequestFailedDialog failure={removal.failure} isPending={removal.isPending} />
    </div>
  );
}
