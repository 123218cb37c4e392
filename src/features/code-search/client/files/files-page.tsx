import { data, useLocation, useParams, useSearchParams, type LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { RepoTabs } from "#client/code-search/repo-tabs.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { loadingOf } from "#client/data/loading-context.ts";
import { withinPatience } from "#client/data/patience.ts";
import { paths } from "#client/routing/paths.ts";
import { ApiError } from "#shared/envelope.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import { filePlaceOf, isMissingFolder, placeIn, type FilePlace } from "../../domain/files/file-place.ts";
import { codeFileQuery, codeTreeQuery, type QueryData } from "../code-search-queries.ts";
import { FileTree } from "./file-tree.tsx";
import { noteFailure, requestOf, useLoaded, type Loaded } from "./load-failure.ts";
import { RepoFile } from "./repo-file.tsx";
import styles from "./files-page.module.css";

/** Loads the tree and the file on the server, which waits for both; the browser shows the page at once. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  if (!import.meta.env.SSR) return null;
  const { api, queryClient } = loadingOf(context);
  const repo = params["name"] ?? "";
  const { pathname, searchParams } = new URL(request.url);
  const place = filePlaceOf(pathname);
  const commit = searchParams.get("commit");
  const tree = queryClient.fetchQuery(codeTreeQuery(api, repo, commit));
  const file =
    place === null || place.isFolder
      ? null
      : queryClient.fetchQuery(codeFileQuery(api, { repo, path: place.path }, commit));
  const settled = await withinPatience(Promise.allSettled(file === null ? [tree] : [tree, file]));
  if (settled?.[0]?.status === "rejected")
    noteFailure(queryClient, codeTreeQuery(api, repo, commit).queryKey, settled[0].reason);
  if (settled?.[1]?.status === "rejected" && place !== null)
    noteFailure(
      queryClient,
      codeFileQuery(api, { repo, path: place.path }, commit).queryKey,
      settled[1].reason,
    );
  const listed = queryClient.getQueryData(codeTreeQuery(api, repo, commit).queryKey);
  if (place !== null && !place.isFolder && placeIn(place, listed?.files ?? []).isFolder) return null;
  const isMissing = place === null || isMissingFolder(place, listed);
  return data(null, { status: isMissing ? 404 : statusOf(settled) });
}

/** 404 if the repository or the file doesn't exist; 503 if it couldn't be loaded (in time). */
function statusOf(settled: PromiseSettledResult<unknown>[] | null): number {
  if (settled === null) return 503;
  const reasons = settled.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (reasons.length === 0) return 200;
  const isUnknown = reasons.every(
    (reason) => reason instanceof ApiError && [400, 404].includes(reason.statusCode),
  );
  return isUnknown ? 404 : 503;
}

/** Files of a repository: its tree, and the open file beside it (docs/reference/product.md, "Repositories"). */
export function Component() {
  const repo = useParams()["name"] ?? "";
  return <Files key={repo} repo={repo} />;
}

function Files({ repo }: { repo: string }) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const commit = params.get("commit");
  const tree = useLoaded(codeTreeQuery(useApi(), repo, commit));
  const place = placeIn(filePlaceOf(pathname) ?? { path: "", isFolder: true }, tree.data?.files ?? []);
  const isMissing = isMissingFolder(place, tree.data);
  return (
    <div className={styles.page}>
      <Breadcrumb
        items={[
          { label: "HOME", href: paths.home() },
          { label: repo, href: paths.repo(repo) },
          { label: "FILES" },
        ]}
      />
      <RepoTabs name={repo} current="files" />
      {place.isFolder ? (
        <TreeHead repo={repo} folder={place.path} isKnown={tree.data !== undefined && !isMissing} />
      ) : null}
      {isMissing ? (
        <div className={styles.wait}>
          <ErrorPanel
            title="Can’t show this folder"
            headingLevel={2}
            message="Not found. The folder may have been moved, renamed, or deleted."
          />
        </div>
      ) : null}
      <div className={styles.columns} data-open-file={place.isFolder ? undefined : true}>
        <Tree repo={repo} place={place} commit={commit} tree={tree} />
        {place.isFolder ? null : (
          <RepoFile key={place.path} file={{ repo, path: place.path }} commit={commit} />
        )}
      </div>
    </div>
  );
}

type TreeHeadProps = {
  repo: string;
  /** Its path with a slash at the end; empty for all files. */
  folder: string;
  isKnown: boolean;
};

function TreeHead({ repo, folder, isKnown }: TreeHeadProps) {
  const { ownerName } = usePublicConfig();
  return (
    <>
      <DocumentHead
        title={`${folder.slice(0, -1) || "Files"} · ${repo}`}
        description={`All files of ${repo}, a repository by ${ownerName}.`}
        {...(isKnown ? { canonicalPath: paths.repoFiles(repo) } : { isPrivate: true })}
      />
      <h1 className={styles.title}>{repo}</h1>
    </>
  );
}

type TreeProps = {
  repo: string;
  place: FilePlace;
  commit: string | null;
  tree: Loaded<QueryData<typeof codeTreeQuery>>;
};

function Tree({ repo, place, commit, tree: { data: tree, failure, isFetching, refetch } }: TreeProps) {
  if (tree?.files.length === 0)
    return (
      <EmptyState title="No files yet" icon="document">
        Files appear here once the repository has some.
      </EmptyState>
    );
  if (tree !== undefined)
    return (
      <FileTree
        repo={repo}
        files={tree.files}
        isTruncated={tree.isTruncated}
        path={place.path}
        commit={commit}
      />
    );
  if (isFetching || failure === null)
    return (
      <LoadingRegion label="Loading files" className={styles.wait}>
        <SkeletonText lines={12} />
      </LoadingRegion>
    );
  return (
    <div className={styles.wait}>
      <ErrorPanel
        title="Could not load the files"
        headingLevel={2}
        message={
          failure.isUnknown
            ? "There’s no public repository with this name, or it has no such commit."
            : failure.message
        }
        {...(failure.canRetry ? { onRetry: () => void refetch() } : {})}
        {...requestOf(failure)}
      />
      <p className={styles.elsewhere}>
        <Link to={`${paths.home()}#repositories`} className={buttonClassName()}>
          All repositories
        </Link>
      </p>
    </div>
  );
}
