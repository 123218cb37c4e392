/** A language's name for people and for highlight.js; null if highlight.js doesn't support it. */
export type FileLanguage = { label: string; highlight: string | null };

/** Label, highlight.js name ("-" for none), extensions, and whole file names. */
const table = [
  "C|c|c h",
  "C#|csharp|cs csx",
  "C++|cpp|cpp cc cxx hpp hh hxx",
  "CSS|css|css",
  "Dart|-|dart",
  "Diff|diff|diff patch",
  "Docker|-|dockerfile",
  "F#|-|fs fsx",
  "Go|go|go",
  "GraphQL|graphql|graphql gql",
  "HTML|xml|html htm xhtml",
  "INI|ini|ini cfg conf toml properties editorconfig gitconfig",
  "Java|java|java",
  "JavaScript|javascript|js mjs cjs jsx",
  "JSON|json|json jsonc json5 webmanifest ipynb",
  "Kotlin|kotlin|kt kts",
  "Less|less|less",
  "Lua|lua|lua",
  "Makefile|makefile|mk makefile gnumakefile",
  "Markdown|markdown|md markdown mdx",
  "Objective-C|objectivec|m mm",
  "Perl|perl|pl pm",
  "PHP|php|php phtml",
  "Python|python|py pyi pyw",
  "R|r|r rmd",
  "Ruby|ruby|rb rake gemfile rakefile",
  "Rust|rust|rs",
  "SCSS|scss|scss sass",
  "Shell|bash|sh bash zsh bashrc profile",
  "SQL|sql|sql",
  "Svelte|xml|svelte",
  "Swift|swift|swift",
  "TypeScript|typescript|ts mts cts tsx",
  "VB.NET|vbnet|vb",
  "Vue|xml|vue",
  "WebAssembly|wasm|wat",
  "XML|xml|xml xsd xsl xslt svg rss atom plist csproj fsproj vbproj props targets config resx xaml cshtml razor",
  "YAML|yaml|yml yaml",
] as const;

const byEnding: ReadonlyMap<string, FileLanguage> = new Map(
  table.flatMap((row) => {
    const [label = "", name = "", endings = ""] = row.split("|");
    const language = { label, highlight: name === "-" ? null : name };
    return endings.split(" ").map((ending): [string, FileLanguage] => [ending, language]);
  }),
);

/** Returns a file's language by its extension or whole name ("Makefile"); null if unknown. */
export function languageOfFile(path: string): FileLanguage | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return byEnding.get(name.slice(name.lastIndexOf(".") + 1)) ?? null;
}
