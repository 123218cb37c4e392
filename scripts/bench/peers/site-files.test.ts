import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../../tests/support/free-port.ts";
import { startStatic, type MeasuredServer } from "../servers.ts";
import { copiedFile, fileOf, textOf, type SiteFiles } from "./site-files.ts";
import { spaDocument } from "./spa-sources.ts";

const page = `<!doctype html><title>Home</title><p>${"What is to be read. ".repeat(50)}</p>`;
let directory: string;
let server: MeasuredServer;

async function serve(files: SiteFiles): Promise<void> {
  const listPath = join(directory, "files.json");
  await writeFile(listPath, JSON.stringify(files));
  server = await startStatic(listPath, await freePort());
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "folio-peers-"));
  await serve([
    await fileOf("/", "text/html; charset=utf-8", page),
    await fileOf("/assets/a.js?v=1", "text/javascript", "export {};"),
    await fileOf("/picture.png", "image/png", Buffer.from([1, 2, 3])),
  ]);
});

afterEach(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

test("files are served as they were listed: text packed, pictures as they are, what is not there with 404", async () => {
  const home = await fetch(`${server.origin}/`);
  expect(home.headers.get("content-encoding")).toBe("br");
  expect(Number(home.headers.get("content-length"))).toBeLessThan(page.length / 4);
  expect(await home.text()).toBe(page);
  const script = await fetch(`${server.origin}/assets/a.js?v=1`);
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const picture = await fetch(`${server.origin}/picture.png`);
  expect(picture.headers.get("content-encoding")).toBeNull();
  expect([...new Uint8Array(await picture.arrayBuffer())]).toEqual([1, 2, 3]);
  expect((await fetch(`${server.origin}/assets/a.js`)).status).toBe(404);
});

test("a copy of a served file is that file, and what is no 200 cannot be copied", async () => {
  const copy = await copiedFile(server.origin, "/");
  expect(textOf(copy)).toBe(page);
  expect(copy.headers["content-encoding"]).toBe("br");
  const picture = await copiedFile(server.origin, "/picture.png");
  expect(picture).toEqual({ ...picture, address: "/picture.png", body: "AQID" });
  expect(picture.headers["content-encoding"]).toBeUndefined();
  await expect(copiedFile(server.origin, "/gone")).rejects.toThrow("/gone answered 404");
});

test("a title with signs of HTML stays a title", () => {
  const html = spaDocument({ title: "Ledgers & <b>", description: 'says "so"', language: "en" });
  expect(html).toContain("<title>Ledgers &amp; &lt;b></title>");
  expect(html).toContain('content="says &quot;so&quot;"');
});
