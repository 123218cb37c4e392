import { readSiteConfig, sampleDir } from "#server/settings/site-folder.ts";

/** The sample, which is what tests show: never the site of the checkout's owner. */
export const siteConfig = readSiteConfig(sampleDir);
