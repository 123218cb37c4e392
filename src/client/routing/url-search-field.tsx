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
  /** The text that the address has, and those asked for since, which it will have. What is typed meanwhile stays. */
  const [asked, setAsked] = useState<readonly string[]>([q]);
  if (asked[0] !== q) {
    const at = asked.indexOf(q);
    setAsked(at < 0 ? [q] : asked.slice(at));
    if (at < 0) setText(q);
  }
  function search(words: string) {
    const query = words.trim().slice(0, maxCharacters);
    if (query === asked.at(-1)) return;
    setAsked([...asked, query]);
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
