import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, type RefObject } from "react";
import { useLocation, useNavigate } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { canRetry, requestIdOf } from "#client/data/api-failure.ts";
import { paths } from "#client/routing/paths.ts";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { ExternalLink, Link } from "#ui/link.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import { marksOf } from "../../domain/files/file-matches.ts";
import { hashOfLines, type Lines } from "../../domain/files/file-place.ts";
import { gitHubFileAddress, gitHubRepoAddress } from "../../domain/files/github-addresses.ts";
import type { FileRef } from "../../domain/search-place.ts";
import type { SearchItem } from "../../domain/search-shapes.ts";
import { fileFailureText, fileQuery, type FileText } from "../code-search-queries.ts";
import { BackToList } from "./back-to-list.tsx";
import { FileCode } from "./file-code.tsx";
import styles from "./file-view.module.css";

type FileViewProps = {
  file: FileRef;
  /** Line in the address. */
  line: number | null;
  query: string;
  /** Search results; empty while the search runs or if it failed. */
  items: readonly SearchItem[];
  /** Address of the results. */
  listHref: string;
  hrefForLine: (line: number | null) => string;
};

/** A file in the search dialog, with marked matches and links back, to its own page, and to GitHub. */
export function FileView(props: FileViewProps) {
  const { file, items } = props;
  const { data, error, isFetching, refetch } = useQuery(fileQuery(useApi(), file));
  const view = useRef<HTMLElement>(null);
  const { githubUrl, githubOwner } = usePublicConfig();
  const address = gitHubFileAddress(items, file, `${githubUrl}/${encodeURIComponent(githubOwner)}`);
  return (
    <section ref={view} className={styles.view} aria-labelledby="open-file">
      <header className={styles.head}>
        <BackToList href={props.listHref} label={props.query === "" ? "Back" : "Results"} />
        <div className={styles.title}>
          <h3 id="open-file" className={styles.name}>
            <bdi>{file.path.slice(file.path.lastIndexOf("/") + 1)}</bdi>
          </h3>
          <p className={styles.path}>
            <bdi>{`${file.repo}/${file.path}`}</bdi>
          </p>
        </div>
        <p className={styles.elsewhere}>
          <Link
            to={paths.repoFiles(file.repo, file.path, {
              q: props.query,
              hash: hashOfLines(linesOf(props.line)),
            })}
          >
            Open page
          </Link>
          <ExternalLink href={gitHubRepoAddress(address)}>Repository</ExternalLink>
          <ExternalLink href={props.line === null ? address : `${address}#L${props.line}`}>
            {props.line === null ? "File on GitHub" : `Line ${props.line} on GitHub`}
          </ExternalLink>
        </p>
      </header>
      {data === undefined ? (
        <div className={styles.wait}>
          {isFetching || error === null ? (
            <LoadingRegion label="Loading file">
              <SkeletonText lines={16} />
            </LoadingRegion>
          ) : (
            <ErrorPanel
              title="Can’t show this file"
              headingLevel={4}
              message={fileFailureText(error)}
              {...(canRetry(error) ? { onRetry: () => void refetch() } : {})}
              {...requestIdOf(error)}
            />
          )}
        </div>
      ) : (
        <Code {...props} key={`${file.repo}/${file.path}`} view={view} data={data} />
      )}
    </section>
  );
}

type CodeProps = FileViewProps & { view: RefObject<HTMLElement | null>; data: FileText };

function Code({ view, file, line, query, items, hrefForLine, data }: CodeProps) {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const { githubOwner } = usePublicConfig();
  const item = items.find(({ repository, path }) => repository.name === file.repo && path === file.path);
  const marks = useMemo(
    () => marksOf(data.lines, query, { item, owner: githubOwner }),
    [data, query, item, githubOwner],
  );
  return (
    <FileCode
      view={view}
      path={file.path}
      text={data.text}
      lines={data.lines}
      marks={marks}
      selected={linesOf(line)}
      hrefForLine={hrefForLine}
      onSelect={(next) =>
        void navigate(hrefForLine(next?.first ?? null), { replace: true, preventScrollReset: true, state })
      }
    />
  );
}

function linesOf(line: number | null): Lines | null {
  return line === null ? null : { first: line, last: line };
}
