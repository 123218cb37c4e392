import { randomUUID } from "node:crypto";
import { IncomingMessage, ServerResponse, type RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { LRUCache } from "lru-cache";
import type { App, AppContext, AppEnv, Kernel } from "../feature.ts";
import { matchesEtag } from "../http/calls/mount.ts";
import { forwardedHeaders, pageRoute, recordAnswer, refusesForwarded } from "../http/request-context.ts";
import {
  maxPageBytes,
  pageBody,
  pageBytes,
  preferredEncoding,
  type PageCache,
  type ShownPage,
} from "./page-cache.ts";

/** A recorded answer without the request id, which is the last of `headers` (alternating names and values). */
type ReadyAnswer = { status: number; headers: string[]; body: Buffer | null };

type ReadyPage = ShownPage & {
  answers: Partial<Record<"br" | "gzip" | "identity" | "not-modified", ReadyAnswer>>;
};

const mostAddresses = 1000;
const longestAddress = 500;

/** Reports that a request was answered with a page that is the same for everybody. */
export function showPage(c: AppContext, { key, page }: Pick<ShownPage, "key" | "page">): void {
  if (c.env?.incoming !== undefined) c.env.shownPage = { key, page, path: c.req.path };
}

/**
 * Wraps the app as a listener for Node's server. A fresh page in the cache is answered before the framework, which takes two
 * thirds of the time of such an answer, with the same headers the framework gave for that host, address and encoding.
 * Everything but a plain GET of such an address goes to the framework, as does the first request, the first after `clear`, and
 * any that finds the page stale.
 */
export function listenWithReadyPages(app: App, kernel: Kernel, cache: PageCache): RequestListener {
  const known = new LRUCache<string, ReadyPage>({
    max: mostAddresses,
    maxSize: maxPageBytes,
    sizeCalculation: ({ page }) => pageBytes(page),
  });
  const isHiddenFromProxies = refusesForwarded(kernel.settings);

  const framework = getRequestListener(async (request, { incoming, outgoing }) => {
    if (!(incoming instanceof IncomingMessage) || !(outgoing instanceof ServerResponse))
      throw new TypeError("Only HTTP/1.1 is supported.");
    const bindings: AppEnv["Bindings"] = { incoming, outgoing };
    const response = await app.fetch(request, bindings);
    if (bindings.shownPage !== undefined && isPlainGet(incoming))
      learn(incoming, bindings.shownPage, response);
    return response;
  });

  function isPlainGet({ method, headers }: IncomingMessage): boolean {
    return (
      method === "GET" &&
      headers["content-length"] === undefined &&
      headers["transfer-encoding"] === undefined &&
      !(isHiddenFromProxies && forwardedHeaders.some((name) => headers[name] !== undefined))
    );
  }

  function learn(incoming: IncomingMessage, shown: ShownPage, response: Response): void {
    const { status, headers } = response;
    const isKept = (status === 200 || status === 304) && !headers.has("set-cookie");
    const address = addressOf(incoming);
    if (!isKept || address.length > longestAddress) return;
    const kind = status === 304 ? "not-modified" : encodingOf(headers);
    const body = kind === "not-modified" ? null : pageBody(shown.page, kind);
    const lines = [...headers].filter(([name]) => name !== "x-request-id");
    if (body !== null) lines.push(["content-length", String(body.byteLength)]);
    const before = known.get(address);
    known.set(address, {
      ...shown,
      answers: {
        ...(before?.page === shown.page ? before.answers : {}),
        [kind]: { status, headers: [...lines.flat(), "x-request-id", ""], body },
      },
    });
  }

  /** Returns the ready page for a request, or null if only the framework can answer. */
  function findReady(incoming: IncomingMessage): { ready: ReadyPage; answer: ReadyAnswer } | null {
    if (!isPlainGet(incoming)) return null;
    const ready = known.get(addressOf(incoming));
    if (ready === undefined || cache.fresh(ready.key) !== ready.page) return null;
    const { "if-none-match": ifNoneMatch, "accept-encoding": accepted = "" } = incoming.headers;
    const isKnown = matchesEtag(ifNoneMatch, ready.page.etag);
    const answer = ready.answers[isKnown ? "not-modified" : preferredEncoding(accepted)];
    return answer === undefined ? null : { ready, answer };
  }

  return (incoming, outgoing) => {
    const startedAt = performance.now();
    const found = findReady(incoming);
    if (found === null) {
      void framework(incoming, outgoing);
      return;
    }
    const { status, headers, body } = found.answer;
    const requestId = randomUUID();
    headers[headers.length - 1] = requestId;
    outgoing.writeHead(status, headers);
    outgoing.end(body);
    kernel.metrics.pageCache.inc({ result: "hit" });
    const what = { method: "GET", path: found.ready.path, route: pageRoute, status, startedAt };
    recordAnswer(kernel, kernel.log, { ...what, requestId });
  };
}

/** Returns the address exactly as requested, which the framework always resolves the same way. */
function addressOf({ headers, url = "" }: IncomingMessage): string {
  return `${headers.host ?? ""} ${url}`;
}

function encodingOf(headers: Headers): "br" | "gzip" | "identity" {
  const encoding = headers.get("content-encoding");
  return encoding === "br" || encoding === "gzip" ? encoding : "identity";
}
