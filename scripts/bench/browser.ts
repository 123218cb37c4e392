import { chromium, type Browser } from "@playwright/test";
import { chromiumArgs, findChromium } from "../support/chromium.ts";

/** A public page measured in the browser. */
export type PublicPage = { name: string; url: string };

/** Starts the Chromium that the tests use; `args` are additional flags. */
export async function withBrowser<T>(args: string[], work: (browser: Browser) => Promise<T>): Promise<T> {
  const found = await findChromium((line) => process.stderr.write(`${line}\n`));
  if (found === null) throw new Error("Chromium not found. Run `node scripts/find-chromium.ts --install`.");
  const browser = await chromium.launch({ executablePath: found.path, args: [...chromiumArgs(), ...args] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Returns the home page, the about page, the newest post in the list, and the list. */
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
