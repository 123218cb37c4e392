import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { request as requestHttps, type RequestOptions } from "node:https";
import type { IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Refusal of an address that someone else chose. The message names only the host. */
export class AddressRefused extends Error {
  readonly code = "ADDRESS_REFUSED";

  constructor(message: string) {
    super(message);
    this.name = "AddressRefused";
  }
}

/** Returns all addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

/** Sends a request; Node's `https.request`, unless a test replaces it. */
export type SendHttps = typeof requestHttps;

/**
 * Creates a `fetch` for addresses that a person typed (docs/security.md, "Services"). It speaks https on port 443
 * with hosts whose addresses are all public; certificates are checked. Each connection looks the host up once, checks the
 * answer, and connects to exactly that answer, so no second lookup can bring another one. It follows no redirects, keeps no
 * connections, and sends strings only.
 */
export function createPublicFetch({
  resolve = (hostname) => lookup(hostname, { all: true }),
  send = requestHttps,
}: { resolve?: ResolveHost; send?: SendHttps } = {}): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    refuseUnlessPublic(url);
    const { body = null, signal = null } = init;
    if (body !== null && typeof body !== "string") throw new TypeError("Only text can be sent.");
    const headers = new Headers(init.headers);
    // Decoded bytes are limited by the caller; encoded ones could be a bomb.
    headers.set("accept-encoding", "identity");
    headers.set("content-length", String(Buffer.byteLength(body ?? "")));
    return exchange(send, url, {
      method: init.method ?? "GET",
      headers: Object.fromEntries(headers),
      body,
      signal,
      lookup: publicLookup(resolve),
    });
  };
}

/** Checks everything that can be seen without a lookup. @throws AddressRefused */
function refuseUnlessPublic(url: URL): void {
  const { hostname } = url;
  if (url.protocol !== "https:" || url.port !== "") throw refused(hostname, "isn't https on port 443");
  if (url.username !== "" || url.password !== "") throw refused(hostname, "has credentials in its address");
  // Node connects to an address without a lookup. URL has turned 0x7f.1, 2130706433 and the like into the usual notation.
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw refused(hostname, "isn't a public address");
}

function refused(hostname: string, why: string): AddressRefused {
  return new AddressRefused(`${hostname} ${why}`);
}

/** Returns a lookup for a connection that fails unless every address is public. */
function publicLookup(resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    void look();

    async function look(): Promise<void> {
      const found = await publicAddresses(resolve, hostname);
      if (found instanceof Error) callback(found, "", 0);
      else if (options.all === true) callback(null, found);
      else callback(null, found[0].address, found[0].family);
    }
  };
}

async function publicAddresses(
  resolve: ResolveHost,
  hostname: string,
): Promise<[LookupAddress, ...LookupAddress[]] | Error> {
  try {
    const [first, ...others] = await resolve(hostname);
    const isPublic =
      first !== undefined && [first, ...others].every(({ address }) => isPublicAddress(address));
    return isPublic ? [first, ...others] : refused(hostname, "isn't a public address");
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

type Outgoing = Pick<RequestOptions, "lookup"> & {
  method: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal | null;
};

function exchange(send: SendHttps, url: URL, { body, signal, ...options }: Outgoing): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { ...options, agent: false, ...(signal === null ? {} : { signal }) },
      (answer) => {
        try {
          resolve(toResponse(answer));
        } catch (error) {
          // A status or a header that no response can have.
          answer.destroy();
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      },
    );
    request.on("error", reject);
    request.end(body ?? undefined);
  });
}

/** Statuses whose responses have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 502;
  if (status < 200 || status > 599) throw new RangeError(`a response has no status ${status}`);
  const headers = new Headers();
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2)
    headers.append(answer.rawHeaders[index] ?? "", answer.rawHeaders[index + 1] ?? "");
  if (bodiless.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  return new Response(bodyOf(answer), { status, headers });
}

function bodyOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<unknown> = answer[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done = false, value } = await parts.next();
      if (done) controller.close();
      else if (value instanceof Uint8Array) controller.enqueue(value);
    },
    cancel() {
      answer.destroy();
    },
  });
}
