import type { BrowserContext } from "@playwright/test";
import {
  expect,
  hydrated,
  startE2eServer,
  test,
  type E2eServer,
  night,
} from "../../../support/visits/e2e.ts";

/*
 * What Plaid's dialog does to a page, under the policy of a site with live keys, in a real browser: its script comes from
 * Plaid, writes a style, opens a frame, asks Plaid, and a bank's own sign-in opens in a window that reports back.
 */

const scriptAddress = "https://cdn.plaid.com/link/v2/stable/link-initialize.js";

const script = `
  const style = document.createElement("style");
  style.textContent = "#plaid-frame { position: fixed; inset: 0; height: 100%; }";
  const frame = document.createElement("iframe");
  frame.id = "plaid-frame";
  frame.src = "https://cdn.plaid.com/link/frame.html";
  frame.setAttribute("style", "z-index: 9999");
  window.plaid = { answer: fetch("https://sandbox.plaid.com/link/client/ping").then((response) => response.text()) };
  window.addEventListener("message", ({ data }) => { window.plaid.said = data; });
  document.head.append(style);
  document.body.append(frame);
`;

const frameHtml = `<!doctype html><button onclick="window.open('https://bank.example/sign-in')">Sign in at the bank</button>
  <script>addEventListener("message", ({ data }) => parent.postMessage(data, "*"));</script>`;

const bankHtml = `<!doctype html><script>opener.postMessage("signed in", "*");</script>`;

/** Plaid and a bank, as far as the policy is concerned. */
async function withPlaid(context: BrowserContext): Promise<void> {
  const html = { contentType: "text/html" };
  await context.route("https://cdn.plaid.com/**", (route) =>
    route.request().url() === scriptAddress
      ? route.fulfill({ contentType: "text/javascript", body: script })
      : route.fulfill({ ...html, body: frameHtml }),
  );
  await context.route("https://sandbox.plaid.com/**", (route) =>
    route.fulfill({ body: "pong", headers: { "access-control-allow-origin": "*" } }),
  );
  await context.route("https://bank.example/**", (route) => route.fulfill({ ...html, body: bankHtml }));
}

/** Takes out what the test means to happen: calls to the stand-ins above. */
function forgive(complaints: string[], expected: RegExp): void {
  const rest = complaints.filter((line) => !expected.test(line));
  complaints.splice(0, complaints.length, ...rest);
}

let site: E2eServer;
test.beforeAll(async () => {
  site = await startE2eServer({
    ENTRA_CLIENT_ID: "client",
    ENTRA_CLIENT_SECRET: "secret",
    ENTRA_TENANT: "1c2d3e4f-0000-4000-8000-000000000000",
    ALLOWED_USERS: "ada@example.com",
    PLAID_CLIENT_ID: "client",
    PLAID_SECRET: "secret",
    PLAID_ENV: "sandbox",
  });
});
test.afterAll(() => site.stop());

test("Plaid's dialog does on Accounts what it has to do", async ({ page, context, complaints }) => {
  await withPlaid(context);
  await page.goto(`${site.origin}/accounts`);
  await hydrated(page);
  await page.addScriptTag({ url: scriptAddress });
  const frame = page.locator("#plaid-frame");
  await expect(frame).toHaveCSS("position", "fixed");
  await expect(frame).toHaveCSS("z-index", "9999");
  expect(await page.evaluate("window.plaid.answer")).toBe("pong");
  await page.frameLocator("#plaid-frame").getByRole("button").click();
  await expect.poll(() => page.evaluate("window.plaid.said")).toBe("signed in");
  forgive(complaints, /^outside call: https:\/\/(?:cdn\.plaid\.com|sandbox\.plaid\.com|bank\.example)\//);
});

test(
  "no other page lets Plaid's script in, and Accounts no script of anybody else",
  night,
  async ({ page, context, complaints }) => {
    await withPlaid(context);
    await context.route("https://evil.example/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "window.evil = true" }),
    );
    await page.goto(`${site.origin}/`);
    await hydrated(page);
    await expect(page.addScriptTag({ url: scriptAddress })).rejects.toThrow();
    await page.goto(`${site.origin}/accounts`);
    await hydrated(page);
    for (const url of ["https://evil.example/a.js", "https://cdn.plaid.com/other.js"]) {
      await expect(page.addScriptTag({ url })).rejects.toThrow();
    }
    await expect(page.addScriptTag({ content: "window.evil = true" })).rejects.toThrow();
    expect(await page.evaluate("window.evil")).toBeUndefined();
    // The browser tells of a request before the policy stops it.
    forgive(
      complaints,
      /^console\.error: .*Content Security Policy|^outside call: https:\/\/(?:cdn\.plaid\.com|evil\.example)\//s,
    );
  },
);
