import { timingSafeEqual } from "node:crypto";
import { accessDenied } from "#shared/errors.ts";
import type { App, Kernel } from "../../feature.ts";
import { isLoopbackHost } from "../../settings/settings.ts";

/** Mounts `/healthz`, `/readyz` and `/metrics` (docs/reference/http-api.md, "Operation"). */
export function mountOperation(app: App, kernel: Kernel, state: { isStopping: boolean }): void {
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "cache-control": "no-store" }));

  app.get("/readyz", async (c) => {
    c.header("cache-control", "no-store");
    if (state.isStopping) return c.json({ status: "stopping" }, 503);
    try {
      await kernel.database.ping();
      return c.json({ status: "ready" });
    } catch (error) {
      c.get("log").error({ error }, "Can't reach the database.");
      return c.json({ status: "database not reachable" }, 503);
    }
  });

  app.get("/metrics", async (c) => {
    if (!mayReadMetrics(kernel, c.req.header("authorization"))) throw accessDenied();
    c.header("cache-control", "no-store");
    c.header("content-type", kernel.metrics.registry.contentType);
    return c.body(await kernel.metrics.registry.metrics());
  });
}

/** Returns true on a loopback site, or with the token elsewhere (docs/reference/product.md, "Sandboxes"). */
function mayReadMetrics({ settings }: Kernel, authorization: string | undefined): boolean {
  if (settings.METRICS_TOKEN === undefined) {
    return settings.PUBLIC_URL === undefined || isLoopbackHost(new URL(settings.PUBLIC_URL).hostname);
  }
  const given = Buffer.from(authorization ?? "");
  const expected = Buffer.from(`Bearer ${settings.METRICS_TOKEN}`);
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}
