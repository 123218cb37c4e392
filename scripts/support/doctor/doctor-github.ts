import { z } from "zod";
import { codeSearchContract } from "#features/code-search/contract.ts";
import { countWords } from "#shared/text/counts.ts";
import type { Settings } from "#server/settings/settings.ts";
import {
  createGitHubClient,
  createGitHubOAuth,
  GitHubError,
  type GitHubConnection,
  type GitHubRate,
} from "#upstreams/github/index.ts";
import { askOwnServer, createDoctorClient } from "./doctor-http.ts";
import { ageOf, fail, ok, warn, messageOf, type CheckResult, type Quota } from "./doctor-report.ts";

/** Checks whether GitHub can be reached, accepts the site's credentials, and has calls left. */
export async function checkGitHub(settings: Settings, fetchNow: typeof fetch): Promise<CheckResult[]> {
  if (settings.modes.github === "sandbox") return [ok("GitHub", "sandbox (set GITHUB_OWNER to go live)")];
  const connection = { http: createDoctorClient(fetchNow), apiUrl: () => settings.GITHUB_API_URL };
  return Promise.all([checkOwner(settings, connection), checkLinking(settings, connection)]);
}

const indexSchema = z.object({ data: codeSearchContract.getCodeIndex.output });

/** Checks the index through the running server that owns it; null if there is none at the site's address. */
export async function checkCodeIndex(settings: Settings, now: () => Date): Promise<CheckResult | null> {
  if (settings.CODE_INDEX === "off") return ok("Code index", "off (CODE_INDEX); GitHub's search answers");
  const answer = await askOwnServer(settings, "/api/GetCodeIndex", indexSchema);
  return answer === null ? null : resultOfIndex(answer.data, now());
}

function resultOfIndex(
  { as_of, files, repositories, failing }: z.output<typeof indexSchema>["data"],
  now: Date,
): CheckResult {
  const count = `${countWords(files, "file")} of ${repositories.indexed} of ${repositories.all} repositories`;
  if (as_of === null) return warn("Code index", `${count}; not all have been read yet`);
  const { age, isOld } = ageOf(as_of, now);
  const found = `${count}, ${age}`;
  if (failing.length > 0) {
    const reasons = failing.slice(0, 5).map(({ repository, reason }) => `${repository}: ${reason}`);
    return warn("Code index", `${found}; left out or old: ${reasons.join(" ")}`);
  }
  return isOld ? warn("Code index", `${found}; check the server's log`) : ok("Code index", found);
}

async function checkOwner(
  { GITHUB_API_URL, GITHUB_OWNER = "", GITHUB_TOKEN: token, CODE_INDEX }: Settings,
  connection: GitHubConnection,
): Promise<CheckResult> {
  const client = createGitHubClient(connection);
  const where = new URL(GITHUB_API_URL).host;
  try {
    // This call doesn't count against the limits it returns.
    const { core, codeSearch } = await client.rateLimit({ token });
    if (core.remaining === 0) return fail("GitHub", `${where} has no calls left: ${quotaOf(core)}`);
    const user = await client.user(GITHUB_OWNER, { token });
    const count = user === "not-modified" ? 0 : user.value.public_repos;
    const found = `live at ${where}: ${GITHUB_OWNER} with ${count} public repositories; ${quotaOf(core)}`;
    const quotas = [
      quota("calls an hour", core),
      ...(codeSearch === null ? [] : [quota("code searches a minute", codeSearch)]),
    ];
    if (token !== undefined) {
      const searches = codeSearch === null ? "" : `; code search ${quotaOf(codeSearch)}`;
      return { ...ok("GitHub", `${found}${searches}`), quotas };
    }
    if (CODE_INDEX === "on") return { ...ok("GitHub", found), quotas };
    const lack = "without GITHUB_TOKEN, code search works only for visitors who link their own account";
    return { ...warn("GitHub", `${found}; ${lack}`), quotas };
  } catch (error) {
    return fail("GitHub", problemOf(error, where, GITHUB_OWNER));
  }
}

function problemOf(error: unknown, where: string, owner: string): string {
  const kind = error instanceof GitHubError ? error.kind : null;
  if (kind === "bad-credentials") return `${where} rejects GITHUB_TOKEN; create a new one`;
  if (kind === "not-found") return `${where} has no account named ${owner} (GITHUB_OWNER)`;
  return `${where} doesn't respond like GitHub: ${messageOf(error)}`;
}

/** Checks an invalid token with the site's credentials; the answer tells whether GitHub knows the site. */
async function checkLinking(settings: Settings, connection: GitHubConnection): Promise<CheckResult> {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret, GITHUB_URL } = settings;
  // The settings require both or neither.
  if (clientId === undefined || clientSecret === undefined) {
    return warn(
      "GitHub links",
      "visitors can't link an account, because GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are missing",
    );
  }
  const oauth = createGitHubOAuth({ ...connection, webUrl: () => GITHUB_URL, clientId, clientSecret });
  const callback = `${settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`}/oauth`;
  try {
    await oauth.checkToken("gho_of_nobody");
    return ok(
      "GitHub links",
      `GitHub accepts this site's credentials; make sure the OAuth app has the callback address ${callback}`,
    );
  } catch (error) {
    return error instanceof GitHubError && error.kind === "bad-credentials"
      ? fail("GitHub links", "GitHub rejects GITHUB_CLIENT_ID with GITHUB_CLIENT_SECRET")
      : warn(
          "GitHub links",
          `can't check whether GitHub accepts this site's credentials: ${messageOf(error)}`,
        );
  }
}

function quota(of: string, { remaining, limit, resetAt }: GitHubRate): Quota {
  return { of, remaining, limit, resetsAt: resetAt.toISOString() };
}

function quotaOf({ limit, remaining, resetAt }: GitHubRate): string {
  const count = new Intl.NumberFormat("en-US");
  const time = resetAt.toISOString().slice(11, 16);
  return `${count.format(remaining)} of ${count.format(limit)} calls left until ${time} UTC`;
}
