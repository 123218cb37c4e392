import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode, type RefObject } from "react";
import { CodeSearchLimitBanner } from "#client/code-search/code-search-limit-banner.tsx";
import { useCodeSearchLimit } from "#client/code-search/code-search-limit.ts";
import { SearchBox } from "#ui/form/search-box.tsx";
import { rememberSearch } from "./recent-searches.ts";

type SearchFormProps = {
  label: string;
  isLabelHidden?: boolean;
  /** Query in the address. */
  query: string;
  /** Returns the term sent for a query, so that a failed one can be sent again. */
  termOf: (query: string) => string;
  maxLength: number;
  onSearch: (query: string) => void;
  onClear: () => void;
  placeholder?: string;
  description?: ReactNode;
  /** Form action without JavaScript; the query is then `q`. */
  action?: string;
  ref?: RefObject<HTMLInputElement | null>;
};

/** Search field, or the banner while code search is rate limited; the typed text is kept. */
export function SearchForm({ query, termOf, onSearch, onClear, ...field }: SearchFormProps) {
  const limit = useCodeSearchLimit();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState({ query, text: query });
  // Back and forward change the query and discard the text typed for another one.
  const text = draft.query === query ? draft.text : query;
  if (limit !== null) return <CodeSearchLimitBanner limit={limit} />;

  function submit(typed: string) {
    const wanted = typed.trim();
    rememberSearch(wanted);
    if (wanted !== query) onSearch(wanted);
    else void queryClient.refetchQueries({ queryKey: ["code-search", termOf(wanted)], predicate: hasFailed });
  }

  return (
    <SearchBox
      {...field}
      name="q"
      value={text}
      onChange={(next) => setDraft({ query, text: next })}
      onSubmit={submit}
      onClear={onClear}
    />
  );
}

function hasFailed({ state }: { state: { status: string } }): boolean {
  return state.status === "error";
}
