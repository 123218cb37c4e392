/** Names that people type for languages which highlight.js knows by another name (its own aliases are not repeated). */
const typedNames: Readonly<Record<string, string>> = {
  markup: "xml",
  "c-plus-plus": "cpp",
  "c-sharp": "csharp",
  "objective-c": "objectivec",
  "vb.net": "vbnet",
  "visual-basic": "vbnet",
  "visual-basic-.net": "vbnet",
  "visual-basic-net": "vbnet",
  "visual-basic.net": "vbnet",
  webassembly: "wasm",
  wat: "wasm",
  "shell-session": "shell",
  "plain-text": "plaintext",
  plain: "plaintext",
  none: "plaintext",
  ecmascript: "javascript",
  vue: "xml",
  svelte: "xml",
  python3: "python",
  golang: "go",
  "php-html": "php-template",
};

/**
 * The name under which highlight.js knows what a person typed: "C#" → "csharp", "markup" → "xml",
 * "Objective-C" → "objectivec", "VB.NET" → "vbnet", "language-ts" → "ts". An unknown name comes back tidied but unknown;
 * an empty one is undefined.
 */
export function highlightLanguage(name: string | undefined): string | undefined {
  const tidy = name
    ?.trim()
    .toLowerCase()
    .replace(/^lang(?:uage)?-/u, "")
    .replaceAll(/[\s_]+/gu, "-");
  if (!tidy) return undefined;
  return Object.hasOwn(typedNames, tidy) ? typedNames[tidy] : tidy;
}
