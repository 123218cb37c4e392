import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { siteConfigSchema, type SiteConfig } from "#shared/site-config.ts";
import { productFile } from "./product-files.ts";
import { readYaml } from "./read-yaml.ts";
import type { Settings } from "./settings.ts";

/** The sample, used for whatever the owner hasn't provided; same layout as the owner's folder. */
export const sampleDir = productFile("sample");

/** Name of the configuration file in the owner's folder and in the sample. */
export const configFile = "site.yaml";
/** Configuration file of earlier versions, which `npm run init` converts to `site.yaml`. */
export const formerConfigFile = "site.config.ts";

/** Thrown for an invalid configuration, with every problem and its line. */
export class SiteConfigError extends Error {
  readonly problems: string[];
  constructor(path: string, problems: string[]) {
    super([`${path} has errors:`, ...problems].join("\n  • "));
    this.name = "SiteConfigError";
    this.problems = problems;
  }
}

/** Folders of a site's files. */
export type SiteFolders = {
  contentDir: string;
  /** Folders of pictures, by priority. */
  pictureDirs: string[];
};

/** Returns the owner's folders where they exist, else the sample's; without SITE_DIR, the sample's only. */
export function siteFolders(settings: Partial<Pick<Settings, "SITE_DIR" | "CONTENT_DIR">>): SiteFolders {
  const dirs = [...(settings.SITE_DIR === undefined ? [] : [resolve(settings.SITE_DIR)]), sampleDir];
  const contentDirs = dirs.map((dir) => join(dir, "content"));
  return {
    contentDir:
      settings.CONTENT_DIR === undefined
        ? (contentDirs.find((dir) => existsSync(dir)) ?? join(sampleDir, "content"))
        : resolve(settings.CONTENT_DIR),
    pictureDirs: dirs.map((dir) => join(dir, "public")).filter((dir) => existsSync(dir)),
  };
}

/** The owner's site: the configuration of SITE_DIR, else the sample's, and the folders. */
export type SiteFolder = SiteFolders & { config: SiteConfig; isSample: boolean };

/**
 * Reads the owner's site.
 * @throws SiteConfigError if the configuration is invalid
 */
export function readSiteFolder(settings: Pick<Settings, "SITE_DIR" | "CONTENT_DIR">): SiteFolder {
  const own = resolve(settings.SITE_DIR);
  const isSample = !existsSync(join(own, configFile));
  if (isSample && existsSync(join(own, formerConfigFile))) {
    const problem = `this is the format of an earlier version. Run \`npm run init\` to convert it to ${configFile}.`;
    throw new SiteConfigError(shownPath(join(own, formerConfigFile)), [problem]);
  }
  return { config: readSiteConfig(isSample ? sampleDir : own), isSample, ...siteFolders(settings) };
}

/**
 * Reads the configuration in a folder.
 * @throws SiteConfigError if it is invalid
 */
export function readSiteConfig(directory: string): SiteConfig {
  const path = join(directory, configFile);
  const source = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  const reading = readYaml(source, siteConfigSchema, { file: configFile, firstLine: 1 });
  if (reading.ok) return reading.value;
  const problems = reading.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  throw new SiteConfigError(shownPath(path), problems);
}

/** Returns a path as people write it, relative to the working directory if below it. */
export function shownPath(path: string): string {
  const below = relative(process.cwd(), path);
  return below === "" || below.startsWith("..") || resolve(below) === below
    ? path
    : `./${below.replaceAll(sep, "/")}`;
}
