import { join } from "node:path";
import { readSettings, SettingsError, type Settings } from "#server/settings.ts";
import { examineDatabase } from "./doctor-database.ts";
import { checkCongress } from "./doctor-congress.ts";
import { checkGitHub } from "./doctor-github.ts";
import {
  checkBuild,
  checkClock,
  checkDataDir,
  checkDisk,
  checkNode,
  checkSecretKey,
} from "./doctor-machine.ts";
import { fail, ok, type CheckResult } from "./doctor-report.ts";
import { checkPlaid } from "./doctor-plaid.ts";
import { checkContent, checkSignIn } from "./doctor-services.ts";
import { repoRoot } from "./repo-paths.ts";

export type DoctorOptions = {
  environment: Record<string, string | undefined>;
  fetch: typeof fetch;
  now?: () => Date;
  distDir?: string;
  readFreeBytes?: (path: string) => number;
};

/** Everything that keeps a site from working, found without starting it and without changing anything. */
export async function examine(options: DoctorOptions): Promise<CheckResult[]> {
  const { environment, now = () => new Date(), distDir = join(repoRoot, "dist") } = options;
  const general = [checkNode(), checkBuild(distDir)];
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const result = fail(
      "Settings",
      "wrong; .env.example explains each. The rest was not looked at",
      error.problems,
    );
    return [...general, result];
  }
  const heard: { source: string; time: Date; askedAt: Date }[] = [];
  const listening = listenForClocks(options.fetch, now, heard);
  const database = await examineDatabase(settings, options.fetch);
  if (database.clock !== undefined) heard.push(database.clock);
  const [content, signIn, github, congress, plaid] = await Promise.all([
    checkContent(settings, listening),
    checkSignIn(settings, listening),
    checkGitHub(settings, listening),
    checkCongress(settings, listening, now),
    checkPlaid(settings, listening),
  ]);
  return [
    ...general,
    ok("Settings", "complete and in agreement"),
    checkDataDir(settings),
    checkSecretKey(settings),
    checkDisk(settings, options.readFreeBytes),
    database.result,
    content,
    ...signIn,
    ...github,
    ...congress,
    ...plaid,
    checkClock(now(), heard),
  ];
}

/** Every answer from outside carries its server's time (`Date`): one per host is remembered. */
function listenForClocks(
  realFetch: typeof fetch,
  now: () => Date,
  heard: { source: string; time: Date; askedAt: Date }[],
): typeof fetch {
  return async (input, init) => {
    const response = await realFetch(input, init);
    const source = new URL(input instanceof Request ? input.url : input).host;
    const time = new Date(response.headers.get("date") ?? "");
    const isNews = !heard.some((clock) => clock.source === source);
    if (isNews && !Number.isNaN(time.getTime())) heard.push({ source, time, askedAt: now() });
    return response;
  };
}
