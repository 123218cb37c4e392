import { z } from "zod";
import { isPlainLine, isPlainText, tidyText } from "#shared/text/plain-text.ts";

const mostNote = 500;
const mostTagName = 40;
/** Tags of a transaction; rules give it no more. */
export const mostTags = 20;

/** A note of a transaction or of a part; empty for none. */
export const noteSchema = z
  .string("Enter a note.")
  .overwrite((text) => text.trim())
  .max(mostNote, `Use at most ${mostNote} characters.`)
  .refine(isPlainText, "Use only visible characters.");

/** Name of a tag, with or without a `#` before it. */
export const tagNameSchema = z
  .string("Enter a tag.")
  .overwrite((text) => tidyText(text.replace(/^\s*#+/, "")))
  .min(1, "Enter a tag.")
  .max(mostTagName, `Use at most ${mostTagName} characters.`)
  .refine(isPlainLine, "Use only visible characters.");

/** Tags of a transaction, by name. */
export const tagNamesSchema = z.array(tagNameSchema).max(mostTags, `Use at most ${mostTags} tags.`);

/** Returns a tag's name for comparison. */
export function tagKey(name: string): string {
  return name.toLowerCase();
}
