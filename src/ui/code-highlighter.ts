import hljs from "highlight.js/lib/common";
import { highlightLanguage } from "./code-languages.ts";

/** Heavy (54 KB gzip): only ever imported lazily, by the code block and on the server by tests. */

export type HighlightRequest = {
  code: string;
  language?: string | undefined;
  autodetect?: boolean | undefined;
  ignoreIllegals?: boolean | undefined;
};

export type HighlightOutcome =
  | { kind: "highlighted"; html: string; language: string }
  /** To be shown as it is, escaped. */
  | { kind: "plain"; reason: "unknown-language" | "illegal" | "no-language" };

/**
 * Colours code (SPEC section 1). A named language wins over autodetection; an unknown name is plain whatever the flags.
 * `ignoreIllegals` is true by default, as in highlight.js; with false, code that the language forbids stays plain.
 * `html` holds only text that highlight.js escaped and its own spans.
 */
export function highlightCode(request: HighlightRequest): HighlightOutcome {
  const language = highlightLanguage(request.language);
  if (language === undefined)
    return request.autodetect ? detectAndHighlight(request.code) : plain("no-language");
  if (!hljs.getLanguage(language)) return plain("unknown-language");
  const result = hljs.highlight(request.code, { language, ignoreIllegals: request.ignoreIllegals ?? true });
  if (result.illegal) return plain("illegal");
  return { kind: "highlighted", html: result.value, language };
}

function detectAndHighlight(code: string): HighlightOutcome {
  const result = hljs.highlightAuto(code);
  if (result.language === undefined) return plain("no-language");
  return { kind: "highlighted", html: result.value, language: result.language };
}

function plain(reason: "unknown-language" | "illegal" | "no-language"): HighlightOutcome {
  return { kind: "plain", reason };
}
