import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzipSync, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { steadyClock } from "#shared/time/steady-clock.ts";

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Result of rendering: HTML or, with a 3xx status, the location of a redirect. */
export type PageResult = { status: number; html: string; location?: string };

/** A rendered response, compressed once. */
export type CachedPage = {
  status: number;
  /** Location of a redirect; null for pages. */
  location: string | null;
  etag: string;
  /** The plain text, the longest of them, is only made for a visitor without compression (`pageBody`). */
  bodies: Record<"br" | "gzip", Buffer<ArrayBuffer>> & { identity?: Buffer<ArrayBuffer> };
  plainBytes: number;
  renderedAtMs: number;
};

/** A page served at `path`, with its key in the cache. */
export type ShownPage = { key: string; page: CachedPage; path: string };

export type PageCache = {
  /**
   * Returns the page for `key`: fresh from memory, stale while it is revalidated, or rendered now (once for concurrent
   * requests).
   */
  get: (key: string, render: () => Promise<PageResult>) => Promise<CacheAnswer>;
  /** Returns the page for `key` if `get` would call it a hit, else null. */
  fresh: (key: string) => CachedPage | null;
  /** Returns true if `get` would answer from memory or from a rendering in progress. */
  has: (key: string) => boolean;
  /** Drops all pages, because content has changed. */
  clear: () => void;
};

type CacheAnswer = { page: CachedPage; result: "hit" | "stale" | "miss" };

export type Encoding = keyof CachedPage["bodies"];

/** Browsers send few different values, each with every request. */
const encodings = new LRUCache<string, Encoding>({ max: 100 });

/** With a window of 64 KB, compressing takes half the memory and time, and pages get as small. */
const brotliOptions = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 16 };

const freshMs = 60_000;
const maxPages = 500;
/** Pages about files of code may have megabytes each. */
export const maxPageBytes = 48_000_000;
/** Failures aren't cached, so the next visitor triggers a new attempt. */
const keptStatuses = new Set([200, 404]);

/** Caches the HTML of public pages by address, in memory, up to 500 pages and 48 MB; the least recently used are dropped first. */
export function createPageCache(nowMs: () => number): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    max: maxPages,
    maxSize: maxPageBytes,
    sizeCalculation: pageBytes,
  });
  const pending = new Map<string, Promise<CachedPage>>();
  const clock = steadyClock(nowMs);
  let generation = 0;

  function renderOnce(key: string, render: () => Promise<PageResult>): Promise<CachedPage> {
    const running = pending.get(key);
    if (running !== undefined) return running;
    const startedIn = generation;
    const made = render()
      .then((result) => compressPage(result, clock()))
      .then((page) => {
        // A page rendered from content that changed in the meantime is served once and not kept.
        if (startedIn === generation && keptStatuses.has(page.status)) pages.set(key, page);
        return page;
      })
      .finally(() => {
        if (pending.get(key) === made) pending.delete(key);
      });
    pending.set(key, made);
    return made;
  }

  function fresh(key: string): CachedPage | null {
    const known = pages.get(key);
    return known === undefined || clock() - known.renderedAtMs >= freshMs ? null : known;
  }

  return {
    fresh,
    get: async (key, render) => {
      const hit = fresh(key);
      if (hit !== null) return { page: hit, result: "hit" };
      const known = pages.get(key);
      if (known === undefined) return { page: await renderOnce(key, render), result: "miss" };
      // If revalidation fails, the old page stays; the renderer has logged the reason.
      renderOnce(key, render).catch(() => undefined);
      return { page: known, result: "stale" };
    },
    has: (key) => pages.has(key) || pending.has(key),
    clear: () => {
      generation += 1;
      pages.clear();
      pending.clear();
    },
  };
}

/** Returns a page's body in an encoding. */
export function pageBody({ bodies }: Pick<CachedPage, "bodies">, encoding: Encoding): Buffer<ArrayBuffer> {
  if (encoding !== "identity") return bodies[encoding];
  bodies.identity ??= gunzipSync(bodies.gzip);
  return bodies.identity;
}

/** Returns the memory that a page takes at most, in bytes. */
export function pageBytes({ bodies, plainBytes }: Pick<CachedPage, "bodies" | "plainBytes">): number {
  return bodies.br.byteLength + bodies.gzip.byteLength + plainBytes + 1;
}

/** Compresses a response and computes its ETag. */
export async function compressPage(result: PageResult, renderedAtMs: number): Promise<CachedPage> {
  const html = Buffer.from(result.html);
  const [br, gz] = await Promise.all([brotli(html, { params: brotliOptions }), gzipAsync(html)]);
  const etag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  const { status, location = null } = result;
  const bodies = { br: alone(br), gzip: alone(gz) };
  return { status, location, etag, bodies, plainBytes: html.byteLength, renderedAtMs };
}

/** Copies a buffer out of the 64 KB that Node shares among small ones, all of which a cached page would keep. */
function alone(buffer: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(buffer.byteLength);
  buffer.copy(copy);
  return copy;
}

/** Prefers Brotli to gzip if the browser accepts both; a weight of zero means no. */
export function preferredEncoding(acceptEncoding: string): Encoding {
  const known = encodings.get(acceptEncoding);
  if (known !== undefined) return known;
  const read = readEncoding(acceptEncoding);
  encodings.set(acceptEncoding, read);
  return read;
}

function readEncoding(acceptEncoding: string): Encoding {
  const accepted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(",")
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(";")[0]),
  );
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : "identity";
}
