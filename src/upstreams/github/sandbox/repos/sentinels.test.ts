import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { gitHubSandboxClient } from "../../sandbox-client.ts";
import { createGitHubSandbox } from "../github-sandbox.ts";

const origin = "http://localhost:4321";
const base = `${origin}${gitHubSandboxClient.path}`;
const nowMs = Date.UTC(2026, 10, 20, 12);
const serverToken = { authorization: `Bearer ${gitHubSandboxClient.serverToken}` };
const own = "/repos/robin-ashgrove";

let waitedMs: number[] = [];
let app: ReturnType<typeof createGitHubSandbox>;
beforeEach(() => {
  waitedMs = [];
  app = createGitHubSandbox({
    origin: () => origin,
    now: () => new Date(nowMs),
    wait: async (ms) => void waitedMs.push(ms),
  });
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const url = path.startsWith("http") ? path : base + path;
  return app.request(url, { headers: { "user-agent": "test", ...headers } });
}

async function json<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  headers = {},
): Promise<z.infer<Schema>> {
  const response = await get(path, headers);
  expect(response.status).toBe(200);
  return schema.parse(await response.json());
}

async function problem(response: Response): Promise<[number, string]> {
  const { message } = z.object({ message: z.string() }).parse(await response.json());
  return [response.status, message];
}

const names = z.array(z.object({ name: z.string() }));

describe("typed names", () => {
  it.each([
    ["x-error-500", 500],
    ["x-rate-limited", 403],
    ["x-html", 200],
    ["x-empty", 200],
    ["x-slow", 200],
    ["x", 404],
  ])("%s answers %i", async (name, status) => {
    expect((await get(`${own}/${name}`)).status).toBe(status);
    expect(waitedMs).toEqual(name === "x-slow" ? [4_000] : []);
  });

  it("for empty ones have a repository without commits", async () => {
    expect(await json(z.object({ language: z.null(), size: z.literal(0) }), `${own}/x-empty`)).toBeDefined();
    expect(await problem(await get(`${own}/x-empty/commits`))).toEqual([409, "Git Repository is empty."]);
    expect(await json(z.object({}).strict(), `${own}/x-empty/languages`)).toEqual({});
    expect((await get(`${own}/x-empty/readme`)).status).toBe(404);
    expect(await problem(await get(`${own}/x-empty/contents`))).toEqual([404, "This repository is empty."]);
  });

  it("break one part and leave the others alone", async () => {
    expect((await get(`${own}/ledger-kit-commits-error-500/commits`)).status).toBe(500);
    expect((await get(`${own}/ledger-kit-commits-error-500/languages`)).status).toBe(200);
    expect(await json(z.object({ name: z.string() }), `${own}/ledger-kit-commits-error-500`)).toEqual({
      name: "ledger-kit-commits-error-500",
    });
  });

  it("for limits report the reset time", async () => {
    const limited = await get(`${own}/x-rate-limited`);
    expect(limited.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(Number(limited.headers.get("x-ratelimit-reset"))).toBeGreaterThan(nowMs / 1000);
  });

  it("work as search terms", async () => {
    expect((await get("/search/code?q=money-error-500", serverToken)).status).toBe(500);
    expect(
      (await get("/search/code?q=money-rate-limited", serverToken)).headers.get("x-ratelimit-resource"),
    ).toBe("code_search");
    expect(await json(z.object({ total_count: z.int() }), "/search/code?q=money-empty", serverToken)).toEqual(
      { total_count: 0 },
    );
    const slow = await json(z.object({ total_count: z.int() }), "/search/code?q=money-slow", serverToken);
    expect([slow.total_count > 0, waitedMs]).toEqual([true, [4_000]]);
  });

  it("aren't in any list", async () => {
    const listed = await json(names, "/users/robin-ashgrove/repos?per_page=100");
    expect(listed.filter(({ name }) => /error|slow|empty|limited/.test(name))).toEqual([]);
  });
});
