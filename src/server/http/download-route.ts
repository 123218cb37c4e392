import type { z } from "zod";
import type { App } from "../feature.ts";
import { callerOf, type RateLimiter } from "../limits/rate-limit.ts";
import { attachmentHeader } from "#shared/text/csv.ts";
import type { Database } from "../database/db.ts";
import { parseQuery, withMoneyToRead } from "./calls/mount.ts";

/** A file to download; `type` is that of a CSV file with a header by default. */
type Download = { body: string; name: string; ending: string; type?: string };

/** Checks of a download: its limit, and whose money it may be about. */
export type DownloadDoor = { limiter: RateLimiter; database: Pick<Database, "asUser"> };

/**
 * Mounts the `GET` route of a file of someone's money, with the rules of the calls that have the same data: a session, a rate limit, and a
 * checked query. Failures use the envelope.
 */
export function mountDownload<Input extends z.ZodType>(
  app: App,
  { path, input }: { path: string; input: Input },
  { limiter, database }: DownloadDoor,
  make: (userId: string, wanted: z.output<Input>) => Promise<Download>,
): void {
  app.get(path, async (c) => {
    await limiter.take("read", callerOf(c));
    const {
      body,
      name,
      ending,
      type = "text/csv; charset=utf-8; header=present",
    } = await withMoneyToRead(c, database, (userId) => make(userId, parseQuery(c, input)));
    return c.body(body, 200, {
      "content-type": type,
      "content-disposition": attachmentHeader(name, ending),
      "cache-control": "no-store",
    });
  });
}
