import { describe, expect, it } from "vitest";
import { emptyPageData } from "../../../tests/support/empty-page-data.ts";
import { createTestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import type { PageRenderer } from "./page-renderer.ts";

const database = useTestDatabase();

/** Renders one page at /about, and the not-found page everywhere else. */
const renderer: PageRenderer = {
  findRoute: async (pathname) => ({ handle: {}, modules: [], isUnknown: pathname !== "/about" }),
  render: async ({ request }) => {
    const isKnown = new URL(request.url).pathname === "/about";
    const body = isKnown ? "about" : "not found";
    return { kind: "page", status: isKnown ? 200 : 404, head: "", body, data: emptyPageData, failure: null };
  },
  assetsOf: () => ({ scripts: [], styles: [], preloads: [] }),
};

describe("a page whose content is unavailable", () => {
  async function unavailable(failure: unknown) {
    const page = {
      kind: "page",
      status: 503,
      head: "",
      body: "later",
      data: emptyPageData,
      failure,
    } as const;
    const site = createTestApp(database(), { renderer: { ...renderer, render: async () => page } });
    const answer = await site.request("/about");
    return { answer, messages: site.logged.map(({ msg }) => msg) };
  }

  it("has Retry-After, isn't cached, and leaves the log to the call that failed", async () => {
    const { answer, messages } = await unavailable(null);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(messages).not.toContain("A page failed to render.");
  });

  it("is logged if rendering failed", async () => {
    expect((await unavailable(new Error("broken"))).messages).toContain("A page failed to render.");
  });
});

describe("an address that starts with a double slash", () => {
  it("never shows another page instead of the not-found page", async () => {
    const site = createTestApp(database(), { renderer });
    await site.request("//evil.example/about");
    await site.request("/\\evil.example/about");
    const unknown = await site.request("/no-such-page");
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain("not found");
  });

  it.each([
    ["//evil.example/about?a=//b", "/evil.example/about?a=//b"],
    ["//", "/"],
    ["///posts//x", "/posts/x"],
    ["//[", "/["],
    ["//a:99999/", "/a:99999/"],
    ["/\\evil.example/", "/evil.example/"],
  ])("%s redirects to the same address with single slashes", async (path, location) => {
    const answer = await createTestApp(database(), { renderer }).request(path);
    expect(answer.status).toBe(301);
    expect(answer.headers.get("location")).toBe(location);
  });
});

it.each([
  ["/blog/%", "/blog/%25"],
  ["/repo/%E0%A4%A/?a=%", "/repo/%25E0%25A4%25A/?a=%"],
  ["/repo/%C3%A9/files/100%/%20", "/repo/%C3%A9/files/100%25/%20"],
])(
  "%s, which can't be decoded, redirects to the address that names these characters",
  async (path, location) => {
    const answer = await createTestApp(database(), { renderer }).request(path);
    expect(answer.status).toBe(301);
    expect(answer.headers.get("location")).toBe(location);
  },
);
