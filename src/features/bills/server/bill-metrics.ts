import { Gauge } from "prom-client";
import type { Kernel } from "#server/feature.ts";
import type { BillIndexState } from "../domain/bill.ts";
import type { BillIndexStore } from "./index-pass/bill-index-store.ts";

type MetricsOptions = {
  kernel: Pick<Kernel, "metrics" | "now" | "log">;
  indexState: () => Promise<BillIndexState>;
  indexStore: Pick<BillIndexStore, "states">;
};

/**
 * `/metrics`: how many bills the index holds, how old it is, and whether its last try failed. Read from the database when
 * asked for, since another server may be the one that keeps the index up.
 */
export function measureBillIndex({ kernel, indexState, indexStore }: MetricsOptions): void {
  gauge("folio_bills_indexed", "Bills in the local index", async () => (await indexState()).indexed);
  gauge(
    "folio_bills_index_age_seconds",
    "Since the index was last read through to the newest change",
    async () => {
      const { asOf } = await indexState();
      return asOf === null ? Number.NaN : Math.max(0, (kernel.now().getTime() - Date.parse(asOf)) / 1000);
    },
  );
  gauge("folio_bills_index_failing", "Congresses whose last reading failed", async () => {
    const states = await indexStore.states();
    return states.filter(({ problem }) => problem !== null).length;
  });

  function gauge(name: string, help: string, read: () => Promise<number>): void {
    const { registry } = kernel.metrics;
    // A second set of features in one process (tests) measures instead of the first.
    registry.removeSingleMetric(name);
    const made: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        try {
          made.set(await read());
        } catch (error) {
          kernel.log.warn({ error, metric: name }, "a measurement could not be taken");
        }
      },
    });
  }
}
