import { z } from "zod";
import type { Settings } from "#server/settings/settings.ts";
import { fail, messageOf, ok, type CheckResult } from "./doctor-report.ts";

const infoSchema = z.object({ versions: z.array(z.string()).min(1) });

/** Checks that the server from which people get their setup tokens speaks SimpleFIN. It needs no key. */
export async function checkSimpleFin(settings: Settings, fetchNow: typeof fetch): Promise<CheckResult[]> {
  const { SIMPLEFIN_URL } = settings;
  if (SIMPLEFIN_URL === undefined) return [];
  const where = new URL(SIMPLEFIN_URL).host;
  try {
    const response = await fetchNow(`${SIMPLEFIN_URL}/info`, { headers: { accept: "application/json" } });
    if (!response.ok) return [fail("SimpleFIN", `${where} answered ${response.status}`)];
    const { versions } = infoSchema.parse(await response.json());
    return [ok("SimpleFIN", `live at ${where}, which speaks version ${versions.join(", ").slice(0, 100)}`)];
  } catch (error) {
    const why = error instanceof z.ZodError ? "its answer has no versions" : messageOf(error);
    return [fail("SimpleFIN", `${where} doesn't respond like SimpleFIN: ${why}`)];
  }
}
