import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askBackup, askStatus } from "../../../scripts/support/control-client.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { checkBackup } from "../backup/backup.ts";
import { openControlSocket, type ControlSocket } from "./control-socket.ts";
import type { Database } from "./db.ts";
import { createLogger, type Logger } from "../log.ts";

const database = useTestDatabase();
const secretKey = Buffer.alloc(32, 9);
let directory: string;
let dataDir: string;
let sockets: ControlSocket[];
let said: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-control-"));
  dataDir = join(directory, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  sockets = [];
  said = [];
});
afterEach(async () => {
  for (const socket of sockets) await socket.close();
  rmSync(directory, { recursive: true, force: true });
});

const note = (_: object, message: string) => void said.push(message);
const log: Logger = { ...createLogger({ level: "silent" }), info: note, warn: note, error: note };

async function open(more: { dataDir?: string; database?: Database } = {}): Promise<ControlSocket | null> {
  const socket = await openControlSocket({
    dataDir,
    database: database(),
    secretKey,
    origin: "http://localhost:3000",
    log,
    ...more,
  });
  if (socket !== null) sockets.push(socket);
  return socket;
}

const socketPath = () => join(dataDir, "control.sock");

async function bytesOf(parts: AsyncIterable<Buffer> | null): Promise<Buffer> {
  const found: Buffer[] = [];
  for await (const part of parts ?? []) found.push(part);
  return Buffer.concat(found);
}

describe("the control socket", () => {
  it("says what runs, and goes away with the server", async () => {
    expect(await askStatus(dataDir)).toBeNull();
    const socket = await open();
    expect(await askStatus(dataDir)).toMatchObject({
      pid: process.pid,
      origin: "http://localhost:3000",
      database: database().kind,
    });
    await socket?.close();
    expect(existsSync(socketPath())).toBe(false);
    expect(await askStatus(dataDir)).toBeNull();
  });

  it("gives a backup that holds the key only with a passphrase", async () => {
    await open();
    for (const passphrase of [undefined, "a passphrase of some length"]) {
      const file = join(directory, "one.backup");
      writeFileSync(file, await bytesOf(await askBackup(dataDir, passphrase)));
      const { secretKey: held } = await checkBackup(file, passphrase);
      expect(held).toEqual(passphrase === undefined ? null : secretKey);
    }
  });

  it("takes the place of a socket that a killed server left behind", async () => {
    const program = `require("node:net").createServer().listen(${JSON.stringify(socketPath())}, () => console.log("up"))`;
    const dying = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
    await once(dying.stdout, "data");
    dying.kill("SIGKILL");
    await once(dying, "close");
    expect(existsSync(socketPath())).toBe(true);
    expect(await askStatus(dataDir)).toBeNull();
    await open();
    expect(await askStatus(dataDir)).toMatchObject({ pid: process.pid });
  });

  it("stays with the server that has it, when a second one starts on the same folder", async () => {
    await open();
    expect(await open()).toBeNull();
    expect(said).toContain("Another server on this DATA_DIR answers commands.");
    expect(await askStatus(dataDir)).not.toBeNull();
  });

  it("is left out where its path is too long, with the way out in the log", async () => {
    const deep = join(directory, "d".repeat(90), "e".repeat(40));
    mkdirSync(deep, { recursive: true });
    expect(await open({ dataDir: deep })).toBeNull();
    expect(said.join()).toMatch(/longer than the \d+ bytes .* give DATA_DIR a shorter path/);
    expect(await askStatus(deep)).toBeNull();
  });

  it("knows nothing else, and takes no input that is none", async () => {
    await open();
    const status = (method: string, path: string, body?: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = request({ socketPath: socketPath(), method, path }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.once("error", reject);
        sent.end(body);
      });
    expect(await status("GET", "/backup")).toBe(404);
    expect(await status("POST", "/restore", "{}")).toBe(404);
    expect(await status("POST", "/backup", "nonsense")).toBe(400);
    expect(await status("POST", "/backup", '{"passphrase":5}')).toBe(400);
    expect(await status("POST", "/backup", JSON.stringify({ passphrase: "x".repeat(20_000) }))).toBe(400);
  });
});

describe("a backup that does not come to its end", () => {
  it("is told from a whole one where the database fails", async () => {
    const pool = new Pool();
    await pool.end();
    await open({ database: { ...database(), kind: "postgres", pool } });
    await expect(bytesOf(await askBackup(dataDir))).rejects.toThrow("failed: its log says why");
    expect(said).toContain("A backup failed.");
    expect(await askStatus(dataDir)).not.toBeNull();
  });

  it("is told from a whole one where the server stops, and the server waits for nobody", async () => {
    // More than fits on the way, so that it is under way when the server stops.
    await database().pool.query(
      `insert into content_copies (source_url, content, as_of) select 's' || n,
         to_jsonb((select string_agg(md5(random()::text || g || n), '') from generate_series(1, 20000) g)), now() from generate_series(1, 4) n`,
    );
    const socket = await open();
    const backup = await askBackup(dataDir);
    await socket?.close();
    await expect(bytesOf(backup)).rejects.toThrow("The server was stopped while it gave the backup");
  });

  it("leaves the server as it was when its reader goes away", async () => {
    await open();
    for await (const part of (await askBackup(dataDir)) ?? []) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    expect(await askStatus(dataDir)).not.toBeNull();
    const file = join(directory, "two.backup");
    writeFileSync(file, await bytesOf(await askBackup(dataDir)));
    expect((await checkBackup(file)).header.appVersion).toMatch(/^\d/);
  });
});

describe("the socket's modes", () => {
  it("are the owner's alone from the first moment, whatever the folder's", async () => {
    chmodSync(dataDir, 0o755);
    await open();
    expect(statSync(socketPath()).mode & 0o777).toBe(0o600);
  });

  /** Whether the account `nobody` can connect: only root may lend itself another account. */
  function connectsAsNobody(): boolean {
    const program = `require("node:net").connect(process.argv[1]).once("connect", () => process.exit(7)).once("error", (e) => process.exit(e.code === "EACCES" ? 8 : 9))`;
    const { status } = spawnSync(process.execPath, ["-e", program, socketPath()], {
      uid: 65_534,
      gid: 65_534,
    });
    expect([7, 8]).toContain(status);
    return status === 7;
  }

  it.runIf(process.platform === "linux" && process.getuid?.() === 0)(
    "and the folder's each keep another user out",
    async () => {
      chmodSync(directory, 0o755);
      chmodSync(dataDir, 0o755);
      await open();
      expect(connectsAsNobody(), "0600 within an open folder").toBe(false);
      chmodSync(socketPath(), 0o666);
      expect(connectsAsNobody(), "planted: both open").toBe(true);
      chmodSync(dataDir, 0o700);
      expect(connectsAsNobody(), "an open socket within a closed folder").toBe(false);
    },
  );
});
