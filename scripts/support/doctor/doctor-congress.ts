import { z } from "zod";
import { countWords } from "#shared/text/counts.ts";
import type { Settings } from "#server/settings/settings.ts";
import { CongressError, createCongressClient } from "#upstreams/congress/index.ts";
import { askOwnServer, createDoctorClient } from "./doctor-http.ts";
import { ageOf, fail, ok, warn, messageOf, type CheckResult } from "./doctor-report.ts";

const indexSchema = z.object({
  data: z.object({
    index: z.object({ asOf: z.iso.datetime().nullable(), isComplete: z.boolean(), indexed: z.int() }),
  }),
});

/** Checks whether Congress.gov accepts the key and has calls left and, for a running server, the progress of its bill index. */
export async function checkCongress(
  settings: Settings,
  fetchNow: typeof fetch,
  now: () => Date,
): Promise<CheckResult[]> {
  const results = await Promise.all([checkKey(settings, fetchNow), checkIndex(settings, now)]);
  return results.filter((result) => result !== null);
}

async function checkKey(settings: Settings, fetchNow: typeof fetch): Promise<CheckResult> {
  if (settings.modes.congress === "sandbox") {
    return ok("Congress", "sandbox (set CONGRESS_API_KEY to go live)");
  }
  const baseUrl = settings.CONGRESS_API_URL.replace(/\/+$/, "");
  const where = new URL(baseUrl).host;
  const client = createCongressClient({
    http: createDoctorClient(fetchNow),
    baseUrl: () => baseUrl,
    apiKey: settings.CONGRESS_API_KEY ?? null,
  });
  try {
    await client.listBills({ limit: 1 });
    const limit = client.rateLimit();
    const left =
      limit === null
        ? ""
        : `; ${limit.remaining.toLocaleString("en-US")} of ${limit.limit.toLocaleString("en-US")} calls left this hour`;
    const result = ok("Congress", `live at ${where}, which accepts the key${left}`);
    if (limit === null) return result;
    const { remaining } = limit;
    return { ...result, quotas: [{ of: "calls an hour", remaining, limit: limit.limit, resetsAt: null }] };
  } catch (error) {
    return problem(error, where);
  }
}

function problem(error: unknown, where: string): CheckResult {
  const kind = error instanceof CongressError ? error.kind : null;
  if (kind === "bad-key" || kind === "no-key")
    return fail("Congress", `${where} rejects CONGRESS_API_KEY; correct it`);
  if (kind === "limit")
    return warn("Congress", `${where} has no calls left this hour; cached bills are shown in the meantime`);
  return fail("Congress", `${where} doesn't respond like Congress.gov: ${messageOf(error)}`);
}

/** Checks the index through the running server that owns it; null if there is none at the site's address. */
async function checkIndex(settings: Settings, now: () => Date): Promise<CheckResult | null> {
  const answer = await askOwnServer(settings, "/api/CongressGetBills?pageSize=1", indexSchema);
  if (answer === null) return null;
  const { index } = answer.data;
  const count = `${countWords(index.indexed, "bill")} in the index`;
  if (index.asOf === null) return warn("Bills", `${count}; no Congress has been read completely yet`);
  const { age, isOld } = ageOf(index.asOf, now());
  if (isOld) return warn("Bills", `${count}, ${age}; check the server's log`);
  return ok("Bills", `${count}, ${age}${index.isComplete ? "" : "; older Congresses are still being read"}`);
}
