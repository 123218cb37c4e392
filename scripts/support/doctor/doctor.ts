import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { productFile } from "#server/settings/product-files.ts";
import { readSettings, SettingsError, type Settings } from "#server/settings/settings.ts";
import { configFile, readSiteFolder, SiteConfigError } from "#server/settings/site-folder.ts";
import { examineDatabase } from "./doctor-database.ts";
import { checkBackupAge } from "./doctor-backup.ts";
import { checkCongress } from "./doctor-congress.ts";
import { checkCodeIndex, checkGitHub } from "./doctor-github.ts";
import {
  checkBuild,
  checkClock,
  checkDataDir,
  checkDisk,
  checkNode,
  checkSecretKey,
} from "./doctor-machine.ts";
import { checkMembers } from "./doctor-members.ts";
import { checkAddress, checkPort, checkSandboxes } from "./doctor-reach.ts";
import { fail, ok, type CheckResult, warn, messageOf } from "./doctor-report.ts";
import { checkSecretFiles } from "./doctor-secret-files.ts";
import { withoutSecrets } from "./doctor-secrets.ts";
import { checkPlaid } from "./doctor-plaid.ts";
import { checkSimpleFin } from "./doctor-simplefin.ts";
import { checkContent, checkSignIn } from "./doctor-services.ts";

export type DoctorOptions = {
  environment: Record<string, string | undefined>;
  fetch: typeof fetch;
  now?: () => Date;
  distDir?: string;
  /** Folder with `.env`; the working directory by default. */
  workingDir?: string;
  readFreeBytes?: (path: string) => number;
  /** Deadline for all other services together; 20 s by default. */
  deadlineMs?: number;
};

const usualDeadlineMs = 20_000;
/** After a kill, the embedded database may have a long log to replay. */
const databaseDeadlineMs = 60_000;

/**
 * Finds everything that keeps a site from working, without starting or changing it, even next to a running server. Takes 80
 * seconds at most (60 for the database, 20 for all services), and reports no secrets.
 */
export async function examine(options: DoctorOptions): Promise<CheckResult[]> {
  return withoutSecrets(await examineAll(options), options.environment);
}

async function examineAll(options: DoctorOptions): Promise<CheckResult[]> {
  const { environment, distDir = productFile("dist") } = options;
  const general = [checkNode(), checkBuild(distDir)];
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const result = fail(
      "Settings",
      "invalid; .env.example explains each one. The rest wasn't checked",
      error.problems,
    );
    return [...general, result];
  }
  return [
    ...general,
    ok("Settings", "complete and consistent"),
    checkSite(settings),
    checkAddress(settings),
    checkSandboxes(settings),
    checkMembers(settings),
    checkDataDir(settings),
    checkSecretKey(settings),
    checkSecretFiles(settings, options.workingDir ?? process.cwd()),
    checkDisk(settings, options.readFreeBytes),
    checkBackupAge(settings, options.now?.() ?? new Date()),
    ...(await checkRemotes(settings, options)),
  ];
}

/** Checks what depends on others: the database, then all services at once, and their clocks. */
async function checkRemotes(settings: Settings, options: DoctorOptions): Promise<CheckResult[]> {
  const { now = () => new Date(), deadlineMs = usualDeadlineMs } = options;
  const heard: Clock[] = [];
  let running = settings;
  const database = await within("Database", databaseDeadlineMs, async () => {
    const { results, clock, isServed } = await examineDatabase(settings);
    if (clock !== undefined) heard.push(clock);
    if (isServed !== false) return results;
    // No server of this site is running, so none is asked.
    running = { ...settings, PORT: 0 };
    return [...results, ...(await checkPort(settings))];
  });
  const bounded = fetchUntil(AbortSignal.timeout(deadlineMs), options.fetch);
  const listening = recordClocks(bounded, now, heard);
  const services = await Promise.all([
    within("Content", deadlineMs, async () => [await checkContent(settings, listening)]),
    within("Sign-in", deadlineMs, () => checkSignIn(settings, listening)),
    within("GitHub", deadlineMs, () => checkGitHub(settings, listening)),
    within("Code index", deadlineMs, async () => {
      const result = await checkCodeIndex(running, now);
      return result === null ? [] : [result];
    }),
    within("Congress", deadlineMs, () => checkCongress(running, listening, now)),
    within("Banks", deadlineMs, () => checkPlaid(settings, listening)),
    within("SimpleFIN", deadlineMs, () => checkSimpleFin(settings, listening)),
  ]);
  return [...database, ...services.flat(), checkClock(now(), heard)];
}

type Clock = { source: string; time: Date; askedAt: Date };

/** Wraps `fetch` to record the server time (`Date`) of each host that answers. */
function recordClocks(realFetch: typeof fetch, now: () => Date, heard: Clock[]): typeof fetch {
  return async (input, init) => {
    const response = await realFetch(input, init);
    const source = new URL(input instanceof Request ? input.url : input).host;
    const time = new Date(response.headers.get("date") ?? "");
    const isNews = !heard.some((clock) => clock.source === source);
    if (isNews && !Number.isNaN(time.getTime())) heard.push({ source, time, askedAt: now() });
    return response;
  };
}

/** Reports whether the site shows the owner's own content or the sample, with each configuration problem by line. */
function checkSite(settings: Pick<Settings, "SITE_DIR" | "CONTENT_DIR">): CheckResult {
  const directory = resolve(settings.SITE_DIR);
  try {
    const { config, isSample } = readSiteFolder(settings);
    return isSample
      ? warn("Site", `the sample; run \`npm run init\` to create yours in ${directory}`)
      : ok("Site", `${config.ownerName}, ${config.domain}, from ${join(directory, configFile)}`);
  } catch (error) {
    return error instanceof SiteConfigError
      ? fail("Site", `${directory} has errors`, error.problems)
      : fail("Site", `can't read ${directory}: ${messageOf(error)}`);
  }
}

/**
 * Returns the results of a check, or a failure in its name after `deadlineMs`. The check itself keeps running; its requests
 * must be aborted through `fetchUntil`.
 */
async function within(
  name: string,
  deadlineMs: number,
  check: () => Promise<CheckResult[]>,
): Promise<CheckResult[]> {
  const done = new AbortController();
  try {
    return await Promise.race([check(), lateAnswer(name, deadlineMs, done.signal)]);
  } finally {
    done.abort();
  }
}

async function lateAnswer(name: string, deadlineMs: number, signal: AbortSignal): Promise<CheckResult[]> {
  try {
    await sleep(deadlineMs, undefined, { signal });
  } catch {
    // The check was faster, so nobody reads this.
  }
  return [fail(name, `no answer within ${Math.ceil(deadlineMs / 1000)} seconds`)];
}

/** Creates a `fetch` whose requests, including their bodies, are aborted by `signal`. */
function fetchUntil(signal: AbortSignal, realFetch: typeof fetch): typeof fetch {
  return (input, init) =>
    realFetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
}
