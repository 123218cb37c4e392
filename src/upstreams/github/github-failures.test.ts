import { describe, expect, it } from "vitest";
import { dealOut } from "../../../tests/support/night.ts";
import {
  clientOf,
  errorOf,
  json,
  now,
  primaryBody,
  resetSeconds,
  secondaryBody,
  usedUp,
  type Listener,
} from "../../../tests/support/stand-ins/github-stand-in.ts";
import type { GitHubClient, GitHubError } from "./index.ts";

type Etag = { etag?: string };
const conditionalCalls: Record<string, (client: GitHubClient, read?: Etag) => Promise<unknown>> = {
  user: (client, read) => client.user("robin", read),
  repos: (client, read) => client.repos("robin", read),
  starred: (client, read) => client.starred("robin", read),
  repo: (client, read) => client.repo("robin", "tide", read),
  commits: (client, read) => client.commits("robin", "tide", read),
  commit: (client, read) => client.commit("robin", "tide", "main", read),
  languages: (client, read) => client.languages("robin", "tide", read),
  readme: (client, read) => client.readme("robin", "tide", read),
  readmeHtml: (client, read) => client.readmeHtml("robin", "tide", read),
  contents: (client, read) => client.contents("robin", "tide", "src/tide.ts", read),
  tree: (client, read) => client.tree("robin", "tide", "main", { isRecursive: true, ...read }),
};
const calls: Record<string, (client: GitHubClient) => Promise<unknown>> = {
  ...conditionalCalls,
  viewer: (client) => client.viewer("gho_token"),
  starredCount: (client) => client.starredCount("robin"),
  searchCode: (client) => client.searchCode({ q: "tide user:robin", token: "gho_token" }),
  rateLimit: (client) => client.rateLimit(),
};

/** Possible responses of GitHub, or anything in between, to any call, with their meaning. */
const matrix: [string, Listener, Partial<GitHubError>][] = [
  ["404", json({ message: "Not Found", status: "404" }, 404), { kind: "not-found", statusCode: 404 }],
  [
    "403 with the hour's calls used up",
    json(primaryBody, 403, usedUp),
    { kind: "primary-limit", resetAt: new Date(resetSeconds * 1000), retryAfterSeconds: 600 },
  ],
  [
    "403 with calls used up for years",
    json(primaryBody, 403, { ...usedUp, "x-ratelimit-reset": "99999999999" }),
    { kind: "primary-limit", resetAt: new Date(now.getTime() + 3_600_000), retryAfterSeconds: 3_600 },
  ],
  [
    "429 with a Retry-After of years",
    json(secondaryBody, 429, { "retry-after": "999999999" }),
    { kind: "secondary-limit", retryAfterSeconds: 3_600 },
  ],
  ["429 with the hour's calls used up", json(primaryBody, 429, usedUp), { kind: "primary-limit" }],
  [
    "429 for too much at once, with Retry-After",
    json(secondaryBody, 429, { "retry-after": "37" }),
    { kind: "secondary-limit", retryAfterSeconds: 37, resetAt: new Date(now.getTime() + 37_000) },
  ],
  [
    "429 for too much at once, without Retry-After",
    json(secondaryBody, 429),
    { kind: "secondary-limit", retryAfterSeconds: 60 },
  ],
  [
    "403 for too much at once, with calls left",
    json(secondaryBody, 403, { ...usedUp, "x-ratelimit-remaining": "4000" }),
    { kind: "secondary-limit", retryAfterSeconds: 60 },
  ],
  [
    "403 for too much at once, with none left",
    json(secondaryBody, 403, usedUp),
    { kind: "secondary-limit", retryAfterSeconds: 60 },
  ],
  [
    "403 with the hour's calls used up, and a proxy that drops headers",
    json(primaryBody, 403),
    { kind: "primary-limit", resetAt: new Date(now.getTime() + 60_000), retryAfterSeconds: 60 },
  ],
  ["429 without a word", (_request, response) => response.writeHead(429).end(), { kind: "secondary-limit" }],
  ["500", json({ message: "Server Error" }, 500), { kind: "unavailable", statusCode: 500 }],
  [
    "502 in HTML",
    (_request, response) => response.writeHead(502).end("<html><title>Unicorn!</title></html>"),
    { kind: "unavailable", statusCode: 502 },
  ],
  [
    "HTML",
    (_request, response) => response.end("<!DOCTYPE html><title>Log in to the network</title>"),
    { kind: "unavailable" },
  ],
  [
    "404 of something else, in HTML",
    (_request, response) => response.writeHead(404).end("<html>nginx</html>"),
    { kind: "unavailable" },
  ],
  ["JSON of another shape", json({ hello: "there" }), { kind: "unavailable" }],
  ["an empty body", (_request, response) => response.end(), { kind: "unavailable" }],
  ["a cut connection", (request) => request.socket.destroy(), { kind: "unavailable" }],
  [
    "an answer cut in the middle",
    (_request, response) => {
      response.writeHead(200, { "content-length": "5000" });
      response.write('{"id":7,');
      setTimeout(() => response.destroy(), 5);
    },
    { kind: "unavailable" },
  ],
  ["401 for the token", json({ message: "Bad credentials" }, 401), { kind: "bad-credentials" }],
  [
    "401 for no token",
    json({ message: "Requires authentication" }, 401),
    { kind: "requires-authentication" },
  ],
  ["a blocked repository", json({ message: "Repository access blocked" }, 403), { kind: "forbidden" }],
  [
    "409 for an empty repository",
    json({ message: "Git Repository is empty." }, 409),
    { kind: "empty-repository" },
  ],
  [
    "404 for an empty repository",
    json({ message: "This repository is empty." }, 404),
    { kind: "empty-repository" },
  ],
  [
    "422 for a commit that is not there",
    json({ message: "No commit found for SHA: abc", status: "422" }, 422),
    { kind: "not-found" },
  ],
  [
    "422",
    json(
      {
        message: "Validation Failed",
        errors: [{ resource: "Search", code: "missing", message: "Give a term" }],
      },
      422,
    ),
    { kind: "validation", said: "Validation Failed Give a term" },
  ],
];

describe.each(dealOut(calls, matrix))("$name", ({ thing: call, cases }) => {
  it.each(cases)("reports %s", async (_case, listener, expected) => {
    const client = await clientOf(listener);
    expect(await errorOf(call(client))).toMatchObject(expected);
  });

  it("times out on a hanging server", async () => {
    const client = await clientOf(() => undefined, { timeoutMs: 80 });
    expect((await errorOf(call(client))).kind).toBe("unavailable");
  });

  it("rejects an unrequested 304", async () => {
    const client = await clientOf((_request, response) => response.writeHead(304).end());
    expect((await errorOf(call(client))).kind).toBe("unavailable");
  });
});

describe.each(Object.entries(conditionalCalls))("%s with an ETag", (_name, call) => {
  it("reports that nothing has changed", async () => {
    const client = await clientOf((request, response) => {
      response.writeHead(request.headers["if-none-match"] === 'W/"abc"' ? 304 : 500).end();
    });
    expect(await call(client, { etag: 'W/"abc"' })).toBe("not-modified");
  });
});
