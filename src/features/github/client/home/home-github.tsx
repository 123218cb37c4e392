import { countText, countWords } from "#shared/text/counts.ts";
import { usePublicConfig } from "#client/app-context.tsx";
import { LedgerSection } from "#client/ledger-section.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { ExternalLink } from "#ui/link.tsx";
import { LoadingRegion } from "#ui/status/skeleton.tsx";
import type { GitHubUser, Repository } from "../../domain/github-shapes.ts";
import { AccountPicture } from "../account/account-picture.tsx";
import { failureText } from "../failure-text.ts";
import { GitHubAge } from "../github-age.tsx";
import { pickRepositories } from "../github-guards.ts";
import { reposQuery, starredQuery, userQuery, type Listing, type PanelQuery } from "../github-queries.ts";
import { RepositoryList, RepositoryListSkeleton } from "./repository-list.tsx";
import { useListSteps, usePanel } from "./use-panel.ts";
import styles from "./home-github.module.css";

const shownFirst = 6;

/**
 * The owner's repositories, most recently pushed first, and starred repositories (docs/reference/product.md, "Home"). Each part
 * reads its own panels, so that an answer draws only its part again.
 */
export function HomeGitHub() {
  const config = usePublicConfig();
  return (
    <>
      <LedgerSection id="repositories" title="Repositories" aside={<Aside />}>
        <Repositories what="repositories" query={reposQuery(config)} step={Number.POSITIVE_INFINITY} isOwn />
      </LedgerSection>
      <LedgerSection id="starred" title="Starred">
        <Repositories what="starred repositories" query={starredQuery(config)} step={24} isOwn={false} />
      </LedgerSection>
    </>
  );
}

function Aside() {
  const config = usePublicConfig();
  const repos = usePanel(reposQuery(config));
  const starred = usePanel(starredQuery(config));
  const user = usePanel(userQuery(config));
  return (
    <div className={styles.aside}>
      {user.panel === null ? null : <Profile user={user.panel.value} />}
      <GitHubAge panels={[repos, starred, user]} />
    </div>
  );
}

function Profile({ user }: { user: GitHubUser }) {
  return (
    <p className={styles.profile}>
      <AccountPicture name={user.login} url={user.avatar_url} />
      <span>
        <ExternalLink href={user.html_url}>{user.login}</ExternalLink>
        <br />
        {countText(user.public_repos)} public, {countWords(user.followers, "follower")}
      </span>
    </p>
  );
}

type RepositoriesProps = {
  what: string;
  query: PanelQuery<Listing<Repository>>;
  step: number;
  isOwn: boolean;
};

/** A list of repositories: loading, failed, empty, or filled. */
function Repositories({ what, query, step, isOwn }: RepositoriesProps) {
  const state = usePanel(query);
  const list = useListSteps(query, state, { first: shownFirst, step, pick: pickRepositories });
  const { panel, failure, renew } = state;
  if (panel === null && failure === null) {
    return (
      <LoadingRegion label={`Loading ${what}`}>
        <RepositoryListSkeleton count={shownFirst} />
      </LoadingRegion>
    );
  }
  if (panel === null && failure !== null) {
    return (
      <ErrorPanel
        title={`Couldn’t load ${what}`}
        headingLevel={3}
        message={failureText(failure)}
        onRetry={renew}
        isRetrying={state.isFetching}
      />
    );
  }
  if (list.items.length === 0) {
    return (
      <p className={styles.empty}>
        No {what} yet. Repositories the owner {isOwn ? "publishes" : "stars"} on GitHub appear here.
      </p>
    );
  }
  return (
    <div className={styles.panel}>
      <RepositoryList
        label={what}
        repositories={list.items}
        isOwn={isOwn}
        renderedAtMs={state.renderedAtMs}
      />
      {list.hasMore ? (
        <p>
          <Button onClick={list.showMore} isPending={list.isLoadingMore}>
            {moreText(panel?.value.total ?? null, step)}
          </Button>
        </p>
      ) : null}
      {list.moreFailure === null ? null : <p role="alert">{failureText(list.moreFailure)}</p>}
    </div>
  );
}

function moreText(total: number | null, step: number): string {
  if (total === null) return "Show more";
  return Number.isFinite(step) ? `Show more of ${countText(total)}` : `Show all ${total}`;
}
