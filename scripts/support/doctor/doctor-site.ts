import { join, resolve } from "node:path";
import type { Settings } from "#server/settings/settings.ts";
import { configFile, readSiteFolder, SiteConfigError } from "#server/settings/site-folder.ts";
import { fail, ok, warn, messageOf, type CheckResult } from "./doctor-report.ts";

/** Reports whether the site shows the owner's own content or the sample, with each configuration problem by line. */
export function checkSite(settings: Pick<Settings, "SITE_DIR" | "CONTENT_DIR">): CheckResult {
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
