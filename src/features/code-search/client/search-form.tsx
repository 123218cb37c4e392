import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject } from "react";
import { useLocation, useNavigate } from "react-router";
import { usePublicConfig } from "#client/app-context.tsx";
import { CodeSearchLimitBanner } from "#client/code-search/code-search-limit-banner.tsx";
import { useCodeSearchLimit } from "#client/code-search/code-search-limit.ts";
import { SearchBox } from "#ui/form/search-box.tsx";
import { parseCodeQuery } from "../domain/query/parse-code-query.ts";
import { useIsInstant } from "./code-search-queries.ts";
import { useFieldKey } from "./keyboard.ts";
import { QueryMistakeNote } from "./query-mistake.tsx";
import { rememberSearch } from "./recent-searches.ts";

type SearchFormProps = {
  label: string;
  isLabelHidden?: boolean;
  /** Query in the address. */
  query: string;
  /** Returns the term sent for a query, so that a failed one can be sent again. */
  termOf: (query: string) => string;
  maxLength: number;
  hrefFor: (query: string) => string;
  onClear: () => void;
  placeholder?: string;
  /** Form action without JavaScript; the query is then `q`. */
  action?: string;
  ref: RefObject<HTMLInputElement | null>;
};

/** Time without another key after which a search runs. */
const pauseMs = 150;

/**
 * Search field, or the banner while code search is rate limited; the typed text is kept. Where the site's own index answers,
 * a search runs while someone types: each pause replaces the address, and Enter keeps it in the history.
 */
export function SearchForm({ query, termOf, hrefFor, onClear, ref, ...field }: SearchFormProps) {
  const limit = useCodeSearchLimit();
  const isInstant = useIsInstant();
  const { githubOwner } = usePublicConfig();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const [draft, setDraft] = useState({ query, sent: query, text: query });
  // The address follows the typed text, which may be ahead of it by then.
  if (draft.query !== query && draft.sent === query) setDraft({ ...draft, query });
  // Back and forward change the query and discard the text typed for another one.
  const text = draft.query === query || draft.sent === query ? draft.text : query;
  const [paused, pause] = usePause();
  useFieldKey(ref);
  if (limit !== null) return <CodeSearchLimitBanner limit={limit} />;

  function type(next: string) {
    setDraft({ query, sent: draft.sent, text: next });
    pause(next, () => {
      const wanted = next.trim();
      if (!isInstant || wanted === "" || wanted === query) return;
      if ("mistake" in parseCodeQuery(termOf(wanted), githubOwner)) return;
      setDraft({ query, sent: wanted, text: next });
      void navigate(hrefFor(wanted), {
        replace: isTyped(state),
        preventScrollReset: true,
        state: typedState,
      });
    });
  }

  function submit(typed: string) {
    const wanted = typed.trim();
    pause(typed);
    rememberSearch(wanted);
    if (wanted !== query || isTyped(state)) {
      void navigate(hrefFor(wanted), { replace: isTyped(state), preventScrollReset: true });
      return;
    }
    void queryClient.refetchQueries({ queryKey: ["code-search", termOf(wanted)], predicate: hasFailed });
  }

  const parsed = paused === text && text.trim() !== query ? parseCodeQuery(termOf(text), githubOwner) : null;
  return (
    <SearchBox
      {...field}
      ref={ref}
      name="q"
      value={text}
      onChange={type}
      onSubmit={submit}
      onClear={onClear}
      description={
        parsed !== null && "mistake" in parsed ? (
          <output>
            <QueryMistakeNote query={text} mistake={parsed.mistake} />
          </output>
        ) : undefined
      }
    />
  );
}

/** State of an address that was reached by typing, and that the next typed search replaces. */
const typedState = { isTyped: true };

function isTyped(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isTyped" in state;
}

/** Returns the text at the last pause, and a function that waits for the next one; without `run` there's no wait. */
function usePause(): [string, (text: string, run?: () => void) => void] {
  const [paused, setPaused] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function pause(text: string, run?: () => void) {
    clearTimeout(timer.current);
    if (run === undefined) return;
    timer.current = setTimeout(() => {
      setPaused(text);
      run();
    }, pauseMs);
  }
  return [paused, pause];
}

function hasFailed({ state }: { state: { status: string } }): boolean {
  return state.status === "error";
}
