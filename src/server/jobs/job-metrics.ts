import { Counter, Gauge } from "prom-client";
import type { Kernel } from "../feature.ts";
import type { JobStore } from "./job-store.ts";

export type JobRunCounter = Counter<"kind" | "outcome">;

/** `/metrics`: what is in the queue, read from the database when asked for, and what this server has run. */
export function measureJobs(
  kernel: Pick<Kernel, "metrics" | "log">,
  store: Pick<JobStore, "counts">,
): JobRunCounter {
  const { registry } = kernel.metrics;
  const queue = {
    name: "folio_jobs",
    help: "Jobs in the queue: all of them, and those whose last try has failed",
  };
  const runs = {
    name: "folio_job_runs_total",
    help: "Runs of jobs on this server: done, failed, interrupted",
  };
  // A second queue in one process (tests) measures instead of the first.
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
        kernel.log.warn({ error, metric: queue.name }, "a measurement could not be taken");
      }
    },
  });
  return new Counter({ ...runs, labelNames: ["kind", "outcome"], registers: [registry] });
}
