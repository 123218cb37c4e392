import { useInfiniteQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useMatch, useNavigate, useSearchParams } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { useCodeSearchLimit } from "#client/code-search/code-search-limit.ts";
import { paths } from "#client/routing/paths.ts";
import { Button, buttonClassName, IconButton } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { lineOf, maxQueryCharacters, termInRepo, type FileRef } from "../domain/search-place.ts";
import { searchQuery } from "./code-search-queries.ts";
import { FileView } from "./files/file-view.tsx";
import { ResultList } from "./result-list.tsx";
import { SearchForm } from "./query/search-form.tsx";
import { ResultCount, SearchOutcome } from "./search-outcome.tsx";
import styles from "./search-dialog.module.css";

/**
 * Search dialog of a repository's page (docs/reference/product.md, "Code search"), open while the address has a `search`
 * or, as in README links, only a `file`.
 */
export function CodeSearchDialog() {
  const name = useMatch("/repo/:name")?.params.name;
  const [params] = useSearchParams();
  const query = params.get("search")?.trim() ?? "";
  const isOpen = query !== "" || (params.get("file") ?? "") !== "";
  if (name === undefined || !isOpen) return null;
  return <SearchDialog repo={name} query={query} params={params} />;
}

type SearchDialogProps = { repo: string; query: string; params: URLSearchParams };

function SearchDialog({ repo, query, params }: SearchDialogProps) {
  const navigate = useNavigate();
  const { githubOwner } = usePublicConfig();
  const dialog = useOpenDialog();
  const term = termInRepo(query, githubOwner, repo);
  const path = params.get("file");
  const file: FileRef | null = path === null || path === "" ? null : { repo, path };
  // Cleared for this query only: another query, or Back, fills the list again.
  const [clearedQuery, setClearedQuery] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  function close() {
    void navigate(paths.repo(repo), { preventScrollReset: true });
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      tabIndex={-1}
      aria-labelledby="code-search-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={keepPaletteClosed}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <h2 id="code-search-title" className={styles.title}>
            Search <bdi>{repo}</bdi>
          </h2>
          <div className={styles.field}>
            <SearchForm
              ref={field}
              label={`Search ${repo}`}
              isLabelHidden
              query={query}
              termOf={(typed) => termInRepo(typed, githubOwner, repo)}
              maxLength={maxQueryCharacters(githubOwner, repo)}
              hrefFor={(search) => paths.repo(repo, { search })}
              onClear={() => setClearedQuery(query)}
            />
          </div>
          <IconButton icon="close" label="Close search" className={styles.close} onClick={close} />
        </header>
        <div className={styles.body} data-open-file={file !== null || undefined}>
          {clearedQuery === query && file === null ? (
            <EmptyState title="Search this repository" icon="search">
              Enter a word, a phrase in quotation marks, or a qualifier such as <code>path:src</code>.
            </EmptyState>
          ) : file === null ? (
            <SearchOutcome term={term} query={query} emptyAction={<RepoLink repo={repo} />}>
              {(results, more) => (
                <>
                  <ResultCount results={results} />
                  <ResultList
                    items={results.items}
                    hrefForFile={({ path: found }, line) =>
                      paths.repo(repo, { search: query, file: found, line })
                    }
                    showsRepo={false}
                  />
                  {more.load === null ? null : (
                    <Button isPending={more.isLoading} onClick={more.load}>
                      Show more files
                    </Button>
                  )}
                </>
              )}
            </SearchOutcome>
          ) : (
            <OpenFile repo={repo} query={query} term={term} file={file} line={lineOf(params.get("line"))} />
          )}
        </div>
      </div>
    </dialog>
  );
}

type OpenFileProps = { repo: string; query: string; term: string; file: FileRef; line: number | null };

/** An open file. The search runs too, for its matches and its address on GitHub. */
function OpenFile({ repo, query, term, file, line }: OpenFileProps) {
  const isLimited = useCodeSearchLimit() !== null;
  const { data } = useInfiniteQuery({ ...searchQuery(useApi(), term), enabled: !isLimited && query !== "" });
  return (
    <FileView
      file={file}
      line={line}
      query={query}
      items={data?.items ?? []}
      listHref={paths.repo(repo, { search: query })}
      hrefForLine={(next) =>
        paths.repo(repo, { search: query, file: file.path, ...(next === null ? {} : { line: next }) })
      }
    />
  );
}

function RepoLink({ repo }: { repo: string }) {
  return (
    <Link to={paths.repo(repo)} preventScrollReset className={buttonClassName()}>
      Go to {repo}
    </Link>
  );
}

/** Opens the dialog as a modal, which keeps the focus inside and restores it afterward. */
function useOpenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    element.showModal();
    // Focuses the dialog rather than the field, so that the keys of the list and file work at once.
    element.focus();
    // Closed before it is removed: only closing restores the focus.
    return () => element.close();
  }, []);
  return dialog;
}

/** Keeps the command palette closed: it would open below the modal dialog, where it can't be used. */
function keepPaletteClosed(event: KeyboardEvent) {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") event.stopPropagation();
}
