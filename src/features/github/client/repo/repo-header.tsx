import type { ReactNode } from "react";
import { countText } from "#shared/text/counts.ts";
import { paths } from "#client/routing/paths.ts";
import { Ago } from "#client/words/ago.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { chipClassName, StatusChip } from "#ui/status/chip.tsx";
import { ExternalLink, Link } from "#ui/link.tsx";
import { LoadingRegion, Skeleton, SkeletonText } from "#ui/status/skeleton.tsx";
import type { RepositoryDetails } from "../../domain/github-shapes.ts";
import { homepageUrl } from "../../domain/homepage.ts";
import { topicQuery } from "../../domain/topic-search.ts";
import { failureText } from "../failure-text.ts";
import { GitHubAge } from "../github-age.tsx";
import { RepoSearch } from "./repo-search.tsx";
import type { PanelState } from "../home/use-panel.ts";
import styles from "./repo-header.module.css";

type RepoHeaderProps = {
  name: string;
  state: PanelState<RepositoryDetails>;
  /** All panels of the page, to compute its age. */
  panels: PanelState<unknown>[];
};

/** Header of a repository's page: description, links, topics, and search (docs/reference/product.md, "Repositories"). */
export function RepoHeader({ name, state, panels }: RepoHeaderProps) {
  const { panel, failure } = state;
  const hasFailed = panel === null && failure !== null;
  return (
    <header className={styles.header}>
      <div className={styles.main}>
        <h1>{hasFailed ? "Failed to load repo." : (panel?.value.name ?? name)}</h1>
        {panel === null ? null : <About repo={panel.value} />}
        {panel === null && !hasFailed ? <AboutSkeleton name={name} /> : null}
        {hasFailed ? (
          <Callout
            tone="negative"
            isLive
            action={
              <Button size="small" icon="refresh" onClick={state.renew} isPending={state.isFetching}>
                Try again
              </Button>
            }
          >
            {failureText(failure)}
          </Callout>
        ) : null}
        <GitHubAge panels={panels} />
      </div>
      <div className={styles.side}>
        <RepoSearch name={name} />
        {panel === null ? null : <Facts repo={panel.value} renderedAtMs={state.renderedAtMs} />}
      </div>
    </header>
  );
}

function About({ repo }: { repo: RepositoryDetails }) {
  const homepage = homepageUrl(repo.homepage);
  return (
    <>
      {repo.archived || repo.fork ? (
        <p className={styles.row}>
          {repo.archived ? (
            <StatusChip tone="warning" icon="lock">
              Archived: read only
            </StatusChip>
          ) : null}
          {repo.fork ? (
            <StatusChip tone="neutral" icon="copy">
              Fork
            </StatusChip>
          ) : null}
        </p>
      ) : null}
      <p className={styles.description}>{repo.description ?? "No description"}</p>
      <p className={styles.row}>
        <ExternalLink href={repo.html_url}>Source</ExternalLink>
        {homepage === null ? null : <ExternalLink href={homepage}>Homepage</ExternalLink>}
      </p>
      {repo.topics.length === 0 ? null : (
        <ul className={styles.topics} aria-label="Topics">
          {repo.topics.map((topic) => (
            <li key={topic}>
              <Link
                to={paths.repo(repo.name, { search: topicQuery(topic) })}
                className={chipClassName({ isInteractive: true })}
                title={`Search for ${topicQuery(topic)}`}
                preventScrollReset
              >
                {topic}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function AboutSkeleton({ name }: { name: string }) {
  return (
    <LoadingRegion label={`Loading ${name}`} className={styles.main}>
      <p className={styles.description}>
        <SkeletonText lines={1} />
      </p>
      <p className={styles.row}>
        <Skeleton width="var(--size-field-min)" height="calc(var(--line-text) * 1em)" />
      </p>
      <p className={styles.row}>
        <Skeleton width="var(--size-card-min)" height="var(--size-target)" />
      </p>
    </LoadingRegion>
  );
}

function Facts({ repo, renderedAtMs }: { repo: RepositoryDetails; renderedAtMs: number }) {
  return (
    <dl className={styles.facts}>
      <Fact name="Stars">{countText(repo.stargazers_count)}</Fact>
      <Fact name="Forks">{countText(repo.forks_count)}</Fact>
      <Fact name="License">{licenseName(repo)}</Fact>
      <Fact name="Default branch">
        <code>{repo.default_branch}</code>
      </Fact>
      <Fact name="Pushed">
        {repo.pushed_at === null ? "never" : <Ago at={repo.pushed_at} renderedAtMs={renderedAtMs} />}
      </Fact>
    </dl>
  );
}

/** Returns the license's SPDX id, or its name if GitHub has no id for it (`NOASSERTION`). */
function licenseName({ license }: RepositoryDetails): string {
  if (license === null) return "None";
  return license.spdx_id === null || license.spdx_id === "NOASSERTION" ? license.name : license.spdx_id;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
