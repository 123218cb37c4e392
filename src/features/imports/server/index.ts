import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { sweepHourly } from "#server/jobs/hourly-sweep.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { createWorkSlots } from "#server/limits/work-slots.ts";
import { countTouched, lockLedger, takeBackStatement } from "#features/transactions/server/index.ts";
import { imports } from "#server/tables/import-tables.ts";
import { notFound } from "#shared/errors.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { eq } from "drizzle-orm";
import { importsContract, type ImportView } from "../contract.ts";
import { commitImport } from "./import-commit.ts";
import { previewImport } from "./import-preview.ts";
import { purgePreviews, readImport, readImports } from "./import-store.ts";

/** A large file takes a core for some seconds and a hundred megabytes, so only a few are read at once. */
const readingSlots = {
  running: 2,
  waiting: 8,
  ofOne: { running: 1, waiting: 4 },
  busy: "Too many files are being read. Try again in a moment.",
  retryAfterSeconds: 5,
};

/** Bank statements from files: preview, import, and undo (docs/reference/import-matching.md, "Preview and commit"). */
export function createImportsFeature(kernel: Kernel, { jobs }: { jobs: Jobs }): ServerFeature {
  const { database, now, settings, site } = kernel;
  const slots = createWorkSlots(readingSlots);
  const mode = settings.bankMode;
  const importerOf = (userId: string) => ({
    userId,
    mode,
    now: now(),
    today: dateInZone(now(), site.timeZone),
  });
  sweepHourly({ ...kernel, jobs }, "imports", async () => ({
    previews: await purgePreviews(database, now()),
  }));

  return defineFeature({
    name: "imports",
    contract: importsContract,
    handlers: {
      previewImport: (input, { session: { userId }, signal }) =>
        slots.run(() => previewImport(database, importerOf(userId), input), { by: userId, signal }),
      commitImport: (input, { session: { userId }, signal }) =>
        slots.run(() => commitImport(database, importerOf(userId), input), { by: userId, signal }),
      undoImport: ({ importId, keepTouched }, { session: { userId } }) =>
        database.asUser(userId, async (tx) => {
          // The lock of the ledger comes first, as in a commit.
          await lockLedger(tx, userId);
          const found = await readImport(tx, userId, importId);
          if (found === undefined) throw notFound();
          if (found.undoneAt !== null) return { removed: 0, restored: 0, kept: 0 };
          const undone = await takeBackStatement(tx, { userId, mode }, { importId, keepTouched, now: now() });
          await tx.update(imports).set({ undoneAt: now() }).where(eq(imports.importId, importId));
          return undone;
        }),
      getImports: (_input, { session: { userId } }) =>
        database.asUser(userId, async (tx) => {
          const touched = await countTouched(tx, userId);
          const found = await readImports(tx, userId);
          return found.map((one) => importView(one, touched.get(one.importId) ?? 0));
        }),
    },
  });
}

function importView(found: Awaited<ReturnType<typeof readImports>>[number], touched: number): ImportView {
  const { importId, fileName, format, at, undoneAt, counts, accountIds, fromDate, toDate } = found;
  return {
    importId,
    fileName,
    format,
    at: at.toISOString(),
    ...(undoneAt !== null && { undoneAt: undoneAt.toISOString() }),
    counts,
    period: fromDate === null || toDate === null ? null : { from: fromDate, to: toDate },
    accountIds,
    touched,
  };
}
