/** A language's style of file names: `TaxBill`, `tax_bill`, or `tax-bill`. */
type FileNameStyle = "pascal" | "snake" | "kebab";

export type TargetLanguage = {
  /** quicktype's name. */
  name: string;
  label: string;
  extension: string;
  fileNameStyle: FileNameStyle;
  /** highlight.js's name; undefined if it doesn't support the language. */
  highlightAs?: string;
};

/** All of quicktype's languages, by label; a test compares them with the library, which loads only in the worker. */
export const targetLanguages: readonly TargetLanguage[] = [
  { name: "cjson", label: "C (cJSON)", extension: "h", fileNameStyle: "snake", highlightAs: "c" },
  { name: "cs", label: "C#", extension: "cs", fileNameStyle: "pascal", highlightAs: "csharp" },
  { name: "c++", label: "C++", extension: "hpp", fileNameStyle: "snake", highlightAs: "cpp" },
  { name: "crystal", label: "Crystal", extension: "cr", fileNameStyle: "snake", highlightAs: "ruby" },
  { name: "dart", label: "Dart", extension: "dart", fileNameStyle: "snake" },
  { name: "elixir", label: "Elixir", extension: "ex", fileNameStyle: "snake" },
  { name: "elm", label: "Elm", extension: "elm", fileNameStyle: "pascal" },
  { name: "flow", label: "Flow", extension: "js", fileNameStyle: "kebab", highlightAs: "typescript" },
  { name: "go", label: "Go", extension: "go", fileNameStyle: "snake", highlightAs: "go" },
  { name: "haskell", label: "Haskell", extension: "hs", fileNameStyle: "pascal" },
  { name: "java", label: "Java", extension: "java", fileNameStyle: "pascal", highlightAs: "java" },
  {
    name: "javascript",
    label: "JavaScript",
    extension: "js",
    fileNameStyle: "kebab",
    highlightAs: "javascript",
  },
  {
    name: "javascript-prop-types",
    label: "JavaScript PropTypes",
    extension: "js",
    fileNameStyle: "kebab",
    highlightAs: "javascript",
  },
  {
    name: "schema",
    label: "JSON Schema",
    extension: "schema.json",
    fileNameStyle: "kebab",
    highlightAs: "json",
  },
  { name: "kotlin", label: "Kotlin", extension: "kt", fileNameStyle: "pascal", highlightAs: "kotlin" },
  { name: "objc", label: "Objective-C", extension: "m", fileNameStyle: "pascal", highlightAs: "objectivec" },
  { name: "php", label: "PHP", extension: "php", fileNameStyle: "pascal", highlightAs: "php" },
  { name: "pike", label: "Pike", extension: "pmod", fileNameStyle: "snake" },
  { name: "python", label: "Python", extension: "py", fileNameStyle: "snake", highlightAs: "python" },
  { name: "ruby", label: "Ruby", extension: "rb", fileNameStyle: "snake", highlightAs: "ruby" },
  { name: "rust", label: "Rust", extension: "rs", fileNameStyle: "snake", highlightAs: "rust" },
  { name: "scala3", label: "Scala 3", extension: "scala", fileNameStyle: "pascal" },
  { name: "smithy4a", label: "Smithy", extension: "smithy", fileNameStyle: "kebab" },
  { name: "swift", label: "Swift", extension: "swift", fileNameStyle: "pascal", highlightAs: "swift" },
  {
    name: "typescript",
    label: "TypeScript",
    extension: "ts",
    fileNameStyle: "kebab",
    highlightAs: "typescript",
  },
  {
    name: "typescript-effect-schema",
    label: "TypeScript Effect Schema",
    extension: "ts",
    fileNameStyle: "kebab",
    highlightAs: "typescript",
  },
  {
    name: "typescript-zod",
    label: "TypeScript Zod",
    extension: "ts",
    fileNameStyle: "kebab",
    highlightAs: "typescript",
  },
];

export const defaultLanguage = "typescript";

/** Finds a language by quicktype's name; returns null for an unknown name (from an old link or newer settings). */
export function findTargetLanguage(name: string): TargetLanguage | null {
  return targetLanguages.find((language) => language.name === name) ?? null;
}

/** Returns the generated file's name: `TaxBill` in Go becomes `tax_bill.go`. */
export function outputFileName(language: TargetLanguage, typeName: string): string {
  const words = typeName
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const name = joinWords(words.length === 0 ? ["Root"] : words, language.fileNameStyle);
  return `${name}.${language.extension}`;
}

function joinWords(words: string[], style: FileNameStyle): string {
  if (style === "pascal") return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return words.map((word) => word.toLowerCase()).join(style === "snake" ? "_" : "-");
}
