import { HttpFailure } from "#shared/http-failure.ts";
import { errorSchema } from "./wordpress-schemas.ts";

/** WordPress gave no usable content; the message says what to look at, in words for the owner of the site. */
export class WordPressError extends Error {
  readonly kind: "unreachable" | "refused" | "not-wordpress" | "unexpected-shape" | "kept-changing";
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: WordPressError["kind"],
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number | null } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "WordPressError";
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** The `code` of a WordPress error body, such as `rest_post_invalid_page_number`; null where the body is none. */
export function errorCodeOf(failure: HttpFailure): string | null {
  try {
    const parsed = errorSchema.safeParse(JSON.parse(failure.body));
    return parsed.success ? parsed.data.code : null;
  } catch {
    return null;
  }
}

/** Says what an HTTP failure means when WordPress was asked for `list`. */
export function explainFailure(list: string, error: unknown): unknown {
  if (!(error instanceof HttpFailure)) return error;
  const { retryAfterSeconds } = error;
  if (error.kind === "not-json") {
    return new WordPressError(
      "not-wordpress",
      `WordPress answered HTML where its REST API should be (${list}). Is the REST API switched off, or WORDPRESS_URL not the site's root?`,
      { cause: error },
    );
  }
  if (error.kind === "redirect") {
    return new WordPressError(
      "refused",
      `WordPress has moved (${list}): ${error.message}. Set WORDPRESS_URL to where it is now.`,
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
  return new WordPressError("unreachable", `WordPress could not be read (${list}): ${error.message}.`, {
    cause: error,
    retryAfterSeconds,
  });
}
