import { startTransition, useEffect, useRef, useState } from "react";
import type { HighlightRequest } from "./code-highlighter.ts";
import { highlightLanguage } from "./code-languages.ts";

/** Longer texts stay plain: colouring them would take seconds, and as much memory again. */
export const mostHighlightedCharacters = 500_000;

type Highlighted = { code: string; key: string; html: string };

/**
 * The coloured HTML of a code text, or undefined until it is there (and for good where it stays plain). Nothing is
 * loaded before the page is idle. A language that nobody knows is warned about once per component and name.
 */
export function useHighlightedCode({ code, language, autodetect, ignoreIllegals }: HighlightRequest) {
  const [highlighted, setHighlighted] = useState<Highlighted>();
  const warnedOf = useRef(new Set<string>());
  const key = JSON.stringify([language, autodetect, ignoreIllegals]);
  const isWanted =
    code.length <= mostHighlightedCharacters &&
    (autodetect === true || highlightLanguage(language) !== undefined);

  useEffect(() => {
    if (!isWanted) return undefined;
    const wish = new AbortController();
    async function highlight() {
      // Loaded when it is wanted: most pages hold no code.
      const { highlightInWorker } = await import("./code-highlight-client.ts");
      const outcome = await highlightInWorker({ code, language, autodetect, ignoreIllegals }, wish.signal);
      if (wish.signal.aborted || outcome === null) return;
      if (outcome.kind === "highlighted")
        // In slices: the text can be read already, so nothing else has to wait for its colours.
        startTransition(() => setHighlighted({ code, key, html: outcome.html }));
      else if (outcome.reason === "unknown-language" && !warnedOf.current.has(language ?? "")) {
        warnedOf.current.add(language ?? "");
        // eslint-disable-next-line no-console -- asked for by docs/reference/product.md, "Highlighted code"
        console.warn(`Unknown language for highlighting: "${language}". The code is shown as plain text.`);
      }
    }
    const cancel = whenIdle(() => {
      // Without the highlighter (offline, a new release) the code stays readable as it is.
      highlight().catch(() => undefined);
    });
    return () => {
      wish.abort();
      cancel();
    };
  }, [code, language, autodetect, ignoreIllegals, isWanted, key]);

  return isWanted && highlighted?.code === code && highlighted.key === key ? highlighted.html : undefined;
}

/** Runs when the browser has nothing better to do, after a second at the latest. */
function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}
