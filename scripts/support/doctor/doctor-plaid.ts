import { isLoopbackHost, type Settings } from "#server/settings/settings.ts";
import { createPlaidBank, livePlaidUrl, PlaidError } from "#upstreams/plaid/index.ts";
import { createDoctorClient } from "./doctor-http.ts";
import { fail, ok, warn, messageOf, type CheckResult } from "./doctor-report.ts";

const refusedKeys = new Set(["INVALID_API_KEYS", "UNAUTHORIZED_ENVIRONMENT"]);

/**
 * Checks with an unused link token whether Plaid accepts the keys and would link a bank, and whether its webhooks can reach the
 * site.
 */
export async function checkPlaid(settings: Settings, fetchNow: typeof fetch): Promise<CheckResult[]> {
  if (settings.modes.plaid === "sandbox") {
    if (settings.bankMode === "live") return [];
    return [ok("Banks", "sandbox (set SIMPLEFIN_URL, or PLAID_CLIENT_ID and PLAID_SECRET, to go live)")];
  }
  return [await checkLinking(settings, fetchNow), ...checkReach(settings)];
}

async function checkLinking(settings: Settings, fetchNow: typeof fetch): Promise<CheckResult> {
  const where = new URL(livePlaidUrl(settings)).host;
  // As the site does it: Plaid redirects to https only.
  const isSecure = settings.PUBLIC_URL?.startsWith("https://") === true;
  const redirectUri = isSecure ? `${settings.PUBLIC_URL}/accounts` : null;
  const http = createDoctorClient(fetchNow);
  const bank = createPlaidBank(
    { http, settings, site: { domain: "Folio" } },
    { selfOrigin: () => settings.PUBLIC_URL ?? "" },
  );
  const request = { userRef: "doctor", webhookUrl: null };
  try {
    await bank.createLinkToken({ ...request, redirectUri });
    return ok("Banks", `live at ${where} (${settings.PLAID_ENV}), which accepts the keys`);
  } catch (error) {
    const mayBeRedirect = error instanceof PlaidError && error.errorCode === "INVALID_FIELD";
    if (redirectUri === null || !mayBeRedirect) return problem(error, settings, where);
  }
  try {
    await bank.createLinkToken({ ...request, redirectUri: null });
    const remedy = `banks with their own sign-in page can't be linked until ${redirectUri} is an allowed redirect URI in Plaid's dashboard`;
    return warn("Banks", `live at ${where} (${settings.PLAID_ENV}), which accepts the keys; ${remedy}`);
  } catch (error) {
    return problem(error, settings, where);
  }
}

function problem(error: unknown, { PLAID_ENV }: Settings, where: string): CheckResult {
  const { kind, errorType, errorCode } = error instanceof PlaidError ? error : emptyError;
  if (errorCode !== null && refusedKeys.has(errorCode)) {
    return fail(
      "Banks",
      `${where} rejects PLAID_CLIENT_ID and PLAID_SECRET; they must be for the ${PLAID_ENV} environment`,
    );
  }
  if (errorType === "RATE_LIMIT_EXCEEDED" && kind === "retry-later") {
    return warn("Banks", `${where} is limiting calls; linked banks will be updated later`);
  }
  return fail("Banks", `${where} doesn't respond like Plaid: ${messageOf(error)}`);
}

const emptyError = { kind: null, errorType: null, errorCode: null };

/** Checks for webhooks; without them new transactions arrive with the daily sync. */
function checkReach({ PUBLIC_URL }: Settings): CheckResult[] {
  const isReachable =
    PUBLIC_URL?.startsWith("https://") === true && !isLoopbackHost(new URL(PUBLIC_URL).hostname);
  return isReachable
    ? []
    : [
        warn(
          "Bank webhooks",
          "PUBLIC_URL isn't an https address Plaid can reach, so new transactions arrive once a day or with Refresh",
        ),
      ];
}
