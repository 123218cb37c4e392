import { chromium, type Browser } from "@playwright/test";
import { chromiumArgs, findChromium } from "../support/chromium.ts";

/** The public pages that the browser's parts look at. */
export type PublicPage = { name: string; url: string };

/** Starts the Chromium that the tests use; `args` are more of its own flags. */
export async function withBrowser<T>(args: string[], work: (browser: Browser) => Promise<T>): Promise<T> {
  const found = await findChromium((line) => process.stderr.write(`${line}\n`));
  if (found === null)
    throw new Error("There is no Chromium: node scripts/find-chromium.ts --install brings one.");
  const browser = await chromium.launch({ executablePath: found.path, args: [...chromiumArgs(), ...args] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Home, about, the newest post that the list shows, and the list. */
export async function publicPages(origin: string): Promise<PublicPage[]> {
  const list = await (await fetch(`${origin}/posts`)).text();
  const post = /href="(\/post\/[^"]+)"/.exec(list)?.[1];
  if (post === undefined) throw new Error("/posts links to no post");
  return [
    { name: "/", url: `${origin}/` },
    { name: "/about", url: `${origin}/about` },
    { name: "a post", url: `${origin}${post}` },
    { name: "/posts", url: `${origin}/posts` },
  ];
}
