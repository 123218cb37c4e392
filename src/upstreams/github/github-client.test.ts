import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import {
  clientOf,
  commit,
  errorOf,
  fileOf,
  json,
  primaryBody,
  repositoryOf,
  resetSeconds,
  secondaryBody,
  serveGitHub,
  usedUp,
  user,
  type Listener,
} from "../../../tests/support/stand-ins/github-stand-in.ts";
import type { GitHubRate } from "./index.ts";

describe("every call", () => {
  it("sends the API version and the token, and returns the ETag and the remaining calls", async () => {
    const rates: [GitHubRate, string | null][] = [];
    const seen: IncomingMessage["headers"][] = [];
    const client = await clientOf(
      (request, response) => {
        seen.push(request.headers);
        json(user, 200, { ...usedUp, "x-ratelimit-remaining": "41", etag: 'W/"new"' })(request, response);
      },
      { onRate: (rate, token) => rates.push([rate, token]) },
    );
    const answer = await client.user("robin", { token: "gho_token" });
    const rate = { limit: 60, remaining: 41, resetAt: new Date(resetSeconds * 1000), resource: "core" };
    expect(answer).toMatchObject({ value: { login: "robin", name: null }, etag: 'W/"new"', rate });
    expect(rates).toEqual([[rate, "gho_token"]]);
    expect(seen[0]).toMatchObject({
      authorization: "Bearer gho_token",
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    });
  });

  it("reports the remaining calls even after a refusal or a 304", async () => {
    const remaining: number[] = [];
    const onRate = (rate: GitHubRate): void => void remaining.push(rate.remaining);
    const refusing = await clientOf(json(primaryBody, 403, usedUp), { onRate });
    await errorOf(refusing.repo("robin", "tide"));
    const unchanged = await clientOf(
      (_request, response) => response.writeHead(304, { ...usedUp, "x-ratelimit-remaining": "12" }).end(),
      { onRate },
    );
    await unchanged.repo("robin", "tide", { etag: '"x"' });
    expect(remaining).toEqual([0, 12]);
  });

  it("doesn't retry at a limit, but retries once when a gateway is down", async () => {
    let knocks = 0;
    function count(listener: Listener): Listener {
      return (request, response) => {
        knocks += 1;
        listener(request, response);
      };
    }
    await errorOf((await clientOf(count(json(secondaryBody, 429)))).user("robin"));
    expect(knocks).toBe(1);
    await errorOf((await clientOf(count(json({}, 503)))).user("robin"));
    expect(knocks).toBe(3);
    await errorOf((await clientOf(count(json({}, 503)))).searchCode({ q: "tide", token: "t" }));
    expect(knocks).toBe(4);
  });

  it("stops when its caller aborts", async () => {
    const client = await clientOf(() => undefined);
    const began = Date.now();
    expect((await errorOf(client.user("robin", { signal: AbortSignal.timeout(30) }))).kind).toBe(
      "unavailable",
    );
    expect(Date.now() - began).toBeLessThan(1_500);
  });

  it("never requests an invalid name, and never leaves its path", async () => {
    const asked: unknown[] = [];
    const client = await clientOf((request, response) => {
      asked.push(request.url);
      json(fileOf(Buffer.from("x")))(request, response);
    });
    for (const path of ["../../user", "src/../../x", ".", "src//x", "/src", "a/\ud800"]) {
      expect((await errorOf(client.contents("robin", "tide", path))).kind).toBe("not-found");
    }
    expect((await errorOf(client.repo("..", "user"))).kind).toBe("not-found");
    expect((await errorOf(client.repo("robin", ""))).kind).toBe("not-found");
    expect(asked).toEqual([]);
    await client.contents("robin", "tide", "a b/#50%?.ts", { ref: "feature/ü" });
    await client.contents("robin", "tide", "%2e%2e/x");
    expect(asked).toEqual([
      "/api/v3/repos/robin/tide/contents/a%20b/%2350%25%3F.ts?ref=feature%2F%C3%BC",
      "/api/v3/repos/robin/tide/contents/%252e%252e/x",
    ]);
  });

  it("never reveals a token, even one that can't be sent", async () => {
    const client = await clientOf(json({ message: "Bad credentials" }, 401));
    for (const token of ["gho_secret\nx: y", "gho_sécret", "", "gho_secret"]) {
      const error = await errorOf(client.user("robin", { token }));
      expect(error.kind).toBe("bad-credentials");
      expect(JSON.stringify([error.message, error.said, String(error.cause)])).not.toMatch(/gho_s/);
    }
  });

  it("names a missing field", async () => {
    const client = await clientOf(json([{ ...repositoryOf(1), private: undefined }]));
    const error = await errorOf(client.repos("robin"));
    expect(error.message).toContain("0.private");
  });
});

describe("a list", () => {
  /** Serves three pages with numeric addresses, as GitHub links them. */
  function pages(host: (request: IncomingMessage) => string, asked: string[] = []): Listener {
    return (request, response) => {
      const url = new URL(request.url ?? "", "http://any");
      asked.push(`${url.pathname}${url.search}`);
      const page = Number(url.searchParams.get("page") ?? 1);
      const next = `<${host(request)}/api/v3/user/7/repos?per_page=100&page=${page + 1}>; rel="next"`;
      const last = `<${host(request)}/api/v3/user/7/repos?per_page=100&page=3>; rel="last"`;
      // The second page starts with the first one's last entry, because something was pushed in between.
      json([repositoryOf(page * 2 - 1), repositoryOf(page * 2), repositoryOf(page * 2 + 1)], 200, {
        etag: '"page"',
        ...(page < 3 ? { link: `${next}, ${last}` } : {}),
      })(request, response);
    };
  }
  const own = (request: IncomingMessage): string => `http://${request.headers.host}`;

  it("is read to its end by GitHub's links, each entry once", async () => {
    const asked: string[] = [];
    const answer = await (await clientOf(pages(own, asked))).repos("robin");
    if (answer === "not-modified") throw new Error("nothing was kept");
    expect(answer.value.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(answer.etag, "a 304 to the first page says nothing about the others").toBeNull();
    expect(asked).toEqual([
      "/api/v3/users/robin/repos?per_page=100&sort=pushed&direction=desc",
      "/api/v3/user/7/repos?per_page=100&page=2",
      "/api/v3/user/7/repos?per_page=100&page=3",
    ]);
  });

  it("of one page has that page's ETag", async () => {
    const answer = await (await clientOf(json([repositoryOf(1)], 200, { etag: 'W/"one"' }))).repos("robin");
    expect(answer).toMatchObject({ etag: 'W/"one"' });
  });

  it("isn't followed to another origin or outside the API's path, and no token is sent there", async () => {
    const stranger: unknown[] = [];
    const elsewhere = await serveGitHub((request, response) => {
      stranger.push(request.headers.authorization);
      json([])(request, response);
    });
    const client = await clientOf(pages(() => new URL(elsewhere).origin));
    const error = await errorOf(client.repos("robin", { token: "gho_token" }));
    expect([error.kind, error.message.includes("outside")]).toEqual(["unavailable", true]);
    for (const pageUrl of [
      `${elsewhere}/x`,
      "https://github.example/x",
      "javascript:alert(1)",
      "//x.example/",
    ]) {
      expect((await errorOf(client.commits("robin", "tide", { pageUrl, token: "t" }))).kind).toBe(
        "unavailable",
      );
    }
    const above = await clientOf((request, response) => {
      const link = `<http://${request.headers.host}/api/v3x/user/7/repos?page=2>; rel="next"`;
      json([commit], 200, { link })(request, response);
    });
    expect((await errorOf(above.commits("robin", "tide"))).kind).toBe("unavailable");
    expect(stranger).toEqual([]);
  });

  it("that never ends fails", async () => {
    const client = await clientOf((request, response) => {
      const link = `<http://${request.headers.host}${request.url}>; rel="next"`;
      json([repositoryOf(1)], 200, { link })(request, response);
    });
    expect((await errorOf(client.repos("robin"))).kind).toBe("too-large");
  });

  it("of commits is returned page by page, with accounts if known", async () => {
    const others = [
      { ...commit, author: null },
      { ...commit, author: {} },
      { ...commit, author: undefined },
    ];
    const client = await clientOf((request, response) => {
      const isFirst = !(request.url ?? "").includes("page=2");
      const next = `<http://${request.headers.host}/api/v3/repositories/9/commits?per_page=100&page=2>; rel="next"`;
      json(isFirst ? [commit] : others, 200, isFirst ? { link: next } : {})(request, response);
    });
    const first = await client.commits("robin", "tide");
    if (first === "not-modified") throw new Error("nothing was kept");
    expect(first.value.items[0]).toMatchObject({ author: { login: "robin" }, committer: null });
    expect(JSON.stringify(first.value), "email addresses aren't needed").not.toContain("@");
    expect(first.value.nextUrl).toMatch(/\/api\/v3\/repositories\/9\/commits\?per_page=100&page=2$/);
    const second = await client.commits("robin", "tide", { pageUrl: first.value.nextUrl });
    if (second === "not-modified") throw new Error("nothing was kept");
    expect(second.value.items.map(({ author }) => author)).toEqual([null, null, null]);
    expect(second.value.nextUrl).toBeNull();
  });

  it("of starred repositories can be counted without reading it", async () => {
    const many = await clientOf((request, response) => {
      const base = `http://${request.headers.host}/api/v3/user/7/starred?per_page=1`;
      const link = `<${base}&page=2>; rel="next", <${base}&page=117>; rel="last"`;
      json([repositoryOf(1)], 200, { link })(request, response);
    });
    expect((await many.starredCount("robin")).value).toBe(117);
    expect((await (await clientOf(json([]))).starredCount("robin")).value).toBe(0);
    expect((await (await clientOf(json([repositoryOf(1)]))).starredCount("robin")).value).toBe(1);
  });
});

describe("a renamed repository", () => {
  it("is followed to its numeric address, with the token", async () => {
    const seen: unknown[] = [];
    const client = await clientOf((request, response) => {
      seen.push([request.url, request.headers.authorization]);
      if (request.url === "/api/v3/repositories/9") json(repositoryOf(9, "harbour"))(request, response);
      else {
        const location = `http://${request.headers.host}/api/v3/repositories/9`;
        json({ message: "Moved Permanently", url: location }, 301, { location })(request, response);
      }
    });
    const answer = await client.repo("robin", "tide", { token: "gho_token" });
    expect(answer).toMatchObject({ value: { name: "harbour" } });
    expect(seen).toEqual([
      ["/api/v3/repos/robin/tide", "Bearer gho_token"],
      ["/api/v3/repositories/9", "Bearer gho_token"],
    ]);
  });

  it("isn't followed to another host", async () => {
    const stranger: unknown[] = [];
    const elsewhere = await serveGitHub((request) => stranger.push(request.url));
    const client = await clientOf(json({}, 301, { location: `${elsewhere}/repositories/9` }));
    expect((await errorOf(client.repo("robin", "tide", { token: "t" }))).kind).toBe("unavailable");
    expect(stranger).toEqual([]);
  });

  it("that redirects in a circle fails", async () => {
    const client = await clientOf((request, response) =>
      json({}, 302, { location: request.url ?? "" })(request, response),
    );
    expect((await errorOf(client.repo("robin", "tide"))).message).toContain("too many times");
  });
});
