/** A language that files' names tell. */
export type FileLanguage = {
  /** Its name in GitHub Linguist, for people and in queries. */
  name: string;
  /** Its name in highlight.js; null if that doesn't support it. */
  highlight: string | null;
  extensions: readonly string[];
  /** Whole names of files. */
  fileNames: readonly string[];
};

/** GitHub's name and other names in queries, highlight.js's name ("-" for none), extensions, and whole file names. */
const languages = [
  "C#,csharp,cs|csharp|cs,csx",
  "TypeScript,ts,tsx|typescript|ts,tsx,mts,cts",
  "JavaScript,js,jsx,node|javascript|js,jsx,mjs,cjs",
  "Vue|xml|vue",
  "HTML,xhtml|xml|html,htm,xhtml",
  "CSS|css|css",
  "SCSS|scss|scss",
  "Sass|scss|sass",
  "Less|less|less",
  "JSON|json|json,jsonc,webmanifest",
  "JSON5|json|json5",
  "YAML,yml|yaml|yml,yaml",
  "TOML|ini|toml",
  "INI|ini|ini,cfg,conf,properties|.editorconfig,.gitconfig,editorconfig,gitconfig",
  "XML|xml|xml,xsd,xsl,xslt,svg,rss,atom,plist,csproj,fsproj,vbproj,props,targets,config,resx,xaml",
  "Markdown,md|markdown|md,markdown",
  "MDX|markdown|mdx",
  "Python,py|python|py,pyi,pyw",
  "SQL,tsql,t-sql,plpgsql,pl/pgsql,plsql|sql|sql",
  "Shell,bash,sh,zsh|bash|sh,bash,zsh|.bashrc,.profile,bashrc,profile",
  "PowerShell,pwsh|-|ps1,psm1,psd1",
  "Batchfile,bat,batch|-|bat,cmd",
  "Dockerfile,docker|-|dockerfile|dockerfile,containerfile",
  "Makefile,make|makefile|mk,mak,makefile|makefile,gnumakefile",
  "Go,golang|go|go",
  "Rust,rs|rust|rs",
  "Java|java|java",
  "Kotlin,kt|kotlin|kt,kts",
  "Swift|swift|swift",
  "Objective-C,objectivec,objc|objectivec|m,mm",
  "C|c|c,h",
  "C++,cpp|cpp|cpp,cc,cxx,hpp,hh,hxx,h",
  "Ruby,rb|ruby|rb,rake,gemspec|gemfile,rakefile",
  "PHP|php|php",
  "HTML+PHP,phtml|php|phtml",
  "Perl,pl|perl|pl,pm",
  "R|r|r",
  "RMarkdown,rmd|r|rmd",
  "Lua|lua|lua",
  "GraphQL|graphql|graphql,gql",
  "F#,fsharp|-|fs,fsi,fsx",
  "Visual Basic .NET,vb.net,vbnet,visual basic|vbnet|vb",
  "HTML+Razor,razor,cshtml|xml|cshtml,razor",
  "Svelte|xml|svelte",
  "Elixir|-|ex,exs",
  "Haskell|-|hs",
  "Scala|-|scala,sc",
  "Dart|-|dart",
  "Diff,patch|diff|diff,patch",
  "WebAssembly,wasm,wat|wasm|wat,wast",
  "Bicep|-|bicep",
  "HCL,terraform|-|tf,hcl,tfvars",
  "Jupyter Notebook,ipython notebook|json|ipynb",
  "Text,plain text|-|txt",
].map((row): FileLanguage & { names: readonly string[] } => {
  const [names = "", highlight = "", extensions = "", fileNames = ""] = row.split("|");
  const [name = "", ...others] = names.split(",");
  return {
    name,
    names: [name.toLowerCase(), ...others],
    highlight: highlight === "-" ? null : highlight,
    extensions: extensions.split(","),
    fileNames: fileNames === "" ? [] : fileNames.split(","),
  };
});

/** Returns the first language of each key: headers count as C. */
function firstBy(keys: "names" | "extensions" | "fileNames"): ReadonlyMap<string, FileLanguage> {
  return new Map(
    languages.toReversed().flatMap((language) => language[keys].map((key) => [key, language] as const)),
  );
}

const byName = firstBy("names");
const byExtension = firstBy("extensions");
const byFileName = firstBy("fileNames");

/** Returns a file's language by its whole name ("Makefile") or its extension; null if unknown. */
export function languageOfFile(path: string): FileLanguage | null {
  return byFileName.get(fileNameOf(path)) ?? byExtension.get(extensionOf(path)) ?? null;
}

/** Returns the language that a query calls `csharp` or `ts`; null if unknown. */
export function languageNamed(name: string): FileLanguage | null {
  return byName.get(name.toLowerCase()) ?? null;
}

/** Returns true if a file can be in a language: a header is in C and C++. */
export function isInLanguage(path: string, { extensions, fileNames }: FileLanguage): boolean {
  return fileNames.includes(fileNameOf(path)) || extensions.includes(extensionOf(path));
}

/** Returns a file's name in lower case, without its folders. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

/** Returns a file's extension in lower case; "Dockerfile" and ".gitignore" have none. */
export function extensionOf(path: string): string {
  const name = fileNameOf(path);
  const dot = name.lastIndexOf(".");
  return dot < 1 ? "" : name.slice(dot + 1);
}
