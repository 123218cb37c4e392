import { chmod, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { parseJson } from "#shared/text/json-text.ts";
import { createBackup, type BackupSource } from "../backup/backup.ts";
import { BackupError } from "../backup/backup-error.ts";
import { controlPath } from "./control-path.ts";
import type { Logger } from "../log.ts";

/**
 * How commands reach a server that runs (docs/reference/product.md, "Backups"): HTTP over a Unix socket in DATA_DIR,
 * which only the server's own user can open. `GET /status` answers JSON; `POST /backup` (`{ "passphrase"?: … }`)
 * streams a backup, whose trailer `x-folio-outcome` says how it ended: without one the server went away.
 */
export type ControlSocket = {
  path: string;
  /** Ends what is being answered and removes the socket. */
  close(): Promise<void>;
};

export type ControlOptions = Omit<BackupSource, "isAlone" | "secretKey"> & {
  dataDir: string;
  secretKey: Buffer;
  origin: string;
  log: Logger;
};

/** Trailer of a streamed answer: `whole`, or `failed: ` and a sentence. */
export const outcomeTrailer = "x-folio-outcome";

const mostInputBytes = 16_384;
const backupInputSchema = z.strictObject({ passphrase: z.string().min(1).optional() });
const startedAt = new Date();

/**
 * Opens the socket. A site without one works all the same, so what keeps it from opening is said to the log and null returned: paths that
 * are too long, systems without Unix sockets, and another server on the same DATA_DIR that has it already.
 */
export async function openControlSocket(options: ControlOptions): Promise<ControlSocket | null> {
  const { log, dataDir } = options;
  const place = controlPath(dataDir);
  if ("impossible" in place) {
    log.warn({}, `Commands cannot reach this server while it runs: ${place.impossible}.`);
    return null;
  }
  const { path } = place;
  try {
    const running = new Set<Promise<void>>();
    const server = createServer((request, response) => {
      const answering = answer(options, request, response).catch((error: unknown) => {
        log.error({ error }, "a command could not be answered");
        response.destroy();
      });
      running.add(answering);
      void answering.finally(() => running.delete(answering));
    });
    if (!(await listenAlone(server, path))) {
      log.info({ path }, "Another server on this DATA_DIR answers commands.");
      return null;
    }
    return {
      path,
      async close() {
        // Removes the socket from its folder as well.
        const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
        server.closeAllConnections();
        await closed;
        await Promise.all(running);
      },
    };
  } catch (error) {
    log.warn({ error, path }, "Commands cannot reach this server while it runs.");
    return null;
  }
}

/** False where a living server has the socket; one that a dead server left is replaced. */
async function listenAlone(server: Server, path: string): Promise<boolean> {
  try {
    await listenPrivately(server, path);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
  }
  if (await isAnswered(path)) return false;
  await rm(path, { force: true });
  await listenPrivately(server, path);
  return true;
}

/** The socket is closed to others from its first moment on, whatever the folder's mode: `listen` makes it before it returns. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      resolve();
    });
  });
  const usualMask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(usualMask);
  }
  await listening;
  await chmod(path, 0o600);
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const done = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
}

async function answer(
  options: ControlOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { database, origin } = options;
  if (request.method === "GET" && request.url === "/status") {
    return answerJson(response, 200, {
      pid: process.pid,
      startedAt: startedAt.toISOString(),
      origin,
      database: database.kind,
    });
  }
  if (request.method !== "POST" || request.url !== "/backup") {
    return answerJson(response, 404, { message: "This server does not know the command." });
  }
  const input = backupInputSchema.safeParse(await readInput(request));
  if (!input.success) return answerJson(response, 400, { message: "The command's input is wrong." });
  await streamBackup(options, input.data.passphrase, response);
}

/** Errors come when the answer has begun already, so the trailer has the last word. */
async function streamBackup(
  { log, database, secretKey }: ControlOptions,
  passphrase: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const bytes = createBackup(
    { database, secretKey, isAlone: false },
    passphrase === undefined ? undefined : { passphrase },
  );
  response.writeHead(200, { "content-type": "application/octet-stream", trailer: outcomeTrailer });
  try {
    await pipeline(Readable.from(bytes), response, { end: false });
    response.addTrailers({ [outcomeTrailer]: "whole" });
    response.end();
    log.info({ encrypted: passphrase !== undefined }, "A backup was given to a command.");
  } catch (error) {
    if (response.destroyed) {
      log.info({}, "A command that was being given a backup went away.");
      return;
    }
    log.error({ error }, "A backup failed.");
    const reason = error instanceof BackupError ? error.message : "its log says why";
    response.addTrailers({ [outcomeTrailer]: `failed: ${reason}` });
    response.end();
  } finally {
    // Whoever closes the socket closes the database next: nothing may be read from it any more.
    await bytes.return(undefined);
  }
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Undefined for what is no JSON or longer than any command's input. */
async function readInput(request: IncomingMessage): Promise<unknown> {
  let text = "";
  request.setEncoding("utf8");
  for await (const part of request) {
    text += String(part);
    if (text.length > mostInputBytes) return undefined;
  }
  return parseJson(text);
}
