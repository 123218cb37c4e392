/** Tokens of `src/ui/theme/tokens.css` by language; the first five colors are fixed (docs/reference/product.md, "Repositories"). */
const tokens: Record<string, string> = {
  "C#": "deep-purple",
  TypeScript: "blue",
  Vue: "teal",
  HTML: "orange",
  JavaScript: "yellow",
  "ASP.NET": "deep-purple",
  "F#": "deep-purple",
  C: "steel",
  "C++": "pink",
  CSS: "violet",
  Dart: "cyan",
  Dockerfile: "navy",
  Elixir: "violet",
  Go: "cyan",
  HCL: "violet",
  Java: "brown",
  Kotlin: "magenta",
  Less: "navy",
  Lua: "navy",
  "Objective-C": "steel",
  PHP: "slate-blue",
  PLpgSQL: "slate-blue",
  PowerShell: "navy",
  Python: "navy",
  R: "steel",
  Ruby: "red",
  Rust: "brown",
  SCSS: "pink",
  SQL: "slate-blue",
  Scala: "red",
  Shell: "green",
  Svelte: "red",
  Swift: "red",
  TSQL: "slate-blue",
  "Visual Basic .NET": "magenta",
};

/** Returns the color of a language's dot and share; gray for a language without its own. */
export function languageColor(language: string): string {
  const token = Object.hasOwn(tokens, language) ? tokens[language] : "other";
  return `var(--color-language-${token})`;
}
