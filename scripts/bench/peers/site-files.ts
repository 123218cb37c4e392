import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants } from "node:zlib";
import { z } from "zod";

/** One answer of a static server: its address with the query, the headers that matter, and the body as it travels, in base64. */
export const siteFilesSchema = z.array(
  z.object({ address: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
);
export type SiteFiles = z.infer<typeof siteFilesSchema>;

const brotli = promisify(brotliCompress);
const compressible = /javascript|css|json|svg|html/;
const immutable = "public, max-age=31536000, immutable";

/** A file made here, compressed as small as it gets: a static site does that once, before anybody asks. */
export async function fileOf(
  address: string,
  type: string,
  content: Buffer | string,
): Promise<SiteFiles[number]> {
  const bytes = Buffer.from(content);
  const cacheControl = address.startsWith("/assets/") ? immutable : "public, max-age=0, must-revalidate";
  const headers = { "content-type": type, "cache-control": cacheControl };
  if (!compressible.test(type)) return { address, headers, body: bytes.toString("base64") };
  const packed = await brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  return {
    address,
    headers: { ...headers, "content-encoding": "br", vary: "accept-encoding" },
    body: packed.toString("base64"),
  };
}

/**
 * The site's own answer to an address. What it packs for a browser is packed here as small as it gets, the rest stays as it is.
 * @throws Error where it is no 200
 */
export async function copiedFile(origin: string, address: string): Promise<SiteFiles[number]> {
  const response = await fetch(`${origin}${address}`, { headers: { "accept-encoding": "br" } });
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  const bytes = Buffer.from(await response.arrayBuffer());
  const isPacked = response.headers.has("content-encoding");
  const { headers, ...file } = isPacked
    ? await fileOf(address, type, bytes)
    : { address, headers: { "content-type": type }, body: bytes.toString("base64") };
  const cacheControl = response.headers.get("cache-control");
  return {
    ...file,
    headers: cacheControl === null ? headers : { ...headers, "cache-control": cacheControl },
  };
}

/** A file's text, unpacked. */
export function textOf({ headers, body }: SiteFiles[number]): string {
  const bytes = Buffer.from(body, "base64");
  return (headers["content-encoding"] === "br" ? brotliDecompressSync(bytes) : bytes).toString("utf8");
}
