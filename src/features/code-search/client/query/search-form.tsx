import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { useLocation, useNavigate } from "react-router";
import { usePublicConfig } from "#client/app-context.tsx";
import { CodeSearchLimitBanner } from "#client/code-search/code-search-limit-banner.tsx";
import { useCodeSearchLimit } from "#client/code-search/code-search-limit.ts";
import { SearchBox } from "#ui/form/search-box.tsx";
import { parseCodeQuery } from "../../domain/query/parse-code-query.ts";
import { useIsInstant } from "../code-search-queries.ts";
import { useFieldKey } from "../keyboard.ts";
import { QueryMistakeNote } from "./query-mistake.tsx";
import { rememberSearch } from "./recent-searches.ts";
import { countTypedSearch, typingPauseMs } from "./typing-pause.ts";

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

/**
 * Search field, or the banner while code search is limited; the typed text is kept. Where the site's own index answers, a search
 * runs while someone types: each pause replaces the address, and Enter keeps it in the history.
 */
export function SearchForm({ query, termOf, hrefFor, onClear, ref, ...field }: SearchFormProps) {
  const limit = useCodeSearchLimit();
  const isInstant = useIsInstant();
  const { githubOwner } = usePublicConfig();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const [draft, setDraft] = useState({ query, sent: query, text: query });
  const { text } = draft;
  // The typed text may be ahead of the address that it was sent to. Back, forward, and links to another query discard it.
  if (draft.query !== query) setDraft({ query, sent: query, text: draft.sent === query ? text : query });
  useFieldKey(ref);
  const paused = usePause(text, text.trim() !== draft.sent, () => {
    const wanted = text.trim();
    if (!isInstant || wanted === "" || wanted === query) return;
    if ("mistake" in parseCodeQuery(termOf(wanted), githubOwner)) return;
    countTypedSearch(Date.now());
    go(wanted, typedState);
  });

  function go(wanted: string, nextState?: object) {
    setDraft({ query, sent: wanted, text });
    void navigate(hrefFor(wanted), { replace: isTyped(state), preventScrollReset: true, state: nextState });
  }

  function submit(typed: string) {
    const wanted = typed.trim();
    rememberSearch(wanted);
    if (wanted !== query || isTyped(state)) {
      go(wanted);
      return;
    }
    void queryClient.refetchQueries({ queryKey: ["code-search", termOf(wanted)], predicate: hasFailed });
  }

  function clear() {
    setDraft({ query, sent: "", text: "" });
    onClear();
  }

  if (limit !== null) return <CodeSearchLimitBanner limit={limit} />;
  const parsed = paused === text && text.trim() !== query ? parseCodeQuery(termOf(text), githubOwner) : null;
  return (
    <SearchBox
      {...field}
      ref={ref}
      name="q"
      value={text}
      onChange={(next) => setDraft({ ...draft, text: next })}
      onSubmit={submit}
      onClear={clear}
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

/** Returns the text at the last pause of typing, at which `onPause` runs; there is none unless something is typed. */
function usePause(text: string, isTyping: boolean, onPause: () => void): string | null {
  const [paused, setPaused] = useState<string | null>(null);
  const handlePause = useEffectEvent((at: string) => {
    setPaused(at);
    onPause();
  });
  useEffect(() => {
    if (!isTyping) return undefined;
    const timer = setTimeout(() => handlePause(text), typingPauseMs(Date.now()));
    return () => clearTimeout(timer);
  }, [text, isTyping]);
  return paused;
}

function hasFailed({ state }: { state: { status: string } }): boolean {
  return state.status === "error";
}
