import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { SandboxContext } from "./sandbox-context.ts";

const documentation = "https://docs.github.com/rest";

/** Returns an error in GitHub's format, which repeats the status as text in the body. */
export function apiError(
  c: SandboxContext,
  status: ContentfulStatusCode,
  message: string,
  more: { errors?: object[]; documentation?: string } = {},
): Response {
  return c.json(
    {
      message,
      ...(more.errors === undefined ? {} : { errors: more.errors }),
      documentation_url: more.documentation ?? documentation,
      status: String(status),
    },
    status,
  );
}

export function notFound(c: SandboxContext): Response {
  return apiError(c, 404, "Not Found");
}

export function badCredentials(c: SandboxContext): Response {
  return apiError(c, 401, "Bad credentials");
}

/** Returns the error for a repository without commits. */
export function emptyRepository(c: SandboxContext): Response {
  return apiError(c, 409, "Git Repository is empty.", {
    documentation: `${documentation}/commits/commits#list-commits`,
  });
}

/** Returns the primary limit's error as recorded: 403, with the end of the limit in the headers. */
export function limitExceeded(c: SandboxContext, who: { address: string } | { login: string }): Response {
  const message =
    "address" in who
      ? `API rate limit exceeded for ${who.address}. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)`
      : `API rate limit exceeded for user ${who.login}.`;
  return apiError(c, 403, message, {
    documentation: "https://docs.github.com/rest/overview/resources-in-the-rest-api#rate-limiting",
  });
}

export function serverError(c: SandboxContext): Response {
  return apiError(c, 500, "Server Error");
}
