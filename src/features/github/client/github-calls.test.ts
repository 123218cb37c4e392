import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectConsole } from "../../../../tests/support/guards.ts";
import { callGitHub, GitHubCallError, nextPageOf, type CallFailure } from "./github-calls.ts";

const url = "https://api.github.test/users/ada/repos?sort=pushed&direction=desc&per_page=100";
const nowMs = Date.parse("2026-11-21T12:00:00Z");

function pick(json: unknown): string[] {
  if (!Array.isArray(json)) throw new TypeError("not a list");
  return json.map(String);
}

/** Session storage like a browser's, with keys as its own properties. */
function stubStorage(entries: Record<string, string> = {}, capacity = Number.POSITIVE_INFINITY) {
  const storage: Record<string, string> = { ...entries };
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem(key: string, text: string) {
      const others = Object.entries(storage).filter(([name]) => name !== key);
      const size = others.reduce((sum, [, value]) => sum + value.length, text.length);
      if (size > capacity) throw new DOMException("full", "QuotaExceededError");
      storage[key] = text;
    },
    removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  };
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(storage, name, { value, enumerable: false });
  }
  vi.stubGlobal("sessionStorage", storage);
  return storage;
}

function answers(...responses: (Response | Error | ((init?: RequestInit) => Promise<Response>))[]) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
    asked.push({ url: input, init });
    const next = responses.shift();
    if (next === undefined) throw new Error("one call too many");
    if (typeof next === "function") return next(init);
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  return asked;
}

function json(body: unknown, init: ResponseInit = {}): Response {
  return Response.json(body, init);
}

async function failureOfCall(): Promise<CallFailure | null> {
  const error: unknown = await callGitHub(url, { pick }).catch((reason: unknown) => reason);
  return error instanceof GitHubCallError ? error.failure : null;
}

const window = new EventTarget();

beforeEach(() => {
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  vi.useFakeTimers({ now: nowMs, toFake: ["Date"] });
  stubStorage();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a public call", () => {
  it("is a GET without authentication, with the pinned version", async () => {
    const asked = answers(json(["a"]));
    expect(await callGitHub(url, { pick })).toEqual({ value: ["a"], asOfMs: nowMs, nextUrl: null });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe(url);
    expect(asked[0]?.init).toMatchObject({
      credentials: "omit",
      headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
    });
    expect(asked[0]?.init?.method ?? "GET").toBe("GET");
  });

  it("is made once and then answered from session storage without expiry", async () => {
    const storage = stubStorage();
    answers(json(["a"]));
    await callGitHub(url, { pick });
    expect(JSON.parse(storage[url] ?? "")).toEqual({ json: ["a"], cached_at: nowMs });
    vi.setSystemTime(nowMs + 30 * 24 * 3_600_000);
    expect(await callGitHub(url, { pick })).toEqual({ value: ["a"], asOfMs: nowMs, nextUrl: null });
  });

  it("is made once for simultaneous callers", async () => {
    const asked = answers(json(["a"]));
    const both = await Promise.all([callGitHub(url, { pick }), callGitHub(url, { pick })]);
    expect(both[0]).toEqual(both[1]);
    expect(asked).toHaveLength(1);
  });

  it("is repeated on refresh, and the new answer replaces the cached one", async () => {
    const storage = stubStorage({ [url]: JSON.stringify({ json: ["old"], cached_at: 1 }) });
    answers(json(["new"]));
    expect((await callGitHub(url, { pick, isRenewal: true })).value).toEqual(["new"]);
    expect(storage[url]).toContain("new");
  });

  it("caches the address of the next page", async () => {
    const next = "https://api.github.test/user/7/repos?per_page=100&page=2";
    answers(json(["a"], { headers: { link: `<${next}>; rel="next", <${next}>; rel="last"` } }));
    expect((await callGitHub(url, { pick })).nextUrl).toBe(next);
    expect((await callGitHub(url, { pick })).nextUrl).toBe(next);
  });

  it("treats an empty repository's 409 as an empty list if the caller allows it", async () => {
    answers(json({ message: "Git Repository is empty." }, { status: 409 }));
    expect((await callGitHub(url, { pick, ifEmpty: [] })).value).toEqual([]);
  });
});

describe("a failed call is logged with its cause", () => {
  const reset = String(nowMs / 1000 + 720);
  const cases: [what: string, answer: Response | Error, failure: CallFailure][] = [
    ["404", json({ message: "Not Found" }, { status: 404 }), { kind: "not-found" }],
    [
      "403 for the primary rate limit",
      json({}, { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset } }),
      { kind: "limit", endsAtMs: nowMs + 720_000 },
    ],
    [
      "429 for the secondary rate limit with Retry-After",
      json({}, { status: 429, headers: { "retry-after": "30", "x-ratelimit-remaining": "40" } }),
      { kind: "limit", endsAtMs: nowMs + 30_000 },
    ],
    ["429 without Retry-After", json({}, { status: 429 }), { kind: "limit", endsAtMs: nowMs + 60_000 }],
    ["403 that isn't a rate limit", json({}, { status: 403 }), { kind: "unavailable" }],
    ["500", json({}, { status: 500 }), { kind: "unavailable" }],
    ["409 where no empty value is defined", json({}, { status: 409 }), { kind: "unavailable" }],
    ["HTML", new Response("<html>", { headers: { "content-type": "text/html" } }), { kind: "unavailable" }],
    ["an empty body", new Response(""), { kind: "unavailable" }],
    ["an answer in an unexpected shape", json({ message: "hello" }), { kind: "unavailable" }],
    ["a dropped connection", new TypeError("Failed to fetch"), { kind: "unavailable" }],
    ["a timeout", new DOMException("timed out", "TimeoutError"), { kind: "unavailable" }],
  ];

  it.each(cases)("%s", async (_what, answer, failure) => {
    const lines = expectConsole("error");
    const storage = stubStorage();
    answers(answer);
    expect(await failureOfCall()).toEqual(failure);
    expect(lines).toEqual([[`Failed to fetch ${url}: ${failure.kind}`]]);
    expect(storage).toEqual({});
  });

  it("isn't logged if the visitor leaves the page meanwhile", async () => {
    answers(() => {
      window.dispatchEvent(new Event("beforeunload"));
      return Promise.reject(new TypeError("NetworkError when attempting to fetch resource."));
    });
    expect(await failureOfCall()).toEqual({ kind: "unavailable" });
  });

  it("times out after ten seconds", async () => {
    expectConsole("error");
    const timeLimit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeLimit.signal);
    answers((init) => new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", reject)));
    const failure = failureOfCall();
    timeLimit.abort();
    expect(await failure).toEqual({ kind: "unavailable" });
    expect(timeout).toHaveBeenCalledWith(10_000);
  });

  it("can be retried", async () => {
    expectConsole("error");
    answers(json({}, { status: 500 }), json(["a"]));
    expect(await failureOfCall()).toEqual({ kind: "unavailable" });
    expect((await callGitHub(url, { pick })).value).toEqual(["a"]);
  });
});

describe("session storage", () => {
  it.each(["no json", "null", '{"json":["a"]}', '{"json":"not a list","cached_at":1}', '{"cached_at":1}'])(
    "that holds %j counts as empty and is overwritten",
    async (text) => {
      const storage = stubStorage({ [url]: text });
      answers(json(["fresh"]));
      expect((await callGitHub(url, { pick })).value).toEqual(["fresh"]);
      expect(storage[url]).toContain("fresh");
    },
  );

  it("is optional: calls work while it is blocked", async () => {
    vi.stubGlobal(
      "sessionStorage",
      new Proxy(
        {},
        {
          get: () => {
            throw new DOMException("denied", "SecurityError");
          },
          ownKeys: () => {
            throw new DOMException("denied", "SecurityError");
          },
        },
      ),
    );
    const asked = answers(json(["a"]), json(["b"]));
    expect((await callGitHub(url, { pick })).value).toEqual(["a"]);
    expect((await callGitHub(url, { pick })).value).toEqual(["b"]);
    expect(asked).toHaveLength(2);
  });

  it("drops the oldest answer when it is full, and never another script's data", async () => {
    const entry = (at: number) => JSON.stringify({ json: ["x".repeat(40)], cached_at: at });
    const storage = stubStorage(
      { "https://api.github.test/a": entry(2), "https://api.github.test/b": entry(1), theme: "dark" },
      3 * entry(1).length,
    );
    answers(json(["y".repeat(40)]));
    await callGitHub(url, { pick });
    expect(Object.keys(storage).sort()).toEqual(["https://api.github.test/a", url, "theme"].sort());
  });

  it("is optional: calls work while it has no room", async () => {
    stubStorage({}, 10);
    answers(json(["a"]));
    expect((await callGitHub(url, { pick })).value).toEqual(["a"]);
  });
});

describe("nextPageOf", () => {
  it.each([
    [null, null],
    ['<https://api.github.test/user/7/repos?page=1>; rel="first"', null],
    [
      '<https://api.github.test/user/7/repos?page=1>; rel="prev", <https://api.github.test/user/7/repos?page=3>; rel="next"',
      "https://api.github.test/user/7/repos?page=3",
    ],
    ['<https://elsewhere.test/user/7/repos?page=2>; rel="next"', null],
    ['<javascript:alert(1)>; rel="next"', null],
    ["nonsense", null],
  ])("of %j is %j", (link, next) => {
    expect(nextPageOf(link, url)).toBe(next);
  });
});
