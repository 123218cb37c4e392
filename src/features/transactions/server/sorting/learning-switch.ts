import { eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import type { Handlers, Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { sortingSettings } from "#server/tables/rule-tables.ts";
import type { learningCalls } from "../../contract.ts";
import { sortLearning } from "./later-sorting.ts";
import { readLearns } from "./learning-reader.ts";
import { lockLedger } from "./row-sorting.ts";

/** Handlers of the calls about guessing categories from a person's choices. */
export function learningHandlers(
  { database }: Pick<Kernel, "database">,
  jobs: Pick<Jobs, "enqueue">,
): Handlers<typeof learningCalls> {
  return {
    getLearning: (_input, { session: { userId } }) =>
      database.asUser(userId, async (tx) => ({ isOn: await readLearns(tx, userId) })),
    setLearning: ({ isOn }, { session: { userId } }) =>
      database.asUser(userId, async (tx) => {
        await lockLedger(tx, userId);
        if (isOn !== (await readLearns(tx, userId))) {
          await write(tx, userId, isOn);
          await sortLearning(tx, userId, jobs);
        }
        return { isOn };
      }),
  };
}

/** Only a switch that is off is stored. */
async function write(tx: Transaction, userId: string, isOn: boolean): Promise<void> {
  if (isOn) await tx.delete(sortingSettings).where(eq(sortingSettings.userId, userId));
  else await tx.insert(sortingSettings).values({ userId, learns: false });
}
