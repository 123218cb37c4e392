import { useEffect, useRef, useState } from "react";
import { replace, type LoaderFunctionArgs } from "react-router";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { OverviewTop, overviewData, useIsOverviewReady } from "#client/finance-panels.ts";
import { firstData, paintedWith } from "#client/data/first-data.ts";
import { useDialogInAddress } from "#client/routing/dialog-in-address.ts";
import { requireMember } from "#client/routing/require-member.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { usePublicConfig } from "#client/app-context.tsx";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { QueryError } from "#client/query-error.tsx";
import { isLinked } from "#shared/banks.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import type { AccessItemView } from "../../contract.ts";
import { BalanceTotals } from "./balance-totals-view.tsx";
import { InstitutionCard } from "./institution-card.tsx";
import { LinkProgress } from "../linking/link-progress.tsx";
import { readLinkReturn, withoutLinkReturn } from "../linking/link-return.ts";
import { setupTokenHash } from "../linking/setup-token-address.ts";
import type { ManualAsk } from "../manual/manual-menu.tsx";
import { UnlinkDialog } from "../unlinking/unlink-dialog.tsx";
import { bankLinkOf, tabMemory, useBankLink } from "../linking/use-bank-link.ts";
import { useLinkedInstitutions } from "../linking/use-linked-institutions.ts";
import { useUnlink } from "../unlinking/use-unlink.ts";
import styles from "./accounts-page.module.css";
import card from "./institution-card.module.css";
import skeleton from "./accounts-skeleton.module.css";

// Dialogs load when first opened.
const SimpleFinDialog = lazyDialog(
  async () => (await import("../linking/simplefin-dialog.tsx")).SimpleFinDialog,
);
const ManualDialogs = lazyDialog(async () => (await import("../manual/manual-dialogs.tsx")).ManualDialogs);

/**
 * Loads the page's data. The bank dialog's result moves from the address into the tab's memory, so that neither a reload
 * nor the back button handles it twice. Sign-in comes first and returns to the same address.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const loading = await requireMember(context);
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

/** Accounts page: linked banks as cards (docs/reference/product.md, "Routes"). */
export function Component() {
  const [ask, setAsk] = useState<ManualAsk | null>(null);
  const [unlinking, setUnlinking] = useState<AccessItemView | null>(null);
  const institutions = useLinkedInstitutions();
  const { link, state } = useBankLink();
  const heading = useRef<HTMLHeadingElement>(null);
  const [goneCount, setGoneCount] = useState(0);
  const removal = useUnlink(() => {
    setUnlinking(null);
    setGoneCount((count) => count + 1);
  });
  useEffect(() => {
    // The focused card may be gone, so the page heading takes the focus once the dialogs have closed.
    if (goneCount > 0) heading.current?.focus();
  }, [goneCount]);
  // The route's error page handles an expired session.
  if (state.kind === "refused") throw state.error;
  const isOverviewReady = useIsOverviewReady();
  const items = institutions.data ?? [];
  const hasLinked = items.some(({ item }) => isLinked(item));
  const isLoading = institutions.isPending || !isOverviewReady;
  const isListed = items.length > 0 && !isLoading;
  const { hasDialog, setupTokenUrl } = usePublicConfig().bankLinks;
  const tokenDialog = useDialogInAddress(setupTokenHash);
  function startLink({ withSetupToken = false } = {}) {
    if (hasDialog && !(withSetupToken && setupTokenUrl !== null)) link.start({ kind: "create" });
    else tokenDialog.open();
  }
  const linkButton = (
    <span className={styles.linkButtons}>
      <ButtonLink to={memberPaths.importFiles()}>
        <Icon name="upload" size="small" />
        Import files
      </ButtonLink>
      <Button icon="wallet" onClick={() => setAsk({ kind: "new" })}>
        Add an account
      </Button>
      {hasDialog && setupTokenUrl !== null ? (
        <Button icon="link" onClick={tokenDialog.open}>
          Use SimpleFIN
        </Button>
      ) : null}
      <Button
        variant="primary"
        icon="plus"
        isPending={
          (state.kind === "opening" || state.kind === "completing") && state.request.kind === "create"
        }
        onClick={() => startLink()}
      >
        Link a bank
      </Button>
    </span>
  );
  return (
    <div className={styles.page}>
      <DocumentHead title="Accounts" description="Your banks, accounts, and balances." isPrivate />
      <PageHeader title="Accounts" titleRef={heading} actions={isListed && hasLinked ? linkButton : null} />
      <LinkProgress link={link} state={state} items={institutions.data} />
      {isLoading ? <AccountsSkeleton /> : null}
      {institutions.error !== null && institutions.data === undefined ? (
        <QueryError title="Couldn’t load your banks" query={institutions} />
      ) : null}
      {institutions.data === undefined || isLoading ? null : (
        <OverviewTop
          hasBanks={isListed}
          isLinked={hasLinked}
          linkButton={linkButton}
          bankActions={{
            onRepair: (bank) => {
              const page = repairUrlOf(items, bank.institutionAccessItemId);
              if (page === undefined) link.start({ kind: "repair", ...bank });
              else globalThis.open(page, "_blank", "noopener,noreferrer");
            },
            onLink: startLink,
          }}
        />
      )}
      {isListed ? (
        <section className={styles.banks} aria-labelledby="banks">
          <h2 id="banks">Banks</h2>
          <BalanceTotals items={items} />
          <ul className={styles.cards} aria-label="Banks">
            {items.map((item, index) => (
              <InstitutionCard
                key={item.institutionAccessItemId}
                item={item}
                colorIndex={index}
                link={link}
                linkState={state}
                onLink={startLink}
                onUnlink={() => setUnlinking(item)}
                onAsk={setAsk}
              />
            ))}
          </ul>
        </section>
      ) : null}
      {unlinking === null ? null : (
        <UnlinkDialog
          item={unlinking}
          isPending={removal.isPending}
          onConfirm={(keepHistory) => removal.unlink({ item: unlinking, keepHistory })}
          onCancel={() => setUnlinking(null)}
        />
      )}
      {tokenDialog.isOpen && setupTokenUrl !== null ? (
        <SimpleFinDialog link={link} createUrl={setupTokenUrl} onClose={tokenDialog.close} />
      ) : null}
      {ask === null ? null : (
        <ManualDialogs
          ask={ask}
          banks={items}
          onClose={() => setAsk(null)}
          onGone={() => {
            setAsk(null);
            setGoneCount((count) => count + 1);
          }}
        />
      )}
      <RequestFailedDialog failure={removal.failure} isPending={removal.isPending} />
    </div>
  );
}

/** Returns the page on which a bank is repaired, if that isn't its dialog here. */
function repairUrlOf(items: readonly AccessItemView[], institutionAccessItemId: number): string | undefined {
  return items.find((item) => item.institutionAccessItemId === institutionAccessItemId)?.item.repairUrl;
}

/** Placeholder for two bank cards of typical size. */
function AccountsSkeleton() {
  return (
    <LoadingRegion label="Loading your banks" className={skeleton.region ?? ""}>
      <Skeleton width="12rem" height="3.5rem" />
      <div className={styles.cards}>
        {[0, 1].map((one) => (
          <div key={one} className={skeleton.card}>
            <div className={card.header}>
              <Skeleton width="var(--size-avatar)" height="var(--size-avatar)" isRound />
              <div className={card.names}>
                <Skeleton width="60%" height="1.5rem" />
                <Skeleton width="35%" height="1rem" />
              </div>
            </div>
            <Skeleton width="45%" height="var(--size-control-small)" />
            <Skeleton height="3.25rem" />
            <Skeleton height="3.25rem" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
