import type { Browser } from "@playwright/test";
import { openQuietly } from "../bytes.ts";
import { copiedFile, fileOf, textOf, type SiteFiles } from "./site-files.ts";
import { buildSpa } from "./spa-build.ts";
import { readContentExpression } from "./spa-sources.ts";

/** Where a copy of the home page will be served from: addresses inside it that name the site's own origin name this one. */
type Copy = { origin: string };

const hydrated = 'html[data-hydrated="true"]';

/** Everything that a first visit to the home page asks the site for, with what the site answers. */
export async function recordHome(browser: Browser, origin: string): Promise<SiteFiles> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const addresses = new Set<string>();
  page.on("requestfinished", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin) throw new Error(`The home page asks ${url.origin}, which cannot be copied.`);
    addresses.add(`${url.pathname}${url.search}`);
  });
  await openQuietly(page, `${origin}/`, hydrated);
  await context.close();
  return Promise.all([...addresses].map((address) => copiedFile(origin, address)));
}

/** The same page with the same files, for a server of files. */
export function samePage(files: SiteFiles, origin: string, copy: Copy): Promise<SiteFiles> {
  return Promise.all(files.map((file) => withHtml(file, (html) => html.replaceAll(origin, copy.origin))));
}

/** The page as somebody would write it who wants no scripts at all: its HTML, styles and pictures. */
export async function plainPage(files: SiteFiles, origin: string, copy: Copy): Promise<SiteFiles> {
  const kept = files.filter(({ headers }) => !/javascript|json/.test(headers["content-type"] ?? ""));
  return samePage(await Promise.all(kept.map((file) => withHtml(file, withoutScripts))), origin, copy);
}

function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "");
}

async function withHtml(
  file: SiteFiles[number],
  change: (html: string) => string,
): Promise<SiteFiles[number]> {
  const type = file.headers["content-type"] ?? "";
  return type.startsWith("text/html") ? fileOf(file.address, type, change(textOf(file))) : file;
}

/** The same content drawn in the browser by a bare application, built in `directory`; styles and pictures are the site's. */
export async function spaPage(
  files: SiteFiles,
  origin: string,
  copy: Copy,
  { browser, directory }: { browser: Browser; directory: string },
): Promise<SiteFiles> {
  const styles = files.filter(({ headers }) => headers["content-type"]?.startsWith("text/css"));
  const page = await readPage(browser, origin);
  const text = JSON.stringify(page.content).replaceAll(origin, copy.origin);
  const content: unknown = JSON.parse(text);
  const built = await buildSpa(directory, { ...page, content, styles: styles.map(textOf).join("\n") });
  const pictures = files.filter(({ headers }) => /^(?:image|font)\//.test(headers["content-type"] ?? ""));
  return [...built, ...pictures];
}

type HomeParts = { title: string; description: string; language: string; content: unknown };

/** The page as the server sends it, without a script having run. */
async function readPage(browser: Browser, origin: string): Promise<HomeParts> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  const parts = {
    title: await page.title(),
    description: (await page.locator('meta[name="description"]').getAttribute("content")) ?? "",
    language: (await page.locator("html").getAttribute("lang")) ?? "en",
    content: await page.evaluate<unknown>(readContentExpression),
  };
  await context.close();
  return parts;
}
