import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createPageCache, pageBody, preferredEncoding } from "./page-cache.ts";

function counted(status = 200) {
  let calls = 0;
  return {
    count: () => calls,
    render: () => {
      calls += 1;
      return Promise.resolve({ status, html: `<p>${calls}</p>` });
    },
  };
}

describe("the page cache", () => {
  it("renders once for concurrent requests", async () => {
    const cache = createPageCache(() => 0);
    const page = counted();
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.get("/", page.render)));
    expect(page.count()).toBe(1);
    expect(new Set(answers.map((answer) => answer.page.etag)).size).toBe(1);
    expect((await cache.get("/", page.render)).result).toBe("hit");
  });

  it("serves a stale page at once and revalidates it in the background", async () => {
    let now = 0;
    const cache = createPageCache(() => now);
    const page = counted();
    await cache.get("/", page.render);
    now = 61_000;
    const stale = await cache.get("/", page.render);
    expect([stale.result, pageBody(stale.page, "identity").toString()]).toEqual(["stale", "<p>1</p>"]);
    await expect
      .poll(async () => pageBody((await cache.get("/", page.render)).page, "identity").toString())
      .toBe("<p>2</p>");
    expect(page.count()).toBe(2);
  });

  it("keeps the old page if revalidation fails", async () => {
    let now = 0;
    const cache = createPageCache(() => now);
    await cache.get("/", counted().render);
    now = 61_000;
    await cache.get("/", () => Promise.reject(new Error("down")));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await cache.get("/", () => Promise.reject(new Error("down")))).result).toBe("stale");
  });

  it("drops everything when content changes, even pages being rendered", async () => {
    const cache = createPageCache(() => 0);
    const page = counted();
    const slow = cache.get("/", page.render);
    cache.clear();
    await slow;
    expect((await cache.get("/", page.render)).result).toBe("miss");
  });

  it("holds at most 48 MB", async () => {
    const cache = createPageCache(() => 0);
    const large = { status: 200, html: "x".repeat(25_000_000) };
    for (const key of ["/1", "/2"]) await cache.get(key, () => Promise.resolve(large));
    expect([cache.has("/1"), cache.has("/2")]).toEqual([false, true]);
  });

  it("doesn't cache failures", async () => {
    const cache = createPageCache(() => 0);
    await cache.get("/", counted(503).render);
    expect((await cache.get("/", counted().render)).result).toBe("miss");
  });

  it("holds a bounded number of pages", async () => {
    const cache = createPageCache(() => 0);
    const page = counted();
    for (let index = 0; index < 510; index += 1) await cache.get(`/${index}`, page.render);
    expect((await cache.get("/0", page.render)).result).toBe("miss");
    expect((await cache.get("/509", page.render)).result).toBe("hit");
  });

  it("compresses to the same text", async () => {
    const { page } = await createPageCache(() => 0).get("/", counted().render);
    expect(brotliDecompressSync(page.bodies.br).toString()).toBe("<p>1</p>");
    expect(gunzipSync(page.bodies.gzip).toString()).toBe("<p>1</p>");
  });

  it("keeps no more memory than a page's bytes, and plain text only once it was asked for", async () => {
    const { page } = await createPageCache(() => 0).get("/", counted().render);
    expect(Object.keys(page.bodies)).toEqual(["br", "gzip"]);
    for (const body of Object.values(page.bodies)) expect(body.buffer.byteLength).toBe(body.byteLength);
    const plain = pageBody(page, "identity");
    expect([plain.toString(), plain.byteLength]).toEqual(["<p>1</p>", page.plainBytes]);
    expect(pageBody(page, "identity")).toBe(plain);
  });
});

describe("preferredEncoding", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["", "identity"],
    ["BR", "br"],
    ["brotli", "identity"],
  ])("%s gives %s", (header, encoding) => {
    expect(preferredEncoding(header)).toBe(encoding);
  });
});
