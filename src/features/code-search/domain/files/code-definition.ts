import { z } from "zod";

/** A name that a file defines, with the kinds that its outline lists (docs/reference/product.md, "Code search"). */
export const definitionSchema = z.object({
  name: z.string(),
  kind: z.enum([
    "class",
    "component",
    "constant",
    "enum",
    "function",
    "interface",
    "method",
    "module",
    "type",
  ]),
  /** From 1. */
  line: z.int().positive(),
});

export type Definition = z.infer<typeof definitionSchema>;
export type DefinitionKind = Definition["kind"];
