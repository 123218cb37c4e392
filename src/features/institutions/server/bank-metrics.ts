import { Counter, Gauge } from "prom-client";
import type { Kernel } from "#server/feature.ts";

export type BankMetrics = {
  /** By outcome: `done`, `not-ready`, `superseded`, `needs-person`, or the kind of the failure. */
  syncs: Counter<"outcome">;
  rows: Counter<"change">;
  webhooks: Counter<"outcome">;
};

/** `/metrics`: linked institutions by state (from the database, when asked for), and what this server did for them. */
export function measureBanks(
  kernel: Pick<Kernel, "metrics" | "log">,
  countStates: () => Promise<{ state: string; items: number }[]>,
): BankMetrics {
  const { registry } = kernel.metrics;
  const items = { name: "folio_bank_items", help: "Linked institutions by state" };
  // A second set of features in one process (tests) measures instead of the first.
  registry.removeSingleMetric(items.name);
  const gauge: Gauge<"state"> = new Gauge({
    ...items,
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      try {
        const counts = await countStates();
        gauge.reset();
        for (const { state, items: counted } of counts) gauge.set({ state }, counted);
      } catch (error) {
        kernel.log.warn({ error, metric: items.name }, "a measurement could not be taken");
      }
    },
  });
  return {
    syncs: counter("folio_bank_syncs_total", "Syncs of institutions by outcome", "outcome"),
    rows: counter("folio_bank_rows_total", "Rows of the ledger that syncs have changed", "change"),
    webhooks: counter("folio_bank_webhooks_total", "Webhooks by what became of them", "outcome"),
  };

  function counter<Label extends string>(name: string, help: string, label: Label): Counter<Label> {
    registry.removeSingleMetric(name);
    return new Counter({ name, help, labelNames: [label], registers: [registry] });
  }
}
