import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createBuilder } from "vite";

/** Builds the client for the browser and for the server, then compresses what the browser loads, once and for all. */

const clientDir = fileURLToPath(new URL("../dist/client", import.meta.url));
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

const builder = await createBuilder({ configLoader: "native", logLevel: "warn" });
await builder.buildApp();
const files = await readdir(clientDir, { recursive: true, withFileTypes: true });
for (const file of files) {
  if (file.isFile() && compressible.test(file.name)) await compressFile(join(file.parentPath, file.name));
}
