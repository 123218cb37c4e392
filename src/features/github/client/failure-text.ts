import { rateLimitText } from "../domain/rate-limit-text.ts";
import type { CallFailure } from "./github-calls.ts";

/** Explains in a sentence why part of a page is missing or out of date, and what helps. */
export function failureText(failure: CallFailure): string {
  if (failure.kind === "limit") return rateLimitText(failure.endsAtMs, Date.now());
  return failure.kind === "not-found"
    ? "GitHub has no public page with this name."
    : "GitHub isn’t available right now. Try again in a moment.";
}
