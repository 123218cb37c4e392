import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createSandbox } from "./main.ts";

const dataDir = mkdtempSync(join(tmpdir(), "folio-sandbox-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const sandbox = createSandbox({
  origin: () => "http://localhost:3000",
  settings: {
    FOLIO_DEMO: true,
    DATA_DIR: dataDir,
    PORT: 3000,
    modes: { entra: "sandbox", github: "sandbox", congress: "sandbox" },
    bankMode: "sandbox",
  },
});

async function post(path: string, init: RequestInit & { duplex?: "half" }): Promise<Response> {
  const raw = new Request(`http://localhost:3000${path}`, { method: "POST", ...init });
  return sandbox.fetch({ req: { raw }, env: {} });
}

describe("the sandboxes", () => {
  it.each([
    "/sandbox/github/login/oauth/access_token",
    "/sandbox/entra/choose/somebody",
    "/sandbox/plaid/link/token/create",
    "/sandbox/simplefin/create",
  ])("%s reads no more of a body than a form can be long", async (path) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const announced = await post(path, { headers, body: "x".repeat(200_000) });
    expect(announced.status).toBe(413);

    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(50_000));
        if (pulled === 100) controller.close();
      },
    });
    expect((await post(path, { headers, body: endless, duplex: "half" })).status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  it("read what is not too long", async () => {
    const response = await post("/sandbox/github/login/oauth/access_token", {
      headers: { accept: "application/json" },
      body: new URLSearchParams({ client_id: "somebody" }),
    });
    expect(await response.json()).toMatchObject({ error: "incorrect_client_credentials" });
  });
});
