import { useEffect, useEffectEvent, useState, type RefCallback } from "react";
import type { FocusTarget } from "#ui/form/field.tsx";
import { SearchField } from "#ui/form/search-field.tsx";

/** Pause in typing after which the search runs. */
const typingPauseMs = 300;
/** Maximum length of a search text (docs/reference/http-api.md, "Limits"). */
const maxCharacters = 200;

type UrlSearchFieldProps = {
  /** Search text in the address; empty for none. */
  q: string;
  placeholder: string;
  onSearch: (q: string) => void;
  ref?: RefCallback<FocusTarget> | undefined;
};

/** Search field whose text is stored in the address after a pause in typing. */
export function UrlSearchField({ q, placeholder, onSearch, ref }: UrlSearchFieldProps) {
  const [text, setText] = useState(q);
  const [asked, setAsked] = useState(q);
  if (asked !== q) {
    setAsked(q);
    setText(q);
  }
  function search(words: string) {
    const query = words.trim().slice(0, maxCharacters);
    if (query === q) return;
    setAsked(query);
    onSearch(query);
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
