import type { Kernel } from "#server/feature.ts";
import { measureOnRequest } from "#server/metrics.ts";
import type { BillIndexState } from "../domain/bill-shapes.ts";
import type { BillIndexStore } from "./index-pass/bill-index-store.ts";

type MetricsOptions = {
  kernel: Pick<Kernel, "metrics" | "now" | "log">;
  indexState: () => Promise<BillIndexState>;
  indexStore: Pick<BillIndexStore, "states">;
};

/**
 * Adds the index's size, age, and failures to `/metrics`. They are read from the database on request, because another
 * server may be the one that updates the index.
 */
export function measureBillIndex({ kernel, indexState, indexStore }: MetricsOptions): void {
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    measureOnRequest(kernel, name, help, read);
  gauge("folio_bills_indexed", "Bills in the local index", async () => (await indexState()).indexed);
  gauge("folio_bills_index_age_seconds", "Seconds since the index was last fully up to date", async () => {
    const { asOf } = await indexState();
    return asOf === null ? Number.NaN : Math.max(0, (kernel.now().getTime() - Date.parse(asOf)) / 1000);
  });
  gauge("folio_bills_index_failing", "Congresses whose last read failed", async () => {
    const states = await indexStore.states();
    return states.filter(({ problem }) => problem !== null).length;
  });
}
