import { useEffect, useState, type RefObject } from "react";

const oneWord = /^[\p{L}_$][\p{L}\p{N}_$]{2,79}$/u;

/** Returns the name that is selected in the view, as by a double click; null for anything else. */
export function useSelectedWord(view: RefObject<HTMLElement | null>): string | null {
  const [word, setWord] = useState<string | null>(null);
  useEffect(() => {
    function handleChange() {
      const selection = document.getSelection();
      const text = selection?.toString().trim() ?? "";
      const isInside = selection !== null && view.current?.contains(selection.anchorNode) === true;
      setWord(isInside && oneWord.test(text) ? text : null);
    }
    document.addEventListener("selectionchange", handleChange);
    return () => document.removeEventListener("selectionchange", handleChange);
  }, [view]);
  return word;
}
