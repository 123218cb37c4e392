import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isScalar, parseDocument, type Document } from "yaml";
import { z } from "zod";
import { siteConfigSchema, type SiteConfig } from "#shared/site-config.ts";
import {
  configFile,
  formerConfigFile,
  readSiteConfig,
  sampleDir,
  shownPath,
} from "#server/settings/site-folder.ts";

/** Asks the person at the terminal. */
export type Ask = (question: string) => Promise<string>;

const flags = ["name", "domain", "time-zone", "github"] as const;
type Given = { [Flag in (typeof flags)[number]]?: string | undefined };

const githubName = z
  .string()
  .regex(/^(?:[a-zA-Z\d][a-zA-Z\d-]{0,38})?$/, { error: "expected the name of a GitHub account" });
const questions: Record<(typeof flags)[number], { text: string; usual?: string; schema: z.ZodType<string> }> =
  {
    name: { text: "Your name", schema: siteConfigSchema.shape.ownerName },
    domain: { text: "Domain of the site, such as example.com", schema: siteConfigSchema.shape.domain },
    "time-zone": {
      text: "Time zone",
      usual: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      schema: siteConfigSchema.shape.timeZone,
    },
    github: { text: "GitHub name (Enter for none)", usual: "", schema: githubName },
  };

/**
 * Creates the owner's folder (configuration, content and pictures) from the sample. Existing files stay; the configuration of
 * an earlier version is converted. Returns lines for the owner.
 * @throws Error if an answer is missing or invalid; nothing was created then
 */
export async function makeSite(options: { directory: string; given: Given; ask?: Ask }): Promise<string[]> {
  const { directory } = options;
  const path = join(directory, configFile);
  const former = join(directory, formerConfigFile);
  const sample = readSiteConfig(sampleDir);
  const made: string[] = [];
  let config: SiteConfig | null = null;

  if (!existsSync(path)) {
    config = existsSync(former) ? await formerConfig(former) : configOf(await answers(options), sample);
    mkdirSync(directory, { recursive: true });
    writeFileSync(path, textOf(config), { flag: "wx" });
    made.push(path);
  }
  for (const folder of ["content", "public"]) {
    const place = join(directory, folder);
    if (existsSync(place)) continue;
    config ??= readSiteConfig(directory);
    cpSync(join(sampleDir, folder), place, { recursive: true });
    if (folder === "content") rename(place, { from: sample.ownerName, to: config.ownerName });
    made.push(place);
  }
  const github = config?.links
    .find(({ kind }) => kind === "source-code")
    ?.href.split("/")
    .at(-1);
  return words(directory, made, github ?? "your-name");
}

async function answers({ given, ask }: { given: Given; ask?: Ask }): Promise<Record<keyof Given, string>> {
  const missing = ["name", "domain"].filter((flag) => !(flag in given));
  if (ask === undefined && missing.length > 0) {
    throw new Error(
      `Missing: ${missing.map((flag) => `--${flag}`).join(", ")}. For example: npm run init -- --name "Ada Lanternfish" --domain ada.example --time-zone Europe/Lisbon --github ada`,
    );
  }
  const found = { name: "", domain: "", "time-zone": "", github: "" };
  for (const flag of flags) found[flag] = await answer(flag, given[flag], ask);
  return found;
}

/** Returns a flag's value, else the person's answer, asked again until valid. */
async function answer(flag: (typeof flags)[number], given: string | undefined, ask?: Ask): Promise<string> {
  const { text, usual, schema } = questions[flag];
  for (let said = given, problem = ""; ; said = undefined) {
    const hint = usual === undefined || usual === "" ? "" : ` [${usual}]`;
    said ??= await ask?.(`${problem}${text}${hint}: `);
    const parsed = schema.safeParse(said?.trim() === "" || said === undefined ? (usual ?? "") : said.trim());
    if (parsed.success) return parsed.data;
    const reason = parsed.error.issues.map(({ message }) => message).join("; ");
    if (given !== undefined || ask === undefined) throw new Error(`--${flag}: ${reason}`);
    problem = `  ${reason}\n`;
  }
}

function configOf(said: Record<keyof Given, string>, sample: SiteConfig): SiteConfig {
  const name = said.name;
  return {
    ...sample,
    ownerName: name,
    description: sample.description.replaceAll(sample.ownerName, name),
    location: "",
    domain: said.domain,
    timeZone: said["time-zone"],
    links: sample.links.flatMap((link) => {
      if (link.kind === "source-code")
        return said.github === "" ? [] : [{ ...link, href: `https://github.com/${said.github}` }];
      // The sample's other links belong to a made-up person; only links to pages of the site stay.
      return link.href.startsWith("/") ? [link] : [];
    }),
  };
}

async function formerConfig(path: string): Promise<SiteConfig> {
  const module: unknown = await import(pathToFileURL(path).href);
  const parsed = z.object({ siteConfig: siteConfigSchema }).safeParse(module);
  if (parsed.success) return parsed.data.siteConfig;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error([`Can't convert ${shownPath(path)}:`, ...problems].join("\n  • "));
}

/** Returns the sample's text with these values and its comments. */
function textOf(config: SiteConfig): string {
  const document: Document = parseDocument(readFileSync(join(sampleDir, configFile), "utf8"));
  for (const [name, value] of Object.entries(config)) {
    if (name === "tenant" && value === "folio") continue;
    const node = document.get(name, true);
    if (isScalar(node)) node.value = value;
    else document.set(name, document.createNode(value));
  }
  return document.toString({ lineWidth: 0 });
}

/** Replaces the sample owner's name in texts. */
function rename(directory: string, name: { from: string; to: string }): void {
  for (const entry of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    if (!/\.(?:md|yaml)$/.test(entry)) continue;
    const text = readFileSync(join(directory, entry), "utf8");
    if (text.includes(name.from)) writeFileSync(join(directory, entry), text.replaceAll(name.from, name.to));
  }
}

function words(directory: string, made: string[], github: string): string[] {
  const all = [configFile, "content", "public"].map((name) => join(directory, name));
  const stayed = all.filter((path) => !made.includes(path)).map(shownPath);
  const place = shownPath(directory);
  const isIgnored = place.startsWith("./");
  const next = [
    [`${place}/${configFile}`, "your name, headline, description and links"],
    [`${place}/content`, "your pages and posts; docs/content.md explains each file"],
    [`${place}/public`, "the site's pictures; replace them with yours"],
    [".env", `GITHUB_OWNER=${github} shows your repositories; .env.example explains the rest`],
    ["npm start", "starts the site"],
  ];
  return [
    ...(made.length === 0
      ? ["Nothing to create; everything already exists."]
      : [`Created: ${made.map(shownPath).join(", ")}`]),
    ...(stayed.length === 0 ? [] : [`Left unchanged: ${stayed.join(", ")}`]),
    ...(existsSync(join(directory, formerConfigFile))
      ? [`${place}/${formerConfigFile} is no longer used. You can delete it.`]
      : []),
    "",
    "Next:",
    ...next.map(([what = "", why = ""]) => `  ${what.padEnd(place.length + 12)}${why}`),
    `${isIgnored ? "git ignores this folder, so keep" : "Keep"} a copy elsewhere, or make it a separate repository.`,
  ];
}
