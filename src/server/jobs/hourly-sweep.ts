import type { Logger } from "../log.ts";
import type { Jobs } from "./jobs.ts";

const everyMs = 60 * 60 * 1000;

/** Drops old rows once an hour, on one server only. `drop` returns the number of dropped rows by table. */
export function sweepHourly(
  { jobs, log }: { jobs: Pick<Jobs, "repeat">; log: Logger },
  name: string,
  drop: () => Promise<Record<string, number>>,
): void {
  jobs.repeat({
    kind: `${name} sweep`,
    everyMs,
    run: async () => {
      const dropped = await drop();
      if (Object.values(dropped).some((count) => count > 0))
        log.info({ name, dropped }, "Deleted expired data.");
      return undefined;
    },
  });
}
