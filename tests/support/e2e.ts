import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, type ConsoleMessage, type Page } from "@playwright/test";

/** End-to-end tests talk to the real server, one process a worker, with a database of its own. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const startTimeoutMs = 60_000;

export type E2eServer = { origin: string; dataDir: string; stop: () => Promise<void> };

/** Starts `npm start`'s own command on a free port and waits for the address that it prints. */
export async function startE2eServer(environment: Record<string, string> = {}): Promise<E2eServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "folio-e2e-"));
  const child = spawn(process.execPath, ["src/server/main.ts", "--design"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      READS_PER_MINUTE: "100000",
      WRITES_PER_MINUTE: "100000",
      SEARCHES_PER_MINUTE: "100000",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const origin = await printedAddress(child);
  return {
    origin,
    dataDir,
    stop: async () => {
      const code = await endProcess(child);
      if (code !== 0) throw new Error(`the server did not stop cleanly: ${code}`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(
      () => reject(new Error(`the server printed no address:\n${output}`)),
      startTimeoutMs,
    );
    function read(chunk: Buffer) {
      output += chunk.toString();
      const address = /Folio is ready: (\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    }
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}

/** Resolves with the exit code; null when a signal ended it. */
async function endProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
  });
  child.kill("SIGTERM");
  return ended;
}

type WorkerFixtures = { server: E2eServer };
type TestFixtures = {
  /** What the browser complained about; a test that expects a line takes it out. */
  complaints: string[];
  guard: undefined;
};

/** Playwright's test with a server, and with the console and the network as part of every test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape to know what a fixture needs
    async ({}, use) => {
      const server = await startE2eServer();
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

function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === "error" || message.type() === "warning";
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** Waits until React has taken over the server's HTML. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset["hydrated"] === "true");
}

/** Opens a page and waits until it answers. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Fails with what axe found, in words. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(" ")).join("; ")})`,
    ),
  ).toEqual([]);
}

/** Fails where the page is wider than the window; what follows the window's size by script has two frames for it. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(excess, "pixels that stick out sideways").toBeLessThanOrEqual(0);
}

/** Signs in through the sandbox provider as one of its invented people and comes back to `path`. */
export async function signIn(page: Page, path = "/", person = /.+@.+/): Promise<void> {
  await page.goto(`/.auth/login/aad?post_login_redirect_uri=${encodeURIComponent(path)}`);
  await page.getByRole("button", { name: person }).first().click();
  await hydrated(page);
}
