import type { z } from "zod";
import { orWords } from "#shared/text/list-words.ts";

type Issue = z.core.$ZodRawIssue;

/**
 * Returns the message for invalid input whose schema defines none, because the schema library's own messages are about types.
 * For `schema.safeParse(input, { error: inputMessage })`.
 */
export function inputMessage(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "This is missing." : (typeWords[issue.expected] ?? notValid);
    case "too_small":
      return boundWords("at least", issue.origin, issue.minimum, issue.inclusive ?? true);
    case "too_big":
      return boundWords("at most", issue.origin, issue.maximum, issue.inclusive ?? true);
    case "invalid_value":
      return `Use ${orWords(issue.values.map(String))}.`;
    case "invalid_format":
      return issue.format === "uuid" ? "Enter a UUID." : notValid;
    case "unrecognized_keys":
      return `Leave out ${issue.keys.join(", ")}.`;
    default:
      return notValid;
  }
}

const notValid = "This isn’t valid.";

const typeWords: Partial<Record<string, string>> = {
  string: "Enter text.",
  number: "Enter a number.",
  int: "Enter a whole number.",
  boolean: "Use true or false.",
  array: "Send a list.",
  object: "Send an object.",
  record: "Send an object.",
  file: "Choose a file.",
};

function boundWords(side: string, origin: string, bound: number | bigint, isInclusive: boolean): string {
  const limit = bound.toLocaleString("en-US");
  if (origin === "string") return `Use ${side} ${limit} ${bound === 1 ? "character" : "characters"}.`;
  if (origin === "array" || origin === "set") return `Give ${side} ${limit}.`;
  if (isInclusive) return `Enter ${side} ${limit}.`;
  return `Enter ${side === "at least" ? "more" : "less"} than ${limit}.`;
}
