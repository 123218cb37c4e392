import { readSiteConfig, sampleDir } from "#server/settings/site-folder.ts";

/** The sample, which tests use instead of the checkout owner's site. */
export const siteConfig = readSiteConfig(sampleDir);
