import { isBankError } from "../sources/bank-source.ts";

const firstPauseMs = 15_000;
const maxPauseMs = 60 * 60_000;
/** Pause after an unreadable answer, which a quick retry won't fix. */
const unreadablePauseMs = 15 * 60_000;

/** Returns the pause before retrying a failed job: doubling up to an hour, and at least as long as the bank asks. */
export function bankPauseMs(failures: number, error: unknown): number {
  const growing = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20));
  if (!isBankError(error)) return growing;
  const least = error.kind === "our-fault" ? unreadablePauseMs : (error.retryAfterSeconds ?? 0) * 1000;
  return Math.min(maxPauseMs, Math.max(growing, least));
}
