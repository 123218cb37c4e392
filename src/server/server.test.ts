import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { siteConfig } from "#site-config";
import { expect, it, onTestFinished } from "vitest";
import { createTestUser } from "../../tests/support/factories/auth-factory.ts";
import { useTestDatabase } from "../../tests/support/test-database.ts";
import { createLogger } from "./log.ts";
import { startServer, type RunningServer, type ServerOptions } from "./server.ts";
import { readSettings } from "./settings/settings.ts";

const database = useTestDatabase();
const never = () => expect.unreachable();

async function start(loadSandbox: ServerOptions["loadSandbox"]): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "folio-server-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, "client"));
  return startServer({
    settings: readSettings({ DATA_DIR: dataDir, PORT: "0", CODE_INDEX: "off" }),
    site: siteConfig,
    log: createLogger({ level: "silent" }),
    distDir: dataDir,
    development: false,
    loadSandbox,
    loadRenderer: async () => ({ renderer: { findRoute: never, assetsOf: never, render: never } }),
    database: database(),
  });
}

it("loads the sandboxes with their first request, and with a later one if that fails", async () => {
  let loads = 0;
  const running = await start(async () => {
    loads += 1;
    if (loads === 1) throw new Error("The disk is full.");
    return { fetch: () => new Response("loaded") };
  });
  const answers: number[] = [];
  while (answers.at(-1) !== 200) answers.push((await fetch(`${running.origin}/sandbox/github/user`)).status);
  await running.stop();
  // The first request may be the server's own.
  expect(answers.slice(0, -1).every((status) => status === 500)).toBe(true);
  expect(loads).toBe(2);
});

it("stops as soon as open pages have lost their stream of changes, whose connection they would use again", async () => {
  const running = await start(async () => ({ fetch: () => new Response(null, { status: 503 }) }));
  const { cookie } = await createTestUser(database());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const listen = () => {
    const asked = request(`${running.origin}/api/Events`, { agent, headers: { cookie } });
    asked.end();
    return asked;
  };
  const opened = Promise.withResolvers<IncomingMessage>();
  listen().on("response", opened.resolve);
  const stream = await opened.promise;
  expect(stream.statusCode).toBe(200);

  const again = Promise.withResolvers<string>();
  stream.resume().on("end", () => {
    // A browser waits for three seconds.
    setTimeout(() => {
      listen()
        .on("response", (response) => again.resolve(`answered with ${response.statusCode}`))
        .on("error", (error: NodeJS.ErrnoException) => again.resolve(error.code ?? error.message));
    }, 200);
  });
  await running.stop();
  expect(await again.promise).toBe("ECONNREFUSED");
});
