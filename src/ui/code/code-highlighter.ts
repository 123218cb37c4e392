import hljs from "highlight.js/lib/core";
import { grammarOf, grammars, withNeeded } from "./code-grammars.ts";
import { highlightLanguage } from "./code-languages.ts";

/** Large: imported only by the highlighter's worker, and by tests on the server. */

export type HighlightRequest = {
  code: string;
  language?: string | undefined;
  autodetect?: boolean | undefined;
  ignoreIllegals?: boolean | undefined;
};

export type HighlightOutcome =
  | { kind: "highlighted"; html: string; language: string }
  /** The code is to be shown plain, escaped. */
  | { kind: "plain"; reason: "unknown-language" | "illegal" | "no-language" };

/**
 * Highlights code (docs/reference/product.md, "Highlighted code"). A named language takes precedence over autodetection;
 * an unknown name means plain text, whatever the flags. `ignoreIllegals` is true by default, as in highlight.js; if
 * false, illegal code stays plain. `html` contains only text escaped by highlight.js and its own spans. Loads the
 * languages it needs.
 * @throws the error of an import if a language fails to load
 */
export async function highlightCode(request: HighlightRequest): Promise<HighlightOutcome> {
  const name = highlightLanguage(request.language);
  if (name === undefined) return request.autodetect ? detectAndHighlight(request.code) : plain("no-language");
  const language = grammarOf(name);
  if (language === undefined) return plain("unknown-language");
  await register(withNeeded(language));
  const result = hljs.highlight(request.code, { language, ignoreIllegals: request.ignoreIllegals ?? true });
  if (result.illegal) return plain("illegal");
  return { kind: "highlighted", html: result.value, language };
}

/** Tries all languages, because only the comparison shows which one it is. */
async function detectAndHighlight(code: string): Promise<HighlightOutcome> {
  await register(new Set(Object.keys(grammars)));
  const result = hljs.highlightAuto(code);
  if (result.language === undefined) return plain("no-language");
  return { kind: "highlighted", html: result.value, language: result.language };
}

async function register(languages: ReadonlySet<string>): Promise<void> {
  const missing = [...languages].filter((id) => hljs.getLanguage(id) === undefined);
  await Promise.all(
    missing.map(async (id) => {
      const grammar = await grammars[id]?.load();
      if (grammar !== undefined) hljs.registerLanguage(id, grammar.default);
    }),
  );
}

function plain(reason: "unknown-language" | "illegal" | "no-language"): HighlightOutcome {
  return { kind: "plain", reason };
}
