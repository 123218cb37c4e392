import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useApi } from "#client/app-context.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { LedgerSection } from "#client/ledger-section.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { memberLoader } from "#client/routing/member-loader.ts";
import { Callout } from "#ui/status/callout.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { ChangeList } from "./change-list.tsx";
import { householdQuery } from "./household-queries.ts";
import { SeenPanel } from "./seen-panel.tsx";
import { SharedPanel } from "./shared-panel.tsx";
import styles from "./household-page.module.css";

export const loader = memberLoader(({ api, first }) => [first(householdQuery(api))]);

/** Page on which people share their money (docs/reference/product.md, "Household"). */
export function Component() {
  const query = useQuery({ ...householdQuery(useApi()), throwOnError: endsScreen });
  const { data } = query;
  const hasEnded = useSearchParams()[0].get("ended") === "1";
  return (
    <div className={styles.page}>
      <DocumentHead title="Household" description="Who shares money with whom." isPrivate />
      <PageHeader title="Household" intro="Share your money with other members of this site." />
      {hasEnded ? (
        <Callout tone="warning">
          The money you looked at isn’t shared with you anymore. You’re back at your own.
        </Callout>
      ) : null}
      <UntilLoaded query={query} what="your household">
        <Skeleton width="14em" />
      </UntilLoaded>
      {data === undefined ? null : (
        <>
          <LedgerSection id="shared" title="Who may see your money">
            <SharedPanel shared={data.shared} people={data.people} />
          </LedgerSection>
          <LedgerSection id="seen" title="Whose money you may see">
            <SeenPanel seen={data.seen} />
          </LedgerSection>
          <LedgerSection id="changes" title="Changes">
            <ChangeList />
          </LedgerSection>
        </>
      )}
    </div>
  );
}
