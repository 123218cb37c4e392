import { createCallCounts } from "#server/limits/call-counts.ts";
import type { App, AppContext, Kernel } from "#server/feature.ts";
import { parseQuery, requireSession } from "#server/http/mount.ts";
import { createWorkSlots } from "#server/limits/work-slots.ts";
import { attachmentHeader } from "#shared/text/csv.ts";
import { rateLimited } from "#shared/errors.ts";
import { dateInZone } from "#shared/time/plain-dates.ts";
import { personalDataExport } from "../contract.ts";
import { readmeText } from "../domain/readme-text.ts";
import { archiveOf } from "./archive.ts";
import { countHeld } from "./personal-rows.ts";
import type { Person } from "./personal-tables.ts";
import type { RecordStore } from "./record-store.ts";
import { spoolPersonalData, type Spool } from "./spool.ts";

type RouteKernel = Pick<Kernel, "database" | "secretKey" | "log" | "now" | "site">;
type RouteOptions = {
  kernel: RouteKernel;
  records: RecordStore;
  /** @throws AppError 401 where the person is gone */
  personOf: (userId: string) => Promise<Person>;
};

const perHour = 10;
const hourMs = 60 * 60_000;
/** Each holds a whole person in memory while it is read. */
const slots = {
  running: 1,
  waiting: 8,
  ofOne: { running: 1, waiting: 2 },
  busy: "Others are downloading their data at the moment. Try again shortly.",
  retryAfterSeconds: 15,
};

const leftOut = [
  "Secrets: tokens of banks and of GitHub, the addresses of calendar feeds. They open things, and are of no use to you.",
  "Products: they belong to the site, and are the same for everybody.",
  "Log lines of the server: its owner has them, for as long as they keep them.",
];

/** `GET /api/ExportPersonalData`: everything of the person in one ZIP. Failures are in the envelope, while nothing was sent yet. */
export function mountPersonalDataExport(app: App, { kernel, records, personOf }: RouteOptions): void {
  const counts = createCallCounts(kernel, "personal data downloads");
  const reading = createWorkSlots(slots);
  app.get(personalDataExport.path, async (c) => {
    const { userId } = requireSession(c, "own");
    parseQuery(c, personalDataExport.input);
    const waitMs = await counts.take(userId, { most: perHour, windowMs: hourMs });
    if (waitMs > 0) throw rateLimited(waitMs / 1000);
    const person = await personOf(userId);
    const { signal } = c.req.raw;
    const recordId = await records.beginDownload(
      person.subjectHash,
      await countHeld(kernel.database.unsafeDb, person),
    );
    try {
      const spool = await reading.run(() => spoolPersonalData(kernel.database, person, signal), {
        by: userId,
        signal,
      });
      return answer(c, kernel, followed(c, { kernel, records, recordId, spool }));
    } catch (error) {
      await records.endDownload(recordId, "broken-off");
      throw error;
    }
  });
}

/** The archive as it is sent, and what became of it for the record. */
async function* followed(
  c: AppContext,
  {
    kernel,
    records,
    recordId,
    spool,
  }: Pick<RouteOptions, "records"> & {
    kernel: RouteKernel;
    recordId: string;
    spool: Spool;
  },
): AsyncGenerator<Uint8Array> {
  const log = c.get("log");
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
    // Also where the browser has gone away: then nobody asks for the next piece.
    const outcome = isWhole ? "done" : "broken-off";
    await records.endDownload(recordId, outcome).catch((error: unknown) => {
      log.error({ error, recordId }, "what became of a download could not be noted");
    });
    log.info({ recordId, bytes, outcome }, "a person has downloaded their data");
  }
}

function readmeOf({ tables }: Spool, { site }: RouteKernel, madeAt: Date): string {
  return readmeText({
    site: site.domain,
    madeAt: madeAt.toISOString(),
    tables: tables.map(({ known: { name, about }, rows }) => ({ name, about, rows })),
    leftOut,
  });
}

function answer(c: AppContext, { site, now }: RouteKernel, chunks: AsyncGenerator<Uint8Array>): Response {
  const name = `${site.domain} personal data ${dateInZone(now(), site.timeZone)}`;
  return c.body(streamOf(chunks), 200, {
    "content-type": "application/zip",
    "content-disposition": attachmentHeader(name, "zip"),
    "cache-control": "no-store",
  });
}

/** Asked for a piece at a time: nothing is made that the browser has not taken yet. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
