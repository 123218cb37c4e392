import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { useIsHydrated } from "#client/hydrated.ts";
import { paths } from "#client/routing/paths.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { codeLines } from "#ui/code/code-lines.ts";
import { ExternalLink, Link } from "#ui/link.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import { hasExpression, marksOf } from "../../domain/files/file-matches.ts";
import { hashOfLines, linesOfHash, type Lines } from "../../domain/files/file-place.ts";
import { gitHubBlameAddress, gitHubFileAddress } from "../../domain/files/github-addresses.ts";
import type { FileRef } from "../../domain/search-place.ts";
import { codeFileQuery, codeTreeQuery, searchQuery, type QueryData } from "../code-search-queries.ts";
import { useKeys } from "../keyboard.ts";
import { BackToList } from "./back-to-list.tsx";
import { FileCode } from "./file-code.tsx";
import { FileOutline } from "./file-outline.tsx";
import { requestOf, useLoaded } from "./load-failure.ts";
import filesStyles from "./files-page.module.css";
import styles from "./file-view.module.css";

type CodeFile = QueryData<typeof codeFileQuery>;

type RepoFileProps = { file: FileRef; commit: string | null };

/** A file on its own page: at the newest commit, or at the one in the address. */
export function RepoFile({ file, commit }: RepoFileProps) {
  const { ownerName, githubUrl, githubOwner } = usePublicConfig();
  const { data, failure, isFetching, refetch } = useLoaded(codeFileQuery(useApi(), file, commit));
  const view = useRef<HTMLElement>(null);
  useLoggedFailure(file, data === undefined ? (failure?.message ?? null) : null);
  const { lines: selected, query } = useAddress();
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const address =
    data?.html_url ?? gitHubFileAddress([], file, `${githubUrl}/${encodeURIComponent(githubOwner)}`);
  const blame = gitHubBlameAddress(address);
  const hash = hashOfLines(selected);
  return (
    <>
      <DocumentHead
        title={`${name} · ${file.repo}`}
        description={`${file.path} in ${file.repo}, a repository by ${ownerName}.`}
        {...(data === undefined || commit !== null
          ? { isPrivate: true }
          : { canonicalPath: paths.repoFiles(file.repo, file.path) })}
      />
      <section ref={view} className={styles.view} aria-labelledby="open-file">
        <header className={styles.head}>
          {query === "" ? (
            <Link
              to={paths.repoFiles(
                file.repo,
                file.path.slice(0, file.path.length - name.length),
                commitView(commit),
              )}
              className={filesStyles.toTree}
            >
              Files
            </Link>
          ) : (
            <BackToList href={paths.code(query)} label="Results" />
          )}
          <div className={styles.title}>
            <h1 id="open-file" className={styles.name}>
              <bdi>{name}</bdi>
            </h1>
            <p className={styles.path}>
              <bdi>{file.path}</bdi>
              {data?.commit ? <Commit file={file} data={data} hash={hash} /> : null}
            </p>
          </div>
          <p className={styles.elsewhere}>
            {blame === null || data === undefined ? null : (
              <ExternalLink href={`${blame}${hash}`}>Blame</ExternalLink>
            )}
            <ExternalLink href={`${address}${hash}`}>
              {selected === null ? "File on GitHub" : `${linesText(selected)} on GitHub`}
            </ExternalLink>
          </p>
        </header>
        {data === undefined ? (
          <div className={styles.wait}>
            {isFetching || failure === null ? (
              <LoadingRegion label="Loading file">
                <SkeletonText lines={16} />
              </LoadingRegion>
            ) : (
              <ErrorPanel
                title="Can’t show this file"
                headingLevel={2}
                message={failure.message}
                {...(failure.canRetry ? { onRetry: () => void refetch() } : {})}
                {...requestOf(failure)}
              />
            )}
          </div>
        ) : (
          <Code view={view} file={file} data={data} commit={commit} selected={selected} query={query} />
        )}
      </section>
      {data === undefined || data.definitions.length === 0 ? null : (
        <FileOutline
          definitions={data.definitions}
          hrefFor={(line) =>
            paths.repoFiles(file.repo, file.path, {
              ...commitView(commit),
              q: query,
              hash: hashOfLines({ first: line, last: line }),
            })
          }
        />
      )}
    </>
  );
}

/** Logs a file that fails to load, also one that failed on the server. */
function useLoggedFailure({ repo, path }: FileRef, message: string | null) {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- docs/reference/product.md, "Failures": a file that fails to load is logged
    if (message !== null) console.error(`Failed to load ${repo}/${path}.`, message);
  }, [repo, path, message]);
}

/** The commit, and the way to the newest version from an older one. */
function Commit({ file, data, hash }: { file: FileRef; data: CodeFile; hash: string }) {
  const { commit, isHead } = data;
  return (
    <span className={styles.commit}>
      at <code>{commit?.slice(0, 7)}</code>
      {isHead ? null : (
        <>
          , not the newest commit.{" "}
          <Link to={paths.repoFiles(file.repo, file.path, { hash })}>Show the newest</Link>
        </>
      )}
    </span>
  );
}

type CodeProps = {
  view: RefObject<HTMLElement | null>;
  file: FileRef;
  data: CodeFile;
  commit: string | null;
  selected: Lines | null;
  query: string;
};

function Code({ view, file, data, commit, selected, query }: CodeProps) {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const { publicUrl } = usePublicConfig();
  const lines = useMemo(() => codeLines(data.text), [data.text]);
  const marks = useMarks(lines, file, query);
  const turnToPermalink = usePermalink(file, data);

  function hrefFor(next: Lines | null): string {
    return paths.repoFiles(file.repo, file.path, {
      ...commitView(commit),
      q: query,
      hash: hashOfLines(next),
    });
  }

  useKeys(view, (key) => key === "y" && turnToPermalink(selected));
  return (
    <FileCode
      view={view}
      path={file.path}
      text={data.text}
      lines={lines}
      marks={marks}
      selected={selected}
      hrefForLine={(line) => hrefFor({ first: line, last: line })}
      onSelect={(next) => void navigate(hrefFor(next), { replace: true, preventScrollReset: true, state })}
      tools={
        data.commit === null ? null : (
          <CopyButton
            icon="link"
            label="Copy permalink"
            text={`${publicUrl}${permalink(file, data.commit, selected)}`}
          />
        )
      }
    />
  );
}

/** Marks what the search in the address found. An expression's matches come from the search itself. */
function useMarks(lines: readonly string[], file: FileRef, query: string) {
  const { githubOwner } = usePublicConfig();
  const search = useInfiniteQuery({
    ...searchQuery(useApi(), query),
    enabled: query !== "" && hasExpression(query, githubOwner),
  });
  const item = search.data?.items.find(
    ({ repository, path }) => repository.name === file.repo && path === file.path,
  );
  return useMemo(
    () => (query === "" ? [] : marksOf(lines, query, { item, owner: githubOwner })),
    [lines, query, item, githubOwner],
  );
}

/** Returns a function that turns the address into a permalink without loading the file again. */
function usePermalink(file: FileRef, data: CodeFile): (selected: Lines | null) => boolean {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  return (selected) => {
    if (data.commit === null) return false;
    queryClient.setQueryData(codeFileQuery(api, file, data.commit).queryKey, data);
    const tree = queryClient.getQueryData(codeTreeQuery(api, file.repo, null).queryKey);
    if (tree?.commit === data.commit)
      queryClient.setQueryData(codeTreeQuery(api, file.repo, data.commit).queryKey, tree);
    void navigate(permalink(file, data.commit, selected), { replace: true, preventScrollReset: true, state });
    return true;
  };
}

function permalink(file: FileRef, commit: string, selected: Lines | null): string {
  return paths.repoFiles(file.repo, file.path, { commit, hash: hashOfLines(selected) });
}

/** Reads what the address says beside the file. The server doesn't know it, so it counts once the page is interactive. */
function useAddress(): { lines: Lines | null; query: string } {
  const isHydrated = useIsHydrated();
  const { hash } = useLocation();
  const [params] = useSearchParams();
  if (!isHydrated) return { lines: null, query: "" };
  return { lines: linesOfHash(hash), query: params.get("q")?.trim() ?? "" };
}

function commitView(commit: string | null): { commit?: string } {
  return commit === null ? {} : { commit };
}

function linesText({ first, last }: Lines): string {
  return first === last ? `Line ${first}` : `Lines ${first}–${last}`;
}
