import type { z } from "zod";
import { createLogger } from "#server/log.ts";
import type { Settings } from "#server/settings/settings.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { ownOrigin } from "../own-origin.ts";

/** Log of the doctor, which reports problems itself. */
export const silentLog = createLogger({ level: "silent" });

/** Creates the client with which the doctor asks services. */
export function createDoctorClient(fetchNow: typeof fetch) {
  return createHttpClient({ fetch: fetchNow, log: silentLog, userAgent: "Folio doctor" });
}

const ownTimeoutMs = 3_000;

/** Asks the running server of this site; null if there is none at the site's address, or its answer is another site's. */
export async function askOwnServer<Schema extends z.ZodType>(
  settings: Pick<Settings, "HOST" | "PORT">,
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  if (settings.PORT === 0) return null;
  try {
    const signal = AbortSignal.timeout(ownTimeoutMs);
    const response = await fetch(`${ownOrigin(settings)}${path}`, { signal });
    return schema.safeParse(await response.json()).data ?? null;
  } catch {
    return null;
  }
}
