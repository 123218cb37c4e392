import { enableCompileCache } from "node:module";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import type { Logger } from "./log.ts";
import type { RunningServer, ServerOptions } from "./server.ts";
import { productFile } from "./settings/product-files.ts";
import { readSettings, SettingsError, type Settings } from "./settings/settings.ts";
import { nameSourcePlaces } from "./source-places.ts";

/** Entry point of the server: `npm start` runs its build, `npm run dev` this file. */

const distDir = productFile("dist");

nameSourcePlaces();
// Runs before the other imports (hence the imports inside `run`), so that a later start can reuse the compiled code.
enableCompileCache(productFile("dist/server/.compiled"));

/** @throws Error that names an unknown flag */
function readFlags() {
  const { values } = parseArgs({
    options: {
      /** Serves the client live from its sources, with hot reload. */
      dev: { type: "boolean", default: false },
      /** Serves /design outside development (for end-to-end tests). */
      design: { type: "boolean", default: false },
    },
  });
  return values;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function run(): Promise<void> {
  const started = stopOnSignals();
  const flags = readFlags();
  const settings = readSettings(process.env);
  const { createLogger } = await import("./log.ts");
  const log = createLogger({ level: settings.LOG_LEVEL });
  const { engine } = await beginPostgres(settings, log);
  try {
    await start({ settings, log, engine, flags }, started);
  } catch (error) {
    // If the server got as far as opening its database, it has released it.
    await engine?.then((postgres) => postgres.release()).catch(() => undefined);
    throw error;
  }
}

/**
 * Begins to open the Postgres in DATA_DIR, a process of its own, which starts, or creates its files, while this one loads what the
 * server consists of.
 */
async function beginPostgres(settings: Settings, log: Logger): Promise<Pick<ServerOptions, "engine">> {
  const [{ closeDataDir }, { openEmbeddedPostgres }] = await Promise.all([
    import("./database/data-dir.ts"),
    import("./database/embedded/postgres.ts"),
  ]);
  closeDataDir(settings.DATA_DIR, log);
  if (settings.DATABASE_URL !== undefined) return {};
  const engine = openEmbeddedPostgres({ dataDir: settings.DATA_DIR, isAlone: true, log });
  // The server learns of a failure when it needs the database.
  engine.catch(() => undefined);
  return { engine };
}

async function start(
  {
    settings,
    log,
    engine,
    flags,
  }: Pick<ServerOptions, "settings" | "log" | "engine"> & { flags: ReturnType<typeof readFlags> },
  started: (running: RunningServer) => void,
): Promise<void> {
  const [{ readSiteFolder }, { startServer }, { startupTable, ownerLinkText }, loadRenderer] =
    await Promise.all([
      import("./settings/site-folder.ts"),
      import("./server.ts"),
      import("./settings/startup-table.ts"),
      flags.dev ? liveRenderer() : builtRenderer(),
    ]);
  const folder = readSiteFolder(settings);
  const running = await startServer({
    settings,
    site: folder.config,
    folders: folder,
    log,
    distDir,
    development: flags.dev || flags.design,
    loadSandbox: async (options) => (await import("#sandbox/main.ts")).createSandbox(options),
    loadRenderer,
    engine,
  });
  say(startupTable({ ...settings, modes: running.modes }, folder, running));
  if (running.ownerLink !== null) say(ownerLinkText(running.ownerLink));
  started(running);
}

async function liveRenderer(): Promise<ServerOptions["loadRenderer"]> {
  return (await import("./pages/live-renderer.ts")).createLiveRenderer;
}

async function builtRenderer(): Promise<ServerOptions["loadRenderer"]> {
  const renderer = await (await import("./pages/page-renderer.ts")).loadBuiltRenderer(distDir);
  return async () => ({ renderer });
}

/**
 * Listens for signals from the first moment, because the first process of a container receives only those it handles. Before
 * the server is `started` there is nothing to shut down: an unfinished migration is rolled back.
 */
function stopOnSignals(): (running: RunningServer) => void {
  let running: RunningServer | null = null;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      if (running === null) process.exit(128 + constants.signals[signal]);
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          complain(`The server did not stop cleanly: ${String(error)}`);
          process.exit(1);
        },
      );
    });
  }
  return (server) => {
    running = server;
  };
}

/** Returns the error's message with those of its causes, innermost last: "Can't reach …" alone doesn't say why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${reasonOf(error.cause)})` : error.message;
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) {
    const problems = error.problems.map((problem) => `  • ${problem}`).join("\n");
    return `\n${error.message}\n${problems}\n\nEvery setting is explained in .env.example.\n`;
  }
  const reason = reasonOf(error);
  const stack = error instanceof Error && process.env["LOG_LEVEL"] === "debug" ? `${error.stack}\n` : "";
  return `\nFolio can't start: ${reason}\n${stack}`;
}

run().catch((error: unknown) => {
  complain(explain(error));
  process.exit(1);
});
