/** Names people use for languages that highlight.js names differently (without its own aliases). */
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
 * Returns highlight.js's name for a typed name: "C#" → "csharp", "markup" → "xml", "Objective-C" → "objectivec",
 * "VB.NET" → "vbnet", "language-ts" → "ts". Normalizes an unknown name; returns undefined for an empty one.
 */
export function highlightLanguage(name: string | undefined): string | undefined {
  const tidy = tidyName(name);
  if (tidy === "") return undefined;
  return Object.hasOwn(typedNames, tidy) ? typedNames[tidy] : tidy;
}

/** Returns whether a typed name is more than empty. A page can tell without the list of names. */
export function isLanguageNamed(name: string | undefined): boolean {
  return tidyName(name) !== "";
}

function tidyName(name = ""): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^lang(?:uage)?-/u, "")
    .replaceAll(/[\s_]+/gu, "-");
}
