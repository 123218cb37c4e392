import { ApiError } from "#shared/envelope.ts";
import { durationText } from "#shared/time/duration-text.ts";

/** Message of a call that got no answer. */
export const noAnswer = "Couldn’t reach the site. Check your connection and try again.";
const unexpected = "Something went wrong on our side. Try again in a moment.";

/** Returns the message of a failed call: the server's sentences without codes, and when a rate limit ends. */
export function failureWords(error: Error): string {
  if (!(error instanceof ApiError)) return unexpected;
  if (error.statusCode === 429 && error.retryAfterSeconds !== null)
    return `${error.message}. Try again in ${durationText(error.retryAfterSeconds * 1000)}.`;
  const sentences = Object.values(error.errors ?? {}).flat();
  if (sentences.length > 0) return sentences.join(" ");
  // Without errors and request id, there was no answer; the browser's message doesn't help.
  if (error.requestId === null) return noAnswer;
  return error.statusCode >= 500 ? unexpected : `${error.message}.`;
}

/** Returns the request id as a property, absent if unknown. */
export function requestIdOf(error: Error): { requestId: string } | Record<string, never> {
  return error instanceof ApiError && error.requestId !== null ? { requestId: error.requestId } : {};
}

/** Returns the message of a failed call, with the request id for server errors. */
export function failureText(error: Error): string {
  const { requestId } = requestIdOf(error);
  const isOurs = error instanceof ApiError && error.statusCode >= 500;
  return isOurs && requestId !== undefined && !failureWords(error).includes(requestId)
    ? `${failureWords(error)} Request ${requestId}.`
    : failureWords(error);
}

/**
 * True if access was refused (session ended or idle, or not a member); the route's error page handles that. What a member of a
 * household may not do is an ordinary failure with a sentence.
 */
export function isAboutAccess(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.statusCode === 401 || (error.statusCode === 403 && error.errors?.["access"] === undefined);
}

/** True if the item doesn't exist, was deleted, or belongs to someone else. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.statusCode === 404;
}

/**
 * Returns whether repeating a call can help: after a network failure, a server error, a timeout, too many calls, or a
 * lost session. A rejected input would be rejected again.
 */
export function canRetry(error: Error): boolean {
  if (!(error instanceof ApiError) || isAboutAccess(error)) return true;
  return error.statusCode >= 500 || error.statusCode === 408 || error.statusCode === 429;
}
