import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createBuilder } from "vite";
import { z } from "zod";
import { productFile } from "#server/settings/product-files.ts";

/** Builds the client and the server, and compresses what browsers load. */

const clientDir = productFile("dist/client");
const serverDir = productFile("dist/server");
const compressible = /\.(?:js|css|svg|json|txt)$/;
const minBytes = 512;

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.byteLength < minBytes) return;
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gzipAsync(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

const mapSchema = z.looseObject({ sourcesContent: z.unknown().optional() });

/** Removes the embedded sources: stack traces need only positions, and the sources would triple the size of the maps. */
async function leaveSourcesOut(path: string): Promise<void> {
  const { sourcesContent: _, ...map } = mapSchema.parse(JSON.parse(await readFile(path, "utf8")));
  await writeFile(path, JSON.stringify(map));
}

/** Returns the files in a folder, recursively. */
async function filesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
}

const builder = await createBuilder({ configLoader: "native", logLevel: "warn" });
await builder.buildApp();
for (const path of await filesOf(clientDir)) if (compressible.test(path)) await compressFile(path);
for (const path of await filesOf(serverDir)) if (path.endsWith(".map")) await leaveSourcesOut(path);
