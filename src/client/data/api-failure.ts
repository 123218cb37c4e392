import { ApiError } from "#shared/envelope.ts";

const noAnswer = "The site could not be reached. Check the connection and try again.";
const unexpected = "Something went wrong here. Try again in a moment.";

/** What a failed call says to a person: the server's own sentences without the codes before them. */
export function failureWords(error: Error): string {
  if (!(error instanceof ApiError)) return unexpected;
  const sentences = Object.values(error.errors ?? {}).flat();
  if (sentences.length > 0) return sentences.join(" ");
  // Without errors and without a request id there was no answer at all: the browser's own words help nobody.
  if (error.requestId === null) return noAnswer;
  return error.statusCode >= 500 ? unexpected : `${error.message}.`;
}

/** The id to quote, as a property that is absent where there is none. */
export function requestIdOf(error: Error): { requestId: string } | Record<string, never> {
  return error instanceof ApiError && error.requestId !== null ? { requestId: error.requestId } : {};
}

/** The words, and for failures that are ours to look up the request's id. */
export function failureText(error: Error): string {
  const { requestId } = requestIdOf(error);
  const isOurs = error instanceof ApiError && error.statusCode >= 500;
  return isOurs && requestId !== undefined && !failureWords(error).includes(requestId)
    ? `${failureWords(error)} Request ${requestId}.`
    : failureWords(error);
}

/** The session ended or lay idle, or the place on the owner's list is gone: the route's own page says what to do. */
export function isAboutAccess(error: Error): boolean {
  return error instanceof ApiError && (error.statusCode === 401 || error.statusCode === 403);
}

/** Not there, deleted, or another person's: the server does not tell these apart. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.statusCode === 404;
}

/**
 * Whether the same call may do what it could not: without an answer, after a failure of the server's own, too slow a line,
 * too many calls or a lost session. A refusal of what was asked is said again, however often it is asked.
 */
export function mayGoBetter(error: Error): boolean {
  if (!(error instanceof ApiError) || isAboutAccess(error)) return true;
  return error.statusCode >= 500 || error.statusCode === 408 || error.statusCode === 429;
}
