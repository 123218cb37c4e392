import type { ReactNode } from "react";
import { focusHeadingWhenLost } from "#ui/focus/focus-when-lost.ts";
import { paths } from "#client/routing/paths.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { forgetSearches, useRecentSearches } from "./recent-searches.ts";
import styles from "./search-hints.module.css";

/** A topic of the content and its code search. */
type Hint = { name: string; hint: string };

/** Parts of a query (docs/reference/product.md, "Code search"), with example searches. */
const qualifiers: readonly { form: string; does: string; example?: string }[] = [
  { form: "language:", does: "files in a language", example: "language:csharp" },
  { form: "path:", does: "files in a folder", example: "path:src language:typescript" },
  { form: "file:", does: "files with this name", example: "file:README" },
  { form: "symbol:", does: "where a name is defined", example: "symbol:Client" },
  { form: "repo:name", does: "a single repository" },
  { form: "“…”", does: "an exact phrase", example: '"async Task"' },
  { form: "/…/", does: "a regular expression", example: "/Http\\w+Client/" },
  { form: "-word", does: "without a word", example: "HttpClient -Test" },
  { form: "case:yes", does: "upper and lower case matter" },
];

/** They make room for the results, or go when they are cleared. */
const keepFocus = () => focusHeadingWhenLost();

/** Suggestions before a search: recent searches, topics, and qualifiers. */
export function SearchHints({ hints }: { hints: readonly Hint[] }) {
  return (
    <div className={styles.hints}>
      <RecentSearches />
      {hints.length === 0 ? null : (
        <Group title="Topics">
          <ul className={styles.searches}>
            {hints.map(({ name, hint }) => (
              <li key={hint}>
                <SearchLink query={hint} name={name} />
              </li>
            ))}
          </ul>
        </Group>
      )}
      <Group title="Qualifiers">
        <dl className={styles.qualifiers}>
          {qualifiers.map(({ form, does, example }) => (
            <div key={form} className={styles.qualifier}>
              <dt>
                <code>{form}</code>
              </dt>
              <dd>
                {does}
                {example === undefined ? null : (
                  <>
                    {", as in "}
                    <Link to={paths.code(example)} onClick={keepFocus}>
                      <code>{example}</code>
                    </Link>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Group>
    </div>
  );
}

function RecentSearches() {
  const searches = useRecentSearches();
  if (searches.length === 0) return null;
  return (
    <Group
      title="Recent searches"
      action={
        <Button
          size="small"
          variant="quiet"
          icon="trash"
          onClick={() => {
            forgetSearches();
            keepFocus();
          }}
        >
          Clear recent searches
        </Button>
      }
    >
      <ul className={styles.searches}>
        {searches.map((query) => (
          <li key={query}>
            <SearchLink query={query} />
          </li>
        ))}
      </ul>
    </Group>
  );
}

function SearchLink({ query, name }: { query: string; name?: string }) {
  return (
    <Link to={paths.code(query)} className={styles.search} onClick={keepFocus}>
      <Icon name={name === undefined ? "clock" : "search"} size="small" />
      <span className={styles.words}>
        {name}
        <code className={styles.query}>{query}</code>
      </span>
    </Link>
  );
}

type GroupProps = { title: string; action?: ReactNode; children: ReactNode };

function Group({ title, action, children }: GroupProps) {
  return (
    <section className={styles.group}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
