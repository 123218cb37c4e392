import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, type ConsoleMessage, type Locator, type Page } from "@playwright/test";
import { serverArguments } from "../../../scripts/support/server-arguments.ts";
import { endProgram, printedAddress, startProgram } from "../programs.ts";

/** End-to-end tests run against the real server, one process per worker, each with its own database. */

const startTimeoutMs = 120_000;
const axeSource = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

export type E2eServer = { origin: string; dataDir: string; stop: () => Promise<void> };

/** A server that may have printed the link for its first owner; null if not. */
export type StartedServer = E2eServer & { ownerLink: () => string | null };

/** Starts the command of `npm start` on a free port and waits for the address it prints. */
export async function startE2eServer(environment: Record<string, string> = {}): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "folio-e2e-"));
  const child = startProgram([...serverArguments, "--design"], {
    PORT: "0",
    DATA_DIR: dataDir,
    // None, so the sample is shown.
    SITE_DIR: join(dataDir, "site"),
    LOG_LEVEL: "warn",
    READS_PER_MINUTE: "100000",
    WRITES_PER_MINUTE: "100000",
    SEARCHES_PER_MINUTE: "100000",
    // Only the workers' servers have an index of code; on others, GitHub's search answers.
    CODE_INDEX: "off",
    ...environment,
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => void (printed += chunk.toString()));
  const origin = await printedAddress(child);
  return {
    origin,
    dataDir,
    ownerLink: () => /\S+\/sign-in\?invitation#\S+/.exec(printed)?.[0] ?? null,
    stop: async () => {
      const code = await endProgram(child);
      if (code !== 0) throw new Error(`The server did not stop cleanly:  ${code}`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type WorkerFixtures = { server: E2eServer };
type TestFixtures = {
  /** Complaints of the browser; a test that expects a line removes it. */
  complaints: string[];
  guard: undefined;
};

/** Playwright's test with a server, and with the console and network as part of every test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape to know what a fixture needs
    async ({}, use) => {
      const server = await startE2eServer({ CODE_INDEX: "on", CODE_SEARCH_MS: "20000" });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: startTimeoutMs },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape to know what a fixture needs
  complaints: async ({}, use) => use([]),
  guard: [
    async ({ context, complaints, baseURL }, use) => {
      context.on("console", (message) => {
        if (isComplaint(message)) complaints.push(`console.${message.type()}: ${message.text()}`);
      });
      context.on("weberror", (error) => complaints.push(`uncaught: ${error.error().message}`));
      context.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith("http") && !isLoopback(url) && url.origin !== baseURL) {
          complaints.push(`outside call: ${url.href}`);
        }
      });
      await use(undefined);
      base.expect(complaints, "the browser's console and network").toEqual([]);
    },
    { auto: true },
  ],
});

export const expect = base.expect;

/** Tag of a test that runs only at night (`FOLIO_TEST_FULL=1`): `test("…", night, async ({ page }) => …)`. */
export const night = { tag: "@night" };

function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === "error" || message.type() === "warning";
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** Waits until React has hydrated the server's HTML; by a locator, because a function would bring Playwright's scripts twice. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated='true']").waitFor({ state: "attached" });
}

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/**
 * Waits until nothing has scrolled for ten frames, because scrolling closes an open list. Chromium sometimes draws no frame for
 * long on a busy machine; then nothing scrolls either, so five seconds are enough.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let quietFrames = 0;
        const onScroll = () => {
          quietFrames = 0;
        };
        function onFrame() {
          quietFrames += 1;
          if (quietFrames < 10) {
            requestAnimationFrame(onFrame);
            return;
          }
          document.removeEventListener("scroll", onScroll, { capture: true });
          done();
        }
        document.addEventListener("scroll", onScroll, { capture: true });
        requestAnimationFrame(onFrame);
        setTimeout(done, 5000);
      }),
  );
}

/** Types into a combobox and chooses from its list, again if scrolling has closed the list. */
export async function chooseOption(
  page: Page,
  box: Locator,
  typed: string,
  option: string | RegExp,
): Promise<void> {
  await expect(async () => {
    await box.fill("");
    await box.fill(typed);
    await page.getByRole("option", { name: option, exact: true }).click({ timeout: 3000 });
  }).toPass();
}

/** Fails with axe's findings as text; `rules` limits the check to some rules. */
export async function expectNoAxeViolations(page: Page, rules?: string[]): Promise<void> {
  // After a change of theme, links take a moment to have their color.
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axeSource);
  // Without its source, which it would send twice for each check, without a separate tab for the summary, which only pages of
  // several origins need, and without naming all that is right: each takes as long as the check.
  const axe = new AxeBuilder({ page, axeSource: "0" })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  expect(
    violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(" ")).join("; ")})`,
    ),
  ).toEqual([]);
}

/** Holds the responses of a call back until `release`. */
export async function held(page: Page, url: string | RegExp): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

/** Fails if the page is wider than the window; scripts that follow the window's size get two frames. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(excess, "pixels that stick out sideways").toBeLessThanOrEqual(0);
}

/**
 * Checks what every screen must have by day: axe in the light theme, contrast in the dark one, and no horizontal scrolling on a
 * phone.
 */
export async function expectGoodLook(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoAxeViolations(page, ["color-contrast"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: null });
}

/**
 * Signs in at the sandbox as an invented person and opens `path`. Each test is its own person, so that all can share a server;
 * a test that needs a second person, or shares one, names them in `who`.
 */
export async function signIn(page: Page, path = "/", who = test.info().testId): Promise<void> {
  const query = new URLSearchParams({ post_login_redirect_uri: path, prompt: "select_account" });
  const chooser = await page.request.get(`/.auth/login/aad?${query}`);
  const action = /<form method="post" action="([^"]+)"/.exec(await chooser.text())?.[1];
  if (action === undefined)
    throw new Error(`no page to choose an account from: ${chooser.status()} ${chooser.url()}`);
  const back = await page.request.post(action, { form: { account: personOf(who) } });
  if (!back.ok()) throw new Error(`signing in ended with ${back.status()} at ${back.url()}`);
  await open(page, path);
}

/** Signs in on the sandbox's own page like `signIn`, if a test has arrived there. */
export async function chooseMyself(page: Page, who = test.info().testId): Promise<void> {
  const button = page.getByRole("button", { name: /.+@.+/ }).first();
  await button.evaluate((element, account) => element.setAttribute("value", account), personOf(who));
  await button.click();
}

/** Returns the sandbox account for a test's name. */
export function personOf(who: string): string {
  return `demo-${createHash("md5").update(who).digest("hex")}`;
}
