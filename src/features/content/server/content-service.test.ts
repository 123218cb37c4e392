import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createLogger } from "#server/log.ts";
import { createMetrics } from "#server/metrics.ts";
import { createContentService } from "./content-service.ts";
import type { ContentReading, ContentSource } from "./content-source.ts";

const owner = { ownerName: "Robin", headline: "Builds" };

function reading(title: string, more: Partial<ContentReading> = {}): ContentReading {
  const pages = [{ id: 2, slug: "home-page", title: { rendered: title }, content: { rendered: "" } }];
  return { content: { pages, posts: [], tags: [], categories: [] }, problems: [], ...more };
}

function createService(source: Partial<ContentSource> & Pick<ContentSource, "read">, startWaitMs = 200) {
  const lines: string[] = [];
  const metrics = createMetrics({ processMetrics: false });
  let nowMs = Date.UTC(2026, 10, 21);
  const service = createContentService({
    source: { kind: "wordpress", refreshEveryMs: 60_000, ...source },
    owner,
    metrics,
    log: createLogger({ level: "debug", destination: { write: (line) => void lines.push(line) } }),
    now: () => new Date(nowMs),
    startWaitMs,
  });
  onTestFinished(() => service.stop());
  return { service, lines, metrics, advance: (ms: number) => (nowMs += ms) };
}

function titleOf(service: { current: () => { content: ContentReading["content"] } }): string | undefined {
  return service.current().content.pages[0]?.title.rendered;
}

describe("the content service", () => {
  it("has content before anything has been read", () => {
    const { service } = createService({ read: () => Promise.resolve(reading("A")) });
    expect(service.current()).toMatchObject({ source: "built-in", isStale: false, problems: [] });
    expect(titleOf(service)).toBe("Robin");
    expect(service.current().content.categories).toHaveLength(10);
  });

  it("serves what it has read, and notifies listeners only of changes", async () => {
    let title = "A";
    const { service } = createService({ read: () => Promise.resolve(reading(title)) });
    const listener = vi.fn();
    const forget = service.onChange(listener);
    await service.start();
    expect([titleOf(service), service.current().source]).toEqual(["A", "wordpress"]);
    const { version } = service.current();
    await service.refresh();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(service.current().version).toBe(version);
    title = "B";
    await service.refresh();
    expect(listener).toHaveBeenCalledTimes(2);
    expect(service.current().version).not.toBe(version);
    forget();
    title = "C";
    await service.refresh();
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("keeps the built-in home page if the content has none", async () => {
    const content = { pages: [], posts: [], tags: [], categories: [] };
    const { service } = createService({ read: () => Promise.resolve({ content, problems: [] }) });
    await service.start();
    expect(titleOf(service)).toBe("Robin");
    expect(service.current().source).toBe("wordpress");
  });

  it("keeps the last good content if the source fails, marks it as stale, and recovers", async () => {
    let fails = false;
    const { service, lines } = createService({
      read: () => (fails ? Promise.reject(new Error("WordPress is down")) : Promise.resolve(reading("A"))),
    });
    const listener = vi.fn();
    service.onChange(listener);
    await service.start();
    const { asOf } = service.current();
    fails = true;
    await service.refresh();
    expect(service.current()).toMatchObject({
      isStale: true,
      asOf,
      problems: [{ message: "WordPress is down" }],
    });
    expect(titleOf(service)).toBe("A");
    expect(listener).toHaveBeenCalledTimes(2);
    await service.refresh();
    expect(lines.filter((line) => line.includes('"content: WordPress is down"'))).toHaveLength(1);
    fails = false;
    await service.refresh();
    expect(service.current()).toMatchObject({ isStale: false, problems: [] });
  });

  it("doesn't delay the start for a slow source, and serves the last good copy meanwhile", async () => {
    const slow = Promise.withResolvers<ContentReading>();
    const asOf = new Date("2026-11-20T00:00:00Z");
    const { service } = createService(
      { read: () => slow.promise, readLastCopy: () => Promise.resolve({ ...reading("Kept"), asOf }) },
      50,
    );
    await service.start();
    expect(titleOf(service)).toBe("Kept");
    expect(service.current()).toMatchObject({ isStale: true, asOf: asOf.toISOString(), source: "wordpress" });
    slow.resolve(reading("Fresh"));
    await vi.waitFor(() => expect(titleOf(service)).toBe("Fresh"));
    expect(service.current().isStale).toBe(false);
  });

  it("serves the last good copy if the source is down at the start", async () => {
    const { service } = createService({
      read: () => Promise.reject(new Error("down")),
      readLastCopy: () => Promise.resolve({ ...reading("Kept"), asOf: new Date("2026-11-20T00:00:00Z") }),
    });
    await service.start();
    expect(titleOf(service)).toBe("Kept");
    expect(service.current().isStale).toBe(true);
  });

  it("serves built-in content if neither the source nor a copy is available", async () => {
    const { service } = createService({
      read: () => Promise.reject(new Error("down")),
      readLastCopy: () => Promise.reject(new Error("no database")),
    });
    await service.start();
    expect(service.current()).toMatchObject({ source: "built-in", isStale: false });
  });

  it("reads one at a time, and once more for calls made meanwhile", async () => {
    let atOnce = 0;
    let most = 0;
    let readings = 0;
    const { service } = createService({
      async read() {
        most = Math.max(most, (atOnce += 1));
        readings += 1;
        await new Promise((resolve) => void setTimeout(resolve, 20));
        atOnce -= 1;
        return reading("A");
      },
    });
    await Promise.all([service.refresh(), service.refresh(), service.refresh(), service.refresh()]);
    expect([most, readings]).toEqual([1, 2]);
  });

  it("reads again when its interval has passed", async () => {
    let readings = 0;
    const { service } = createService({
      refreshEveryMs: 30,
      read: () => Promise.resolve(reading(String((readings += 1)))),
    });
    await service.start();
    await vi.waitFor(() => expect(Number(titleOf(service))).toBeGreaterThan(2));
    await service.stop();
    const last = readings;
    await new Promise((resolve) => void setTimeout(resolve, 100));
    expect(readings).toBe(last);
  });

  it("measures the age of the content", async () => {
    const { service, metrics } = createService({
      read: () => Promise.reject(new Error("down")),
      readLastCopy: () => Promise.resolve({ ...reading("Kept"), asOf: new Date(Date.UTC(2026, 10, 20)) }),
    });
    await service.start();
    const text = await metrics.registry.getSingleMetricAsString("folio_content_age_seconds");
    expect(text, "at once, not a quarter of a minute later").toMatch(/folio_content_age_seconds 86400\b/);
  });

  it("measures no age, and reports no empty content, before the first read", async () => {
    const { service, metrics } = createService({ read: () => Promise.reject(new Error("down")) });
    await service.start();
    const text = await metrics.registry.getSingleMetricAsString("folio_content_age_seconds");
    expect(text).toMatch(/folio_content_age_seconds NaN/i);
    expect(service.current().content.isUnknown).toBe(true);
  });
});
