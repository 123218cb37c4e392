import { useEffect, useEffectEvent, useState, type RefCallback } from "react";
import type { FocusTarget } from "#ui/form/field.tsx";
import { SearchField } from "#ui/form/search-field.tsx";

/** Long enough for a word, short enough to feel at once. */
const typingPauseMs = 300;
/** As much as a search may say (docs/reference/http-api.md, "Limits"). */
const mostCharacters = 200;

type UrlSearchFieldProps = {
  /** What the address says; empty for no search. */
  q: string;
  placeholder: string;
  onSearch: (q: string) => void;
  ref?: RefCallback<FocusTarget> | undefined;
};

/** A search whose text is in the address once somebody pauses; going back changes the field. */
export function UrlSearchField({ q, placeholder, onSearch, ref }: UrlSearchFieldProps) {
  const [text, setText] = useState(q);
  const [asked, setAsked] = useState(q);
  if (asked !== q) {
    setAsked(q);
    setText(q);
  }
  function search(words: string) {
    const wanted = words.trim().slice(0, mostCharacters);
    if (wanted === q) return;
    setAsked(wanted);
    onSearch(wanted);
  }
  const searchLater = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchLater(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      label="Search"
      placeholder={placeholder}
      value={text}
      onChange={setText}
      onSubmit={search}
      onClear={() => search("")}
      ref={ref}
    />
  );
}
