import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "#shared/error-code.ts";
import { isSocket, type Cluster } from "./cluster.ts";
import { EmbeddedPostgresError, giveTo, programOf } from "./program.ts";

/** Postgres' own pid file, in the data folder. */
type PidFile = { pid: number; text: string };

/**
 * State of Postgres: `listening` accepts connections, if only to say that it's starting; for `silent` its process exists; for
 * `none` it doesn't, though a stale pid file may remain.
 */
export type PostmasterState = "listening" | "silent" | "none";

export type PostmasterOptions = {
  /** False skips every fsync, for tests and benchmarks. */
  durable?: boolean | undefined;
  mostConnections?: number | undefined;
};

/** Room for two pools of ten, the notification listener and the keeper of one server, plus commands alongside it. */
const usualConnections = 40;
const pollMs = 25;
/** Enough for leftovers of a killed process (its backends, a shutdown in progress) to end. */
const startTimeoutMs = 60_000;
const fastStopMs = 10_000;
const hardStopMs = 5_000;
const mostLogBytes = 1024 * 1024;
const logName = "server.log";

/** Returns the settings the embedded Postgres is started with (docs/operations.md explains each). */
export function postmasterSettings(
  { host, port }: Cluster,
  { durable = true, mostConnections = usualConnections }: PostmasterOptions = {},
): string[] {
  const kept = durable ? "on" : "off";
  const place = isSocket(host)
    ? ["listen_addresses=", `unix_socket_directories="${host.replaceAll('"', '""')}"`]
    : [`listen_addresses=${host}`, "unix_socket_directories="];
  return [
    ...place,
    "unix_socket_permissions=0700",
    `port=${port}`,
    "shared_buffers=64MB",
    `max_connections=${mostConnections}`,
    "io_method=sync",
    "jit=off",
    `fsync=${kept}`,
    `full_page_writes=${kept}`,
    `synchronous_commit=${kept}`,
    "max_wal_size=256MB",
    "max_wal_senders=0",
    "timezone=UTC",
    "log_timezone=UTC",
    // Logs only errors of the server itself: messages of refused statements may contain people's data.
    "log_min_messages=log",
    "log_min_error_statement=panic",
    "log_checkpoints=off",
  ];
}

/**
 * Returns whether Postgres is running on the folder, judged by a connection or, while it accepts none, by the name of its
 * process.
 */
export async function postmasterState(cluster: Cluster): Promise<PostmasterState> {
  const pidFile = readPidFile(cluster);
  if (pidFile === null) return "none";
  if (await isListening(cluster)) return "listening";
  return isPostmaster(pidFile.pid, cluster.folder) ? "silent" : "none";
}

/**
 * Starts Postgres on a folder where none is running, and resolves once it listens.
 * @throws EmbeddedPostgresError with its last log lines if it doesn't
 */
export async function startPostmaster(cluster: Cluster, startOptions: PostmasterOptions = {}): Promise<void> {
  removeStalePidFile(cluster);
  const log = openLog(cluster);
  const { command, args, options } = programOf(cluster.account, join(cluster.binaries, "postgres"));
  const settings = postmasterSettings(cluster, startOptions).flatMap((setting) => ["-c", setting]);
  // A process group of its own: Ctrl-C must not end it before the site has stopped.
  const child = spawn(command, [...args, "-D", cluster.folder, ...settings], {
    ...options,
    cwd: cluster.folder,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  let end: string | null = null;
  child.once("error", (error) => (end = error.message));
  child.once("exit", (code, signal) => (end ??= lastWords(cluster) ?? `it exited with ${signal ?? code}`));
  for (const deadline = Date.now() + startTimeoutMs; ; await sleep(pollMs)) {
    if (end !== null)
      throw new EmbeddedPostgresError(`Postgres failed to start on ${cluster.folder}: ${String(end)}.`);
    if (readPidFile(cluster)?.pid === child.pid && (await isListening(cluster))) return;
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Postgres on ${cluster.folder} didn't respond within ${startTimeoutMs / 1000} s. ${join(cluster.folder, logName)} may say why.`,
      );
    }
  }
}

/** Stops Postgres as fast as is safe: sessions are cut off, committed data stays. Resolves when it is gone. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pidFile = readPidFile(cluster);
  if (pidFile === null || (await postmasterState(cluster)) === "none") return;
  for (const [signal, timeoutMs] of [
    ["SIGINT", fastStopMs],
    ["SIGQUIT", hardStopMs],
    ["SIGKILL", hardStopMs],
  ] as const) {
    signalPostmaster(cluster, signal);
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(pollMs)) {
      if (isPostmaster(pidFile.pid, cluster.folder)) continue;
      if (isSocket(cluster.host) && cluster.host !== cluster.folder)
        rmSync(cluster.host, { recursive: true });
      return;
    }
  }
}

/** Sends a signal to the process in the pid file if that is still Postgres. */
export function signalPostmaster(cluster: Cluster, signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): void {
  const pidFile = readPidFile(cluster);
  if (pidFile === null || !isPostmaster(pidFile.pid, cluster.folder)) return;
  if (process.platform !== "win32") {
    process.kill(pidFile.pid, signal);
    return;
  }
  // Windows has no signals; Postgres listens on a pipe instead, which this program knows how to use.
  const { command, args, options } = programOf(cluster.account, join(cluster.binaries, "pg_ctl"));
  execFileSync(command, [...args, "kill", signal.slice(3), String(pidFile.pid)], {
    ...options,
    stdio: "ignore",
  });
}

function readPidFile({ folder }: Cluster): PidFile | null {
  const path = join(folder, "postmaster.pid");
  if (!existsSync(path)) return null;
  const text = readFileSync(path, "utf8");
  const pid = Number(text.split("\n")[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, text } : null;
}

function isListening({ host, port }: Cluster): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = isSocket(host) ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    const done = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
}

/**
 * Returns whether a process id is that of Postgres on this folder. After a crash, above all in a container, another process may
 * have received the id. A zombie's command line is empty.
 */
function isPostmaster(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return false;
  }
  try {
    const command = commandOf(pid);
    return command.includes("postgres") && (process.platform === "win32" || command.includes(folder));
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  return process.platform === "win32"
    ? execFileSync("tasklist", ["/FI", `PID eq ${pid}`, "/NH"], { encoding: "utf8" })
    : execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
}

/**
 * Removes a stale pid file, which Postgres trusts if any process has that id. The file is renamed first; if another start has
 * written a new one meanwhile, it is put back.
 */
function removeStalePidFile(cluster: Cluster): void {
  const dead = readPidFile(cluster);
  if (dead === null) return;
  const path = join(cluster.folder, "postmaster.pid");
  const aside = `${path}.${process.pid}`;
  renameSync(path, aside);
  if (readFileSync(aside, "utf8") === dead.text) rmSync(aside);
  else renameSync(aside, path);
}

/** Opens the log, truncating it before it grows long. */
function openLog({ folder, account }: Cluster): number {
  const path = join(folder, logName);
  const isLong = existsSync(path) && statSync(path).size > mostLogBytes;
  const log = openSync(path, isLong ? "w" : "a", 0o600);
  giveTo(account, path);
  return log;
}

function lastWords({ folder }: Cluster): string | null {
  const path = join(folder, logName);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const said = lines.findLast((line) => /(?:FATAL|PANIC): |error while loading/.test(line));
  return said?.replace(/^.*?(?:FATAL|PANIC): +/, "") ?? lines.findLast((line) => line !== "") ?? null;
}
