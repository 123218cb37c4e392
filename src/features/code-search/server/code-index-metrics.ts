import { Gauge } from "prom-client";
import type { Kernel } from "#server/feature.ts";
import type { CodeIndexStore } from "./index/code-index-store.ts";

/** Adds the index's size, age, and failures to `/metrics`, read from the database on request: another server may update it. */
export function measureCodeIndex(
  kernel: Pick<Kernel, "metrics" | "now" | "log">,
  store: Pick<CodeIndexStore, "size" | "view">,
): void {
  gauge("folio_code_files", "Files in the code index", async () => (await store.size()).files);
  gauge(
    "folio_code_text_bytes",
    "Bytes of text in the code index",
    async () => (await store.size()).textBytes,
  );
  gauge(
    "folio_code_index_age_seconds",
    "Seconds since the code index was last compared with GitHub",
    async () => {
      const { comparedAt } = await store.view();
      return comparedAt === null
        ? Number.NaN
        : Math.max(0, (kernel.now().getTime() - comparedAt.getTime()) / 1000);
    },
  );
  gauge("folio_code_index_failing", "Repositories whose newest commit isn't in the code index", async () => {
    const { repositories } = await store.view();
    return repositories.filter(({ problem }) => problem !== null).length;
  });

  function gauge(name: string, help: string, read: () => Promise<number>): void {
    const { registry } = kernel.metrics;
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
          kernel.log.warn({ error, metric: name }, "Can't read a metric.");
        }
      },
    });
  }
}
