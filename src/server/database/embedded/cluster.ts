import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { errorCode } from "#shared/error-code.ts";
import { syncPath } from "../../backup/synced-files.ts";
import { dataDirProblem } from "../data-dir.ts";
import {
  EmbeddedPostgresError,
  giveTo,
  postgresAccount,
  postgresBinaries,
  postgresMajor,
  programOf,
  type PostgresAccount,
} from "./program.ts";

/** The folder of an embedded Postgres, and everything needed to start and reach it. */
export type Cluster = {
  /** Holds the data; private, and named after the major version. */
  folder: string;
  binaries: string;
  account: PostgresAccount;
  /** Listening address: a private folder with a socket or, on Windows, the loopback address. */
  host: string;
  port: number;
  password: string;
};

/** The role that owns the site's database, and the name of that database. */
const site = "folio";
/** Postgres' own administrator, who creates both. */
export const administrator = "postgres";

const loginSchema = z.object({ password: z.string(), port: z.int() });
const loginFile = "folio-login.json";
const socketPort = 5432;
/** Limit for a socket's path: the kernel reserves 108 bytes on Linux and 104 on macOS and the BSDs, including the terminator. */
const mostSocketBytes = process.platform === "linux" ? 107 : 103;
const leftoverMs = 10 * 60_000;
const run = promisify(execFile);

/** Returns the folder of the embedded Postgres' data in a DATA_DIR. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, `postgres-${postgresMajor}`);
}

/** Returns true if a DATA_DIR already holds a database, of this version or another. */
export function holdsCluster(dataDir: string): boolean {
  return existsSync(join(clusterFolder(dataDir), "PG_VERSION"));
}

/**
 * Opens the cluster of an existing DATA_DIR, or creates one.
 * @throws EmbeddedPostgresError if the data belong to another version, or Postgres can't run here
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const folder = clusterFolder(realpathSync(dataDir));
  const binaries = postgresBinaries();
  refuseOtherVersions(dirname(folder));
  const account = postgresAccount(folder, binaries);
  if (!holdsCluster(dirname(folder))) await createCluster(folder, binaries, account);
  closeToOthers(folder);
  const { password, port } = loginSchema.parse(JSON.parse(readFileSync(join(folder, loginFile), "utf8")));
  const host = process.platform === "win32" ? "127.0.0.1" : socketFolder(folder, account);
  return { folder, binaries, account, host, port, password };
}

/** Returns the address to connect to, by default as the site's own role in its database. */
export function clusterUrl(
  { host, port, password }: Cluster,
  { role = site, database = site }: { role?: string; database?: string } = {},
): string {
  const place = `${role}:${password}@${isSocket(host) ? "localhost" : host}:${port}/${database}`;
  return `postgresql://${place}${isSocket(host) ? `?host=${encodeURIComponent(host)}` : ""}`;
}

/** Returns true if a host is the folder of a socket. */
export function isSocket(host: string): boolean {
  return host.startsWith("/");
}

/**
 * Refuses to start on or next to data left by another version, which stay untouched.
 * @throws EmbeddedPostgresError, which says how to bring the data along, or why this account can't use the folder
 */
export function refuseOtherVersions(dataDir: string): void {
  const folder = clusterFolder(dataDir);
  if (holdsCluster(dataDir)) {
    const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
    if (version === String(postgresMajor)) return;
    throw otherVersion(folder, `Postgres ${version}`);
  }
  const problem = dataDirProblem(dataDir);
  if (problem !== null) throw new EmbeddedPostgresError(`${problem}.`);
  for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
    const path = join(dataDir, name);
    const isData = existsSync(join(path, "PG_VERSION"));
    if (isData && /^postgres-\d+$/.test(name)) throw otherVersion(path, `Postgres ${name.slice(9)}`);
    if (isData && name === "database") throw otherVersion(path, "the engine of Folio 0.1");
  }
}

function otherVersion(path: string, writer: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The data in ${path} was written by ${writer}, but this version of Folio uses Postgres ${postgresMajor}. Nothing was changed. Run \`npm run backup\` with the version of Folio that wrote it, then \`npm run restore -- <that file>\` with this one (docs/operations.md, "From version 0.1").`,
  );
}

/** Creates the cluster next to its place first, so that an interrupted start leaves nothing that looks like a database. */
async function createCluster(folder: string, binaries: string, account: PostgresAccount): Promise<void> {
  await removeLeftovers(folder);
  // Nothing up to here waits for the system, so initdb has begun before a server that is starting is busy with loading itself.
  const fresh = mkdtempSync(`${folder}.new-`);
  const passwordFile = `${fresh}.password`;
  try {
    giveTo(account, fresh);
    const password = randomBytes(24).toString("base64url");
    writeOwned(account, passwordFile, password);
    await initialize({ fresh, binaries, account, passwordFile });
    const port = process.platform === "win32" ? await freePort() : socketPort;
    writeOwned(account, join(fresh, loginFile), `${JSON.stringify({ password, port })}\n`);
    await syncPath(join(fresh, loginFile));
    await rename(fresh, folder);
    await syncPath(dirname(folder));
  } finally {
    await rm(passwordFile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Runs initdb with a fixed locale: an update of the system's locales would change the sort order and break indexes. */
async function initialize(made: {
  fresh: string;
  binaries: string;
  account: PostgresAccount;
  passwordFile: string;
}): Promise<void> {
  const { command, args, options } = programOf(made.account, join(made.binaries, "initdb"));
  const flags = [
    `--pgdata=${made.fresh}`,
    `--username=${administrator}`,
    `--pwfile=${made.passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  try {
    await run(command, [...args, ...flags], { ...options, cwd: made.fresh });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    throw new EmbeddedPostgresError(
      `Can't create a database in ${dirname(made.fresh)}: ${said || String(error)}. To use a Postgres server of your own, set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Removes leftovers of interrupted starts. Recent ones stay, because another start may still be creating them. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue;
    const path = join(dirname(folder), name);
    if (Date.now() - statSync(path).mtimeMs > leftoverMs) await rm(path, { recursive: true, force: true });
  }
}

function writeOwned(account: PostgresAccount, path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  giveTo(account, path);
}

/** Closes the folder to others. Postgres refuses one that others may use, such as one unpacked from an archive. */
function closeToOthers(folder: string): void {
  if (process.platform !== "win32" && (statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/** Returns the data folder itself or, if its path is too long for a socket, a short folder that belongs to it. */
function socketFolder(folder: string, account: PostgresAccount): string {
  if (Buffer.byteLength(`${folder}/.s.PGSQL.${socketPort}`) <= mostSocketBytes) return folder;
  const owner = account.uid ?? process.getuid?.() ?? 0;
  const name = `folio-${owner}-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`;
  const place = Buffer.byteLength(tmpdir()) > 48 ? "/tmp" : tmpdir();
  const short = join(realpathSync(place), name);
  try {
    mkdirSync(short, { mode: 0o700 });
    giveTo(account, short);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const found = lstatSync(short);
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `The path ${folder} is too long for a socket, and other accounts can access ${short}, where it would be instead. Give DATA_DIR a shorter path.`,
    );
  }
  return short;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise<void>((done) => server.close(() => done()));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}
