import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { CodeSearchLimitBanner } from "#client/code-search/code-search-limit-banner.tsx";
import { useCodeSearchLimit } from "#client/code-search/code-search-limit.ts";
import { useIsHydrated } from "#client/hydrated.ts";
import { paths } from "#client/routing/paths.ts";
import { searchHintsQuery } from "#client/code-search/search-hints.ts";
import { chipClassName } from "#ui/status/chip.tsx";
import { SearchBox } from "#ui/form/search-box.tsx";
import { Link } from "#ui/link.tsx";
import styles from "./repo-search.module.css";

/** GitHub's limit for a search term, including the repository qualifier (docs/reference/http-api.md, "Limits"). */
const maxTermCharacters = 256;

/**
 * Search field for this repository (docs/reference/product.md, "Code search"). Enter or the magnifier puts the query into
 * the address, which opens the search dialog; clearing removes it. While code search is rate limited, shows the banner
 * instead.
 */
export function RepoSearch({ name }: { name: string }) {
  const limit = useCodeSearchLimit();
  return (
    <div className={styles.search}>
      {limit === null ? <SearchField name={name} /> : <CodeSearchLimitBanner limit={limit} />}
      <Hints name={name} />
    </div>
  );
}

function SearchField({ name }: { name: string }) {
  const { githubOwner } = usePublicConfig();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  // The server's HTML is the same for every search.
  const isHydrated = useIsHydrated();
  const searched = isHydrated ? (params.get("search") ?? "") : "";
  const [draft, setDraft] = useState({ searched, text: searched });
  const text = draft.searched === searched ? draft.text : searched;

  function go(search: string | undefined) {
    void navigate(paths.repo(name, { search }), { preventScrollReset: true });
  }

  return (
    <SearchBox
      label={`Search ${name}`}
      name="search"
      value={text}
      maxLength={Math.max(1, maxTermCharacters - ` repo:${githubOwner}/${name}`.length)}
      onChange={(next) => setDraft({ searched, text: next })}
      onSubmit={(typed) => go(typed.trim())}
      onClear={() => (searched === "" ? undefined : go(undefined))}
    />
  );
}

/** Code searches suggested by the content's categories (docs/reference/product.md, "Code search"). */
function Hints({ name }: { name: string }) {
  const api = useApi();
  const { data: hints = [] } = useQuery(searchHintsQuery(api, useQueryClient()));
  if (hints.length === 0) return null;
  return (
    <div className={styles.hints}>
      <p id="search-hints">Try</p>
      <ul className={styles.list} aria-labelledby="search-hints">
        {hints.map(({ name: label, hint }) => (
          <li key={hint}>
            <Link
              to={paths.repo(name, { search: hint })}
              className={chipClassName({ isInteractive: true })}
              title={`Search for ${hint}`}
              preventScrollReset
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
