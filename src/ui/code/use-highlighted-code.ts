import { whenIdle } from "../when-idle.ts";
import { startTransition, useEffect, useRef, useState } from "react";
import type { HighlightRequest } from "./code-highlighter.ts";
import { isLanguageNamed } from "./code-languages.ts";

/** Longer texts stay plain: highlighting would take seconds and as much memory again. */
export const maxHighlightedCharacters = 500_000;

type Highlighted = { code: string; key: string; html: string };

/**
 * Returns the highlighted HTML of a code text, or undefined until it is ready (or forever if it stays plain). Loads
 * nothing before the page is idle. Warns about an unknown language once per component and name.
 */
export function useHighlightedCode({ code, language, autodetect, ignoreIllegals }: HighlightRequest) {
  const [highlighted, setHighlighted] = useState<Highlighted>();
  const warnedOf = useRef(new Set<string>());
  const key = JSON.stringify([language, autodetect, ignoreIllegals]);
  const isWanted =
    code.length <= maxHighlightedCharacters && (autodetect === true || isLanguageNamed(language));

  useEffect(() => {
    if (!isWanted) return undefined;
    const wish = new AbortController();
    async function highlight() {
      // Loaded on demand, because most pages contain no code.
      const { highlightInWorker } = await import("./code-highlight-client.ts");
      const outcome = await highlightInWorker({ code, language, autodetect, ignoreIllegals }, wish.signal);
      if (wish.signal.aborted || outcome === null) return;
      if (outcome.kind === "highlighted")
        // As a transition: the text is already readable, so nothing else has to wait.
        startTransition(() => setHighlighted({ code, key, html: outcome.html }));
      else if (outcome.reason === "unknown-language" && !warnedOf.current.has(language ?? "")) {
        warnedOf.current.add(language ?? "");
        // eslint-disable-next-line no-console -- required by docs/reference/product.md, "Highlighted code"
        console.warn(`Unknown language for highlighting: "${language}". The code is shown as plain text.`);
      }
    }
    const cancel = whenIdle(() => {
      // Without the highlighter (offline, or after a new release) the code stays plain.
      highlight().catch(() => undefined);
    });
    return () => {
      wish.abort();
      cancel();
    };
  }, [code, language, autodetect, ignoreIllegals, isWanted, key]);

  return isWanted && highlighted?.code === code && highlighted.key === key ? highlighted.html : undefined;
}
