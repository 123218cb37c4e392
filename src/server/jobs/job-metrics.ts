import { Counter, Gauge } from "prom-client";
import type { Kernel } from "../feature.ts";
import type { JobStore } from "./job-store.ts";

export type JobRunCounter = Counter<"kind" | "outcome">;

/** Registers the metrics of jobs: the queue's size, read from the database on each scrape, and this server's runs. */
export function measureJobs(
  kernel: Pick<Kernel, "metrics" | "log">,
  store: Pick<JobStore, "counts">,
): JobRunCounter {
  const { registry } = kernel.metrics;
  const queue = {
    name: "folio_jobs",
    help: "Jobs in the queue: all, and those whose last attempt failed",
  };
  const runs = {
    name: "folio_job_runs_total",
    help: "Job runs on this server by outcome: done, failed or interrupted",
  };
  // A second queue in the same process (in tests) replaces the first.
  for (const { name } of [queue, runs]) registry.removeSingleMetric(name);
  const gauge: Gauge<"kind" | "state"> = new Gauge({
    ...queue,
    labelNames: ["kind", "state"],
    registers: [registry],
    async collect() {
      try {
        const counts = await store.counts();
        gauge.reset();
        for (const { kind, waiting, failing } of counts) {
          gauge.set({ kind, state: "all" }, waiting);
          gauge.set({ kind, state: "failing" }, failing);
        }
      } catch (error) {
        kernel.log.warn({ error, metric: queue.name }, "Can't read a metric.");
      }
    },
  });
  return new Counter({ ...runs, labelNames: ["kind", "outcome"], registers: [registry] });
}
