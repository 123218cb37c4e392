import { useState } from "react";
import { data, useLoaderData, useParams, type LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { RepoTabs } from "#client/code-search/repo-tabs.tsx";
import { loadingOf } from "#client/data/loading-context.ts";
import { withinPatience } from "#client/data/patience.ts";
import { paths } from "#client/routing/paths.ts";
import { searchHintsQuery } from "#client/code-search/search-hints.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { RepoCommits } from "./repo-commits.tsx";
import { RepoHeader } from "./repo-header.tsx";
import { RepoLanguages } from "./repo-languages.tsx";
import {
  commitsQuery,
  languagesQuery,
  readmeQuery,
  repoQuery,
  seedRepoPanels,
  unknownRepoKey,
} from "./repo-queries.ts";
import { RepoReadme } from "./repo-readme.tsx";
import { UnknownRepo } from "./repo-unknown.tsx";
import { usePanel } from "../home/use-panel.ts";
import type { RepositoryDetails } from "../../domain/github-shapes.ts";
import styles from "./repo-page.module.css";

/**
 * Fills the page from cached copies on the server; in the browser the page renders at once and loads its data itself.
 * React Router also runs a lazy route's loader on hydration, so the server's 404 travels with the queries.
 */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const loading = loadingOf(context);
  const { api, queryClient } = loading;
  const name = params["name"] ?? "";
  if (!import.meta.env.SSR) return { isUnknown: queryClient.getQueryData(unknownRepoKey(name)) === true };
  const [status] = await Promise.all([
    seedRepoPanels(loading, name),
    withinPatience(queryClient.prefetchQuery(readmeQuery(api, name))),
    queryClient.prefetchQuery(searchHintsQuery(api, queryClient)),
  ]);
  return data({ isUnknown: status === 404 }, { status });
}

/** One of the owner's repositories: header, README, languages, and commits (docs/reference/product.md, "Repositories"). */
export function Component() {
  const name = useParams()["name"] ?? "";
  const { isUnknown } = useLoaderData<{ isUnknown: boolean }>();
  return <Repo key={name} name={name} isUnknown={isUnknown} />;
}

function Repo({ name, isUnknown }: { name: string; isUnknown: boolean }) {
  const [isAskedAgain, setIsAskedAgain] = useState(false);
  return (
    <div className={styles.page}>
      <Breadcrumb items={[{ label: "HOME", href: paths.home() }, { label: "REPO" }]} />
      {isUnknown && !isAskedAgain ? (
        <UnknownRepo name={name} onRetry={() => setIsAskedAgain(true)} isRetrying={false} />
      ) : (
        <RepoParts name={name} />
      )}
    </div>
  );
}

/** Parts of the page, which load and fail independently (docs/reference/product.md, "Repositories"). */
function RepoParts({ name }: { name: string }) {
  const config = usePublicConfig();
  const api = useApi();
  const repo = usePanel(repoQuery(config, name));
  const languages = usePanel(languagesQuery(config, name));
  const commits = usePanel(commitsQuery(config, name));
  if (repo.panel === null && repo.failure?.kind === "not-found") {
    return <UnknownRepo name={name} onRetry={repo.renew} isRetrying={repo.isFetching} />;
  }
  return (
    <>
      <RepoHead name={name} repo={repo.panel?.value ?? null} hasFailed={repo.failure !== null} />
      <RepoHeader name={name} state={repo} panels={[repo, languages, commits]} />
      <RepoTabs name={repo.panel?.value.name ?? name} current="overview" />
      <RepoReadme query={readmeQuery(api, name)} />
      <RepoLanguages name={name} state={languages} />
      <RepoCommits query={commitsQuery(config, name)} name={name} state={commits} />
    </>
  );
}

type RepoHeadProps = { name: string; repo: RepositoryDetails | null; hasFailed: boolean };

/** Metadata of a repository's page for search engines and link previews. */
function RepoHead({ name, repo, hasFailed }: RepoHeadProps) {
  const { ownerName, publicUrl } = usePublicConfig();
  if (repo === null) {
    return (
      <DocumentHead
        title={hasFailed ? "Failed to load repo." : name}
        description={`A repository by ${ownerName}, with languages, commits, and README.`}
        isPrivate
      />
    );
  }
  const path = paths.repo(repo.name);
  return (
    <DocumentHead
      title={repo.name}
      description={
        repo.description ?? `${repo.name}, a repository by ${ownerName}, with its languages and commits.`
      }
      canonicalPath={path}
      jsonLd={[
        sourceCodeJsonLd(repo, { ownerName, publicUrl }),
        breadcrumbJsonLd(publicUrl, [
          { name: "Home", path: paths.home() },
          { name: repo.name, path },
        ]),
      ]}
    />
  );
}

/** Returns schema.org SoftwareSourceCode, without unknown values. */
function sourceCodeJsonLd(
  repo: RepositoryDetails,
  site: { ownerName: string; publicUrl: string },
): Record<string, unknown> {
  const known = {
    description: repo.description,
    programmingLanguage: repo.language,
    license: repo.license?.spdx_id ?? repo.license?.name ?? null,
    dateCreated: repo.created_at,
    dateModified: repo.pushed_at,
  };
  return {
    "@type": "SoftwareSourceCode",
    name: repo.name,
    codeRepository: repo.html_url,
    url: `${site.publicUrl}${paths.repo(repo.name)}`,
    author: { "@type": "Person", name: site.ownerName, url: `${site.publicUrl}/` },
    keywords: repo.topics,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
  };
}
