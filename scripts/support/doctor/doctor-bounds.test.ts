import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { listen, stop } from "../../../tests/support/ports.ts";
import { serve } from "../../../tests/support/stand-ins/http-stand-in.ts";
import { settingNames } from "#server/settings/settings.ts";
import { examine } from "./doctor.ts";
import { reportOf, reportTable } from "./doctor-report.ts";
import { secretName } from "./doctor-secrets.ts";

/** Limits the doctor must keep whatever the services do: its deadline, and the owner's secrets. */

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-doctor-bounds-"));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** Every service is live at `origin`; every secret is recognizable. */
function everythingAt(origin: string): Record<string, string> {
  const secrets = settingNames.filter((name) => secretName.test(name) && name !== "SECRET_KEY");
  const { host } = new URL(origin);
  return {
    ...Object.fromEntries(secrets.map((name) => [name, `hidden-${name}-value`])),
    SECRET_KEY: "ab12".repeat(16),
    DATA_DIR: join(directory, "data"),
    SITE_DIR: join(directory, "site"),
    DATABASE_URL: "postgres://folio:hidden%40database@127.0.0.1:1/folio",
    PUBLIC_URL: "https://folio.example",
    PORT: "0",
    WORDPRESS_URL: `http://writer:hidden-writer@${host}`,
    ENTRA_CLIENT_ID: "id-of-the-site",
    ENTRA_AUTHORITY: origin,
    GITHUB_OWNER: "wren",
    GITHUB_CLIENT_ID: "id-at-github",
    GITHUB_API_URL: origin,
    GITHUB_URL: origin,
    CONGRESS_API_URL: origin,
    PLAID_CLIENT_ID: "id-at-plaid",
    PLAID_URL: origin,
  };
}

describe("services that never answer", () => {
  it("delay the report no longer than its deadline, and are disconnected", async () => {
    let open = 0;
    let asked = 0;
    const server = createServer(() => (asked += 1));
    server.on("connection", (socket) => {
      open += 1;
      socket.on("close", () => (open -= 1));
    });
    onTestFinished(() => stop(server));
    const origin = `http://127.0.0.1:${await listen(server)}`;
    const environment = { ...everythingAt(origin), WORDPRESS_URL: origin };
    const begun = Date.now();
    const checks = await examine({ environment, fetch: globalThis.fetch, deadlineMs: 3_000 });
    // One deadline covers all services together; a busy machine may add some time.
    expect(Date.now() - begun).toBeLessThan(13_000);
    const byName = new Map(checks.map((check) => [check.name, check.state]));
    expect(asked).toBeGreaterThan(0);
    for (const name of ["Content", "Sign-in", "GitHub", "Congress", "Banks"]) {
      expect(byName.get(name), name).toBe("fail");
    }
    await expect.poll(() => open, { timeout: 5_000 }).toBe(0);
  });
});

describe("services that echo what they were sent", () => {
  it.each([401, 403, 404, 500])("with status %i put no secret into the report", async (status) => {
    const said: string[] = [];
    const origin = await serve((request, response) => {
      const parts: string[] = [];
      request.setEncoding("utf8").on("data", (part: string) => parts.push(part));
      request.on("end", () => {
        const heard = `${request.url} ${JSON.stringify(request.headers)} ${parts.join("")}`;
        said.push(heard);
        const words = JSON.stringify({
          message: heard,
          error: heard,
          error_description: heard,
          error_message: heard,
          error_code: heard,
          error_type: heard,
        });
        response.writeHead(status, heardHeaders).end(words);
      });
    });
    const environment = everythingAt(origin);
    const checks = await examine({ environment, fetch: globalThis.fetch, deadlineMs: 4_000 });
    // Proves the test: the services did receive some secrets.
    expect(said.join("\n")).toContain("hidden-CONGRESS_API_KEY-value");
    expect(said.join("\n")).toContain("hidden-PLAID_SECRET-value");
    const report = reportOf(checks, new Date());
    for (const text of [reportTable(report), JSON.stringify(report)]) {
      expect(text).not.toMatch(/hidden|ab12ab12/);
    }
  });
});

const heardHeaders = { "content-type": "application/json" };
