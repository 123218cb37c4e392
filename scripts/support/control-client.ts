import { request, type IncomingMessage } from "node:http";
import { resolve } from "node:path";
import { z } from "zod";
import { BackupError } from "#server/backup/backup-error.ts";
import { controlPath } from "#server/database/control-path.ts";
import { outcomeTrailer } from "#server/database/control-socket.ts";

/** How a command speaks to the server that runs on its DATA_DIR. */

const statusSchema = z.object({
  pid: z.int(),
  startedAt: z.iso.datetime(),
  origin: z.string(),
  database: z.enum(["pglite", "postgres"]),
});

export type ServerStatus = z.infer<typeof statusSchema>;

/** What the running server says of itself; null where none answers. */
export async function askStatus(dataDir: string): Promise<ServerStatus | null> {
  const response = await send(dataDir, "GET", "/status");
  if (response === null) return null;
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += String(part);
  return statusSchema.parse(JSON.parse(text));
}

/**
 * A backup that the running server makes; null where none answers.
 * @throws BackupError, also in the middle, where the server fails or goes away: the bytes before it are no backup
 */
export async function askBackup(
  dataDir: string,
  passphrase?: string,
): Promise<AsyncGenerator<Buffer> | null> {
  const response = await send(dataDir, "POST", "/backup", passphrase === undefined ? {} : { passphrase });
  if (response === null) return null;
  if (response.statusCode !== 200) {
    response.resume();
    throw new BackupError(
      `The server that runs on ${resolve(dataDir)} does not know this command: it may be of another version. Restart it.`,
    );
  }
  return wholeBody(response);
}

async function* wholeBody(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const part of response) if (Buffer.isBuffer(part)) yield part;
  } catch (error) {
    throw wentAway(error);
  }
  const outcome = response.trailers[outcomeTrailer];
  if (outcome === undefined) throw wentAway();
  if (outcome !== "whole") throw new BackupError(`The backup by the running server ${outcome}.`);
}

function wentAway(cause?: unknown): BackupError {
  return new BackupError("The server was stopped while it gave the backup. Run the command again.", {
    cause,
  });
}

/** Null where nobody listens, be it that the server is stopped or that it has no such socket. */
function send(dataDir: string, method: string, path: string, body?: object): Promise<IncomingMessage | null> {
  const place = controlPath(dataDir);
  if ("impossible" in place) return Promise.resolve(null);
  return new Promise((done, fail) => {
    // A connection that is kept for a next time may be one to a server that has stopped.
    const sent = request({ socketPath: place.path, method, path, agent: false }, done);
    sent.once("error", (error) => {
      const code = "code" in error ? error.code : undefined;
      if (code === "ENOENT" || code === "ECONNREFUSED") done(null);
      else if (code === "EACCES") {
        fail(
          new BackupError(
            `The server on ${resolve(dataDir)} runs as another user: run the command as that user.`,
            { cause: error },
          ),
        );
      } else fail(error);
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
