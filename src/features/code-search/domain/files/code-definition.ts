/** Kinds of definitions that a file's outline lists (docs/reference/product.md, "Code search"). */
export const definitionKinds = [
  "class",
  "component",
  "constant",
  "enum",
  "function",
  "interface",
  "method",
  "module",
  "type",
] as const;

export type DefinitionKind = (typeof definitionKinds)[number];

/** A name that a file defines; `line` is from 1. */
export type Definition = { name: string; kind: DefinitionKind; line: number };
