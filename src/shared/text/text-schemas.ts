import { z } from "zod";
import { isPlainLine, isPlainText, tidyText } from "./plain-text.ts";

/* Texts that people enter, tidied (docs/reference/http-api.md, "Limits"). `most` counts characters. */

const invisible = "Use only visible characters.";

function atMost(most: number): string {
  const count = most.toLocaleString("en-US");
  return `Use at most ${count} characters.`;
}

/** Returns the schema of one line, which may be empty; `message` refuses anything but text. */
export function lineSchema(message?: string, most = 200) {
  return z.string(message).overwrite(tidyText).max(most, atMost(most)).refine(isPlainLine, invisible);
}

/** Returns the schema of one line that isn't empty; `message` asks for it. */
export function filledLineSchema(message: string, most = 200) {
  return lineSchema(message, most).min(1, message);
}

/** Returns the schema of several lines, which may be empty. */
export function textSchema(message?: string, most = 5_000) {
  return z.string(message).overwrite(tidyText).max(most, atMost(most)).refine(isPlainText, invisible);
}
