import { congressSandbox } from "./congress-sandbox-client.ts";
import type { CongressClientOptions } from "./congress-connection.ts";

export {
  createCongressClient,
  type BillListQuery,
  type BillPage,
  type BillRef,
  type CongressClient,
} from "./congress-client.ts";
export type { CongressClientOptions, CongressLimit } from "./congress-connection.ts";
export { CongressError, type CongressProblem } from "./congress-errors.ts";
export {
  congressSchemas,
  type Bill,
  type BillAction,
  type BillAmendment,
  type BillCommittee,
  type BillCosponsor,
  type BillRow,
  type BillSubjects,
  type BillSummary,
  type BillTextVersion,
  type BillTitle,
  type RelatedBill,
} from "./congress-schemas.ts";
export { readCongressDate, type CongressDate } from "./congress-transform.ts";

/** Address and key of the service, from the settings. */
export type CongressAccess = Pick<CongressClientOptions, "baseUrl" | "apiKey"> & {
  /** Identifies the service; data of one is never shown for another. */
  source: string;
};

/** Returns access to the live service with its key, or to this site's sandbox, for `createCongressClient`. */
export function congressAccess(
  settings: {
    modes: { congress: "sandbox" | "live" };
    CONGRESS_API_KEY?: string | undefined;
    CONGRESS_API_URL: string;
  },
  origins: {
    /** Origin at which browsers reach the site. */
    selfOrigin: () => string;
  },
): CongressAccess {
  if (settings.modes.congress === "sandbox") {
    return {
      baseUrl: () => `${origins.selfOrigin()}${congressSandbox.path}`,
      apiKey: congressSandbox.key,
      source: "sandbox",
    };
  }
  const baseUrl = settings.CONGRESS_API_URL.replace(/\/+$/, "");
  return { baseUrl: () => baseUrl, apiKey: settings.CONGRESS_API_KEY ?? null, source: baseUrl };
}
