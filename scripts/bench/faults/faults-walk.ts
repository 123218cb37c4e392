import type { BrowserContext, Page } from "@playwright/test";
import type { Screen } from "./faults-screens.ts";

/** Result of visiting a screen: its content, a message about the problem, or a failure. */
export type Visit = {
  screen: Screen;
  face: "content" | "error" | "failed";
  /** Reasons why it failed; empty if it didn't. */
  reasons: string[];
  ms: number;
};

/** Plaid's 30 s is the longest time limit the site states; no screen may take longer than this, whatever is wrong. */
const longestWaitMs = 35_000;
const pollMs = 100;
const leastText = 20;

/** Opens every screen once, several at a time, and judges each. */
export async function walk(
  context: BrowserContext,
  screens: readonly Screen[],
  pagesAtATime: number,
): Promise<Visit[]> {
  const left = [...screens];
  const visits: Visit[] = [];
  async function work(): Promise<void> {
    for (let screen = left.shift(); screen !== undefined; screen = left.shift()) {
      const page = await context.newPage();
      visits.push(await visit(page, screen));
      await page.close();
    }
  }
  await Promise.all(Array.from({ length: pagesAtATime }, work));
  return visits;
}

async function visit(page: Page, screen: Screen): Promise<Visit> {
  const reasons: string[] = [];
  const origin = new Set<string>();
  page.on("pageerror", (error) => reasons.push(`uncaught: ${error.message}`));
  page.on("response", (response) => {
    const { origin: from, pathname } = new URL(response.url());
    if (origin.has(from) && response.status() === 500) reasons.push(`500 from ${pathname}`);
  });
  const startedAt = performance.now();
  try {
    const answer = await page.goto(screen.path, { timeout: longestWaitMs, waitUntil: "commit" });
    origin.add(new URL(page.url()).origin);
    const status = answer?.status() ?? 0;
    const isOutage = status === 429 || (status >= 502 && status <= 504);
    if (status !== (screen.status ?? 200) && !isOutage) reasons.push(`the document answered ${status}`);
    const state = await settled(page, startedAt + longestWaitMs);
    if (state.waitsFor !== null) reasons.push(`still ${state.waitsFor} after ${longestWaitMs / 1000} s`);
    else if (state.textLength < leastText) reasons.push("blank");
    if (state.isError && !state.hasWayOn) reasons.push("an error without a way on");
    if (isOutage && !state.isError) reasons.push(`${status} without words`);
    const face = reasons.length > 0 ? "failed" : state.isError ? "error" : "content";
    return { screen, face, reasons, ms: performance.now() - startedAt };
  } catch (error) {
    reasons.push(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
    return { screen, face: "failed", reasons, ms: performance.now() - startedAt };
  }
}

type PageState = {
  /** Anything the page is waiting for; null when it is done. */
  waitsFor: string | null;
  textLength: number;
  isError: boolean;
  hasWayOn: boolean;
};

/** Polls until the page is done twice in a row, or until `deadline`. */
async function settled(page: Page, deadline: number): Promise<PageState> {
  let quietLooks = 0;
  for (;;) {
    const state = await page.evaluate(lookAtPage);
    quietLooks = state.waitsFor === null ? quietLooks + 1 : 0;
    if (quietLooks > 2 || performance.now() > deadline) return state;
    await page.waitForTimeout(pollMs);
  }
}

/** Runs in the browser. */
function lookAtPage(): PageState {
  const main = document.querySelector("main");
  // Some alerts exist while empty, so that a screen reader announces their text later.
  const alerts = [...(main?.querySelectorAll<HTMLElement>('[role="alert"]') ?? [])];
  const isHydrated = document.documentElement.dataset["hydrated"] === "true";
  const isBusy = document.querySelector('[aria-busy="true"]') !== null;
  const skeleton = main?.querySelector('span[aria-hidden="true"][style*="inline-size"][style*="block-size"]');
  const text = main?.innerText.trim() ?? "";
  return {
    waitsFor: !isHydrated ? "not taken over" : isBusy ? "busy" : skeleton ? "a skeleton" : null,
    textLength: text.length,
    isError: alerts.some((alert) => alert.innerText.trim() !== ""),
    hasWayOn: main?.querySelector("a[href], button") !== null,
  };
}
