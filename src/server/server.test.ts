import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { siteConfig } from "#site-config";
import { expect, it, onTestFinished } from "vitest";
import { createTestUser } from "../../tests/support/factories/auth-factory.ts";
import { useTestDatabase } from "../../tests/support/test-database.ts";
import { createLogger } from "./log.ts";
import { startServer } from "./server.ts";
import { readSettings } from "./settings/settings.ts";

const database = useTestDatabase();
const never = () => expect.unreachable();

it("stops as soon as open pages have lost their stream of changes, whose connection they would use again", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "folio-server-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, "client"));
  const running = await startServer({
    settings: readSettings({ DATA_DIR: dataDir, PORT: "0", CODE_INDEX: "off" }),
    site: siteConfig,
    log: createLogger({ level: "silent" }),
    distDir: dataDir,
    development: false,
    loadSandbox: async () => ({ fetch: () => new Response(null, { status: 503 }) }),
    loadRenderer: async () => ({ renderer: { findRoute: never, assetsOf: never, render: never } }),
    database: database(),
  });
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
