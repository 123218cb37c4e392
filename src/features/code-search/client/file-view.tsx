import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { buttonClassName, IconButton } from "#ui/button.tsx";
import { CodeFile } from "#ui/code/code-file.tsx";
import { languageOfFile } from "#ui/code/code-file-languages.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { Icon } from "#ui/icon.tsx";
import { ExternalLink } from "#ui/link.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import { matchesIn, maxMatches, wordsToMark } from "../domain/file-matches.ts";
import { gitHubFileAddress, gitHubRepoAddress } from "../domain/github-addresses.ts";
import type { FileRef } from "../domain/search-place.ts";
import type { SearchItem } from "../domain/search-results.ts";
import { fileFailureText, fileQuery, requestIdOf, type FileText } from "./code-search-queries.ts";
import { GoToLine } from "./go-to-line.tsx";
import { useKeys } from "./keyboard.ts";
import styles from "./file-view.module.css";

export type FileViewProps = {
  file: FileRef;
  /** Line in the address. */
  line: number | null;
  query: string;
  /** Search results; empty while the search runs or if it failed. */
  items: readonly SearchItem[];
  /** Address of the results. */
  listHref: string;
  hrefForLine: (line: number | null) => string;
  /** Heading level. */
  headingLevel: 2 | 3;
};

/** A file with marked matches and links back and to GitHub. */
export function FileView(props: FileViewProps) {
  const { file, items } = props;
  const { data, error, isFetching, refetch } = useQuery(fileQuery(useApi(), file));
  const view = useRef<HTMLElement>(null);
  const { githubUrl, githubOwner } = usePublicConfig();
  const address = gitHubFileAddress(items, file, `${githubUrl}/${encodeURIComponent(githubOwner)}`);
  const language = languageOfFile(file.path);
  const Heading = `h${props.headingLevel}` as const;
  return (
    <section ref={view} className={styles.view} aria-labelledby="open-file">
      <header className={styles.head}>
        <BackToList href={props.listHref} label={props.query === "" ? "Back" : "Results"} />
        <div className={styles.title}>
          <Heading id="open-file" className={styles.name}>
            <bdi>{file.path.slice(file.path.lastIndexOf("/") + 1)}</bdi>
          </Heading>
          <p className={styles.path}>
            <bdi>{`${file.repo}/${file.path}`}</bdi>
          </p>
        </div>
        <p className={styles.elsewhere}>
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
              headingLevel={props.headingLevel === 2 ? 3 : 4}
              message={fileFailureText(error)}
              onRetry={() => void refetch()}
              {...requestIdOf(error)}
            />
          )}
        </div>
      ) : (
        <Code {...props} key={`${file.repo}/${file.path}`} view={view} data={data} language={language} />
      )}
    </section>
  );
}

/** Link back. After coming from a list it uses the browser's history, which restores the list. */
function BackToList({ href, label }: { href: string; label: string }) {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const isFromList = typeof state === "object" && state !== null && "fromList" in state;
  return (
    <Link
      to={href}
      replace
      preventScrollReset
      className={buttonClassName({ size: "small" })}
      onClick={(event) => {
        if (!isFromList || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon name="arrow-left" size="small" />
      {label}
    </Link>
  );
}

type CodeProps = FileViewProps & {
  view: RefObject<HTMLElement | null>;
  data: FileText;
  language: ReturnType<typeof languageOfFile>;
};

function Code({ view, file, line, query, items, hrefForLine, data, language }: CodeProps) {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const { githubOwner } = usePublicConfig();
  const { lines, text } = data;
  const item = items.find(({ repository, path }) => repository.name === file.repo && path === file.path);
  const words = useMemo(() => wordsToMark(item, query, githubOwner), [item, query, githubOwner]);
  const matches = useMemo(() => matchesIn(lines, words), [lines, words]);
  const selectedLine = line !== null && line <= lines.length ? line : null;
  const [chosen, setChosen] = useState<number | null>(null);
  // Without a line in the address, start at the first match.
  const current =
    chosen !== null && chosen < matches.length
      ? chosen
      : selectedLine === null && matches.length > 0
        ? 0
        : null;

  function step(by: 1 | -1): boolean {
    if (matches.length === 0) return false;
    const from =
      current ?? matches.findIndex((match) => match.line >= (selectedLine ?? 1)) - (by === 1 ? 1 : 0);
    setChosen((from + by + matches.length) % matches.length);
    return true;
  }

  function selectLine(next: number | null) {
    setChosen(null);
    void navigate(hrefForLine(next), { replace: true, preventScrollReset: true, state });
  }

  useFocusOnArrival(view);
  useKeys(view, (key) => {
    if (key === "n") return step(1);
    return key === "p" && step(-1);
  });

  return (
    <>
      <div className={styles.tools}>
        <span className={styles.facts}>
          {[
            language?.label,
            `${lines.length.toLocaleString("en-US")} ${lines.length === 1 ? "line" : "lines"}`,
          ]
            .filter((fact) => fact !== undefined)
            .join(" · ")}
        </span>
        {matches.length === 0 ? null : (
          <span className={styles.matches}>
            <IconButton icon="chevron-up" size="small" label="Previous match (p)" onClick={() => step(-1)} />
            <IconButton icon="chevron-down" size="small" label="Next match (n)" onClick={() => step(1)} />
            <output>{matchText(current, matches.length)}</output>
          </span>
        )}
        <span className={styles.actions}>
          <GoToLine lineCount={lines.length} onGo={selectLine} />
          <CopyButton text={text} label="Copy file" />
        </span>
      </div>
      <CodeFile
        className={styles.code}
        lines={lines}
        label={file.path}
        language={language?.highlight ?? null}
        matches={matches}
        currentMatch={current}
        selectedLine={selectedLine}
        hrefForLine={hrefForLine}
        onSelectLine={selectLine}
      />
    </>
  );
}

/** Focuses the code on arrival: arrow keys scroll it at once, and the followed link is gone. */
function useFocusOnArrival(view: RefObject<HTMLElement | null>) {
  useEffect(() => {
    view.current?.querySelector<HTMLElement>("[role=group]")?.focus({ preventScroll: true });
  }, [view]);
}

function matchText(current: number | null, count: number): string {
  const all = count === maxMatches ? `${count}+` : String(count);
  if (current === null) return count === 1 ? "1 match" : `${all} matches`;
  return `Match ${current + 1} of ${all}`;
}
