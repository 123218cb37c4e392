import { HttpFailure } from "#shared/http/http-failure.ts";
import { ServiceError } from "#shared/http/service-error.ts";
import { errorSchema } from "./wordpress-schemas.ts";

type WordPressProblem = "unreachable" | "refused" | "not-wordpress" | "unexpected-shape" | "kept-changing";

/** WordPress returned no usable content; the message tells the site's owner what to check. */
export class WordPressError extends ServiceError<WordPressProblem> {
  override readonly name = "WordPressError";
}

/** Returns the `code` of a WordPress error, such as `rest_post_invalid_page_number`; null if the body isn't one. */
export function errorCodeOf(failure: HttpFailure): string | null {
  try {
    const parsed = errorSchema.safeParse(JSON.parse(failure.body));
    return parsed.success ? parsed.data.code : null;
  } catch {
    return null;
  }
}

/** Interprets an HTTP failure of a request for `list`. */
export function explainFailure(list: string, error: unknown): unknown {
  if (!(error instanceof HttpFailure)) return error;
  const { retryAfterSeconds } = error;
  if (error.kind === "not-json") {
    return new WordPressError(
      "not-wordpress",
      `WordPress returned HTML instead of its REST API (${list}). Check that the REST API is enabled and that WORDPRESS_URL is the site's root.`,
      { cause: error },
    );
  }
  if (error.kind === "redirect") {
    return new WordPressError(
      "refused",
      `WordPress has moved (${list}): ${error.message}. Set WORDPRESS_URL to its new address.`,
      { cause: error },
    );
  }
  if (
    error.kind === "status" &&
    error.statusCode !== null &&
    error.statusCode < 500 &&
    error.statusCode !== 429
  ) {
    const code = errorCodeOf(error);
    return new WordPressError(
      "refused",
      `WordPress refused to list its ${list}: ${error.statusCode}${code === null ? "" : ` ${code}`}.`,
      { cause: error },
    );
  }
  return new WordPressError("unreachable", `Can't read WordPress (${list}): ${error.message}.`, {
    cause: error,
    retryAfterSeconds,
  });
}
