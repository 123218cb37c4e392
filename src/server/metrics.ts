import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Logger } from "./log.ts";

/** Metrics of one server, for Prometheus. */
export type Metrics = {
  registry: Registry;
  requestCount: Counter<"method" | "route" | "status">;
  requestSeconds: Histogram<"method" | "route">;
  pageCache: Counter<"result">;
  upstreamCount: Counter<"upstream" | "outcome">;
  contentAgeSeconds: Gauge;
};

/** Creates a registry per server, so that two in one process (in tests) don't clash. */
export function createMetrics(options: { processMetrics: boolean }): Metrics {
  const registry = new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requestCount: new Counter({
      name: "folio_http_requests_total",
      help: "Responses by method, route and status",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    requestSeconds: new Histogram({
      name: "folio_http_request_seconds",
      help: "Time from a request's first byte to its response",
      labelNames: ["method", "route"],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    pageCache: new Counter({
      name: "folio_page_cache_total",
      help: "Pages served, by result of the HTML cache: hit, stale or miss",
      labelNames: ["result"],
      registers,
    }),
    upstreamCount: new Counter({
      name: "folio_upstream_calls_total",
      help: "Calls to other services by outcome",
      labelNames: ["upstream", "outcome"],
      registers,
    }),
    contentAgeSeconds: new Gauge({
      name: "folio_content_age_seconds",
      help: "Age of the content being shown",
      registers,
    }),
  };
}

/** Adds a figure that is read when `/metrics` is asked for, because another server may be the one that changes it. */
export function measureOnRequest(
  { metrics, log }: { metrics: Metrics; log: Pick<Logger, "warn"> },
  name: string,
  help: string,
  read: () => Promise<number>,
): void {
  const { registry } = metrics;
  // A second set of features in the same process (in tests) replaces the first one's metrics.
  registry.removeSingleMetric(name);
  const made: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        made.set(await read());
      } catch (error) {
        log.warn({ error, metric: name }, "Can't read a metric.");
      }
    },
  });
}
