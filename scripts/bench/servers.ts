import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sampleDir } from "#server/settings/site-folder.ts";
import { endProgram, printedAddress } from "../../tests/support/programs.ts";
import { repoRoot } from "../support/repo-paths.ts";
import { serverArguments } from "../support/server-arguments.ts";

const probeTimeoutMs = 30_000;

/** A server in a separate process; `startMs` is the time from spawning it to its printed address. */
export type MeasuredServer = { origin: string; pid: number; startMs: number; stop: () => Promise<void> };

/** Bytes in a server's process after garbage collection, and the most that were resident since its start. */
export type MemoryAfterCollection = {
  heap: number;
  outsideHeap: number;
  resident: number;
  peakResident: number;
};
export type ProbedServer = MeasuredServer & { memory: () => Promise<MemoryAfterCollection> };

/** Limits that a benchmark from one address would run into. */
const benchEnvironment = {
  // The benchmark measures the sample site.
  SITE_DIR: sampleDir,
  PORT: "0",
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
  READS_PER_MINUTE: "1000000",
};

/**
 * Creates an empty directory next to the checkout, on its disk; the system's temporary folder may be in memory, where a sync is
 * free.
 */
export async function withDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const parent = join(repoRoot, ".cache");
  await mkdir(parent, { recursive: true });
  const directory = await mkdtemp(join(parent, "bench-"));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts the site like `npm start`, on a free port, with its own settings and data; `root` is the folder of its checkout. */
export function startSite(
  dataDir: string,
  environment: Record<string, string> = {},
  root = repoRoot,
): Promise<MeasuredServer> {
  // Older commits ran from their sources.
  const isBuilt = existsSync(join(root, "dist/server/main.js"));
  return startScript(
    isBuilt ? [...serverArguments] : ["src/server/main.ts"],
    { ...benchEnvironment, SITE_DIR: join(root, "sample"), DATA_DIR: dataDir, ...environment },
    root,
  );
}

/** Starts the site with `memory-probe.mjs` in its process, which reports its memory. */
export async function startProbedSite(
  dataDir: string,
  environment: Record<string, string>,
): Promise<ProbedServer> {
  const probe = fileURLToPath(new URL("./memory-probe.mjs", import.meta.url));
  const startedAt = performance.now();
  const child = spawnScript(
    ["--expose-gc", "--import", probe, ...serverArguments],
    { ...benchEnvironment, DATA_DIR: dataDir, ...environment },
    "ipc",
  );
  return { ...(await listening(child, startedAt)), memory: () => memoryOf(child) };
}

function memoryOf(child: ChildProcess): Promise<MemoryAfterCollection> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("The server did not report its memory.")),
      probeTimeoutMs,
    );
    child.once("message", (message) => {
      clearTimeout(timer);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memory-probe.mjs sends nothing else
      resolve(message as MemoryAfterCollection);
    });
    child.send("memory");
  });
}

/** Starts the site with an adjustable clock, in milliseconds ahead of the machine's (`faults-site.ts`). */
export async function startSiteWithClock(
  dataDir: string,
  environment: Record<string, string>,
): Promise<MeasuredServer & { setAhead: (aheadMs: number) => Promise<void> }> {
  const script = fileURLToPath(new URL("./faults/faults-site.ts", import.meta.url));
  const startedAt = performance.now();
  const child = spawnScript([script], { ...benchEnvironment, DATA_DIR: dataDir, ...environment }, "ipc");
  return {
    ...(await listening(child, startedAt)),
    async setAhead(aheadMs) {
      const set = new Promise((resolve) => child.once("message", resolve));
      child.send(aheadMs);
      await set;
    },
  };
}

/** Starts the bare server that the site's pages are compared with. */
export function startHello(): Promise<MeasuredServer> {
  return startScript([fileURLToPath(new URL("./hello-server.ts", import.meta.url))], {});
}

/** Runs `work` with a new site that has answered once, and stops it afterwards. */
export function withSite<T>(work: (site: MeasuredServer) => Promise<T>): Promise<T> {
  return withDirectory(async (directory) => {
    const site = await startSite(directory);
    try {
      return await work(site);
    } finally {
      await site.stop();
    }
  });
}

function startScript(
  args: string[],
  environment: Record<string, string>,
  root = repoRoot,
): Promise<MeasuredServer> {
  const startedAt = performance.now();
  return listening(spawnScript(args, environment, "ignore", root), startedAt);
}

function spawnScript(
  args: string[],
  environment: Record<string, string>,
  channel: "ipc" | "ignore",
  root = repoRoot,
): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    // Uses none of the person's own settings, so that the benchmark touches neither their data nor a live upstream.
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "pipe", channel],
  });
}

async function listening(child: ChildProcess, startedAt: number): Promise<MeasuredServer> {
  const origin = await printedAddress(child);
  const startMs = performance.now() - startedAt;
  return { origin, pid: child.pid ?? 0, startMs, stop: async () => void (await endProgram(child)) };
}
