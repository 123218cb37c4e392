import { z } from "zod";
import { isPlainLine, tidyText } from "#shared/text/plain-text.ts";

/**
 * Text of one line, at most 200 characters (docs/reference/http-api.md, "Limits"). `what` completes the message "Enter a
 * name."
 */
export function lineSchema(what: string) {
  return z
    .string(`Enter ${what}.`)
    .overwrite(tidyText)
    .min(1, `Enter ${what}.`)
    .max(200, "Use at most 200 characters.")
    .refine(isPlainLine, "Use only visible characters.");
}

/** Currency units; the number of decimals depends on the budget's currency. */
export const estimateSchema = z
  .number("Enter an amount.")
  .nonnegative("Enter zero or more.")
  .max(999_999_999.99, "Enter at most 999,999,999.99.");
