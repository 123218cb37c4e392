import { limitText } from "../domain/limit-words.ts";
import type { CallFailure } from "./github-calls.ts";

/** Why a part of a page is missing or old, and what helps, as a sentence. */
export function failureText(failure: CallFailure): string {
  if (failure.kind === "limit") return limitText(failure.endsAtMs, Date.now());
  return failure.kind === "not-found"
    ? "GitHub knows no public page of this name."
    : "GitHub did not answer as it should. Try again in a moment.";
}
