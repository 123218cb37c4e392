import { createCallCounts } from "#server/limits/call-counts.ts";
import type { HandlerContext, Kernel } from "#server/feature.ts";
import { createWorkSlots } from "#server/limits/work-slots.ts";
import type { DownloadFile } from "#shared/endpoint.ts";
import { rateLimited } from "#shared/errors.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { readmeText } from "../domain/readme-text.ts";
import { archiveOf } from "./archive.ts";
import { countHeld } from "./personal-rows.ts";
import type { Person } from "./personal-tables.ts";
import type { RecordStore } from "./record-store.ts";
import { spoolPersonalData, type Spool } from "./spool.ts";

type ArchiveKernel = Pick<Kernel, "database" | "secretKey" | "log" | "now" | "site">;
type ArchiveOptions = {
  kernel: ArchiveKernel;
  records: RecordStore;
  /** Finds a person. @throws AppError 401 if they were deleted */
  personOf: (userId: string) => Promise<Person>;
};

const perHour = 10;
const hourMs = 60 * 60_000;
/** Limits for concurrent downloads, each of which holds a person's data in memory. */
const slots = {
  running: 1,
  waiting: 8,
  ofOne: { running: 1, waiting: 2 },
  busy: "Other people are downloading their data right now. Try again shortly.",
  retryAfterSeconds: 15,
};

const leftOut = [
  "Secrets: bank and GitHub tokens and calendar feed addresses. They grant access and are of no use to you.",
  "Products: they belong to the site and are the same for everyone.",
  "Server logs: the site's owner has them for as long as they are kept.",
];

/** Creates the maker of the ZIP with a person's data, which also records each download. */
export function createArchiveFiles({ kernel, records, personOf }: ArchiveOptions) {
  const { now, site } = kernel;
  const counts = createCallCounts(kernel, "personal data downloads");
  const reading = createWorkSlots(slots);
  return async (
    userId: string,
    { request, signal, log }: Pick<HandlerContext, "request" | "signal" | "log">,
  ): Promise<DownloadFile> => {
    const waitMs = await counts.take(userId, { most: perHour, windowMs: hourMs });
    if (waitMs > 0) throw rateLimited(waitMs / 1000);
    const person = await personOf(userId);
    const file = {
      name: `${site.domain} personal data ${dateInZone(now(), site.timeZone)}`,
      ending: "zip" as const,
      type: "application/zip",
    };
    // Asks for the headers only, so nothing is downloaded.
    if (request.method === "HEAD") return { ...file, body: "" };
    const recordId = await records.beginDownload(
      person.subjectHash,
      await countHeld(kernel.database.unsafeDb, person),
    );
    try {
      const spool = await reading.run(() => spoolPersonalData(kernel.database, person, signal), {
        by: userId,
        signal,
      });
      return { ...file, body: recorded({ kernel, records, recordId, spool, log }) };
    } catch (error) {
      await records.endDownload(recordId, "broken-off");
      throw error;
    }
  };
}

/** Passes on the archive and records the outcome. */
async function* recorded({
  kernel,
  records,
  recordId,
  spool,
  log,
}: Pick<ArchiveOptions, "kernel" | "records"> & {
  recordId: string;
  spool: Spool;
  log: Kernel["log"];
}): AsyncGenerator<Uint8Array, void> {
  const madeAt = kernel.now();
  let bytes = 0;
  let isWhole = false;
  try {
    for await (const chunk of archiveOf(spool, { readme: readmeOf(spool, kernel, madeAt), madeAt })) {
      bytes += chunk.length;
      yield chunk;
    }
    isWhole = true;
  } finally {
    // Also runs if the browser disconnects.
    const outcome = isWhole ? "done" : "broken-off";
    await records.endDownload(recordId, outcome).catch((error: unknown) => {
      log.error({ error, recordId }, "Can't record the outcome of a download.");
    });
    log.info({ recordId, bytes, outcome }, "A person downloaded their data.");
  }
}

function readmeOf({ tables }: Spool, { site }: ArchiveKernel, madeAt: Date): string {
  return readmeText({
    site: site.domain,
    madeAt: madeAt.toISOString(),
    tables: tables.map(({ known: { name, about }, rows }) => ({ name, about, rows })),
    leftOut,
  });
}
