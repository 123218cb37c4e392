import { Counter, Gauge } from "prom-client";
import type { Kernel } from "#server/feature.ts";

export type BankMetrics = {
  /** Outcomes: `done`, `not-ready`, `superseded`, `needs-person`, or the kind of failure. */
  syncs: Counter<"outcome">;
  rows: Counter<"change">;
  webhooks: Counter<"outcome">;
};

/** Registers metrics: linked banks by state, read from the database on request, and this server's syncs and webhooks. */
export function measureBanks(
  kernel: Pick<Kernel, "metrics" | "log">,
  countStates: () => Promise<{ state: string; items: number }[]>,
): BankMetrics {
  const { registry } = kernel.metrics;
  const items = { name: "folio_bank_items", help: "Linked banks by state" };
  // A second set of features in one process (tests) replaces the first one's metrics.
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
        kernel.log.warn({ error, metric: items.name }, "Can't read a metric.");
      }
    },
  });
  return {
    syncs: counter("folio_bank_syncs_total", "Syncs of banks by outcome", "outcome"),
    rows: counter("folio_bank_rows_total", "Transactions changed by syncs", "change"),
    webhooks: counter("folio_bank_webhooks_total", "Webhooks by outcome", "outcome"),
  };

  function counter<Label extends string>(name: string, help: string, label: Label): Counter<Label> {
    registry.removeSingleMetric(name);
    return new Counter({ name, help, labelNames: [label], registers: [registry] });
  }
}
