import { randomUUID } from "node:crypto";
import { upstreamFailed } from "#shared/errors.ts";
import { eventStream } from "./changes.ts";
import type { App, AppContext, Kernel } from "../feature.ts";
import { chosenMembership, readShownMoney, sharingEnded } from "../household/shown-money.ts";
import { parseQuery, requireSession } from "../http/calls/mount.ts";
import { callerOf, type RateLimiter } from "../limits/rate-limit.ts";
import { browserOf, type ResolveSession } from "../http/request-context.ts";

type Stream = {
  userId: string;
  /** Owner of the money that the browser shows; the person themselves unless it's another's. */
  ownerId: string;
  send: (text: string) => void;
  /** Checks that the session still exists, and ends the stream if not. */
  check: () => Promise<void>;
  end: (event?: "ended" | "full") => void;
};

/** A recorded message: its recipient (null: everybody) and its text in the stream. */
type Told = { number: number; userId: string | null; text: string };

const beatMs = 25_000;
const reconnectMs = 3_000;
const mostOfPerson = 6;
const mostInAll = 2_000;
const mostRemembered = 500;
/** A reader this many messages behind is disconnected; it can resume from where it was. */
const mostUnread = 100;
const encoder = new TextEncoder();

type EventOptions = {
  kernel: Pick<Kernel, "bus" | "log" | "database">;
  limiter: RateLimiter;
  resolveSession: ResolveSession;
};

/** Serves the stream. Returns a function that ends all streams, for a server that stops. */
export function mountEvents(app: App, { kernel, limiter, resolveSession }: EventOptions): () => void {
  const streams = new Set<Stream>();
  const past = createHistory();

  function tell(userId: string | null, topic: string, by?: string): void {
    const text = past.add(userId, topic, by);
    for (const stream of streams) if (concerns(stream, userId)) stream.send(text);
  }

  /** Returns the owner of the money that the browser shows, which the person may no longer see. */
  async function ownerOfMoney(c: AppContext, userId: string): Promise<string | null> {
    const chosen = chosenMembership(c);
    if (chosen === null) return userId;
    return (await readShownMoney(kernel.database, userId, chosen))?.ownerId ?? null;
  }

  const stopHearing = kernel.bus.onNews("person", (about) => {
    if (about === null) return tell(null, "all");
    const [whose = "*", change = "all", by] = about.split(" ");
    if (change !== "sessions") return tell(whose === "*" ? null : whose, change, by);
    for (const stream of streams) if (stream.userId === whose) void stream.check();
  });

  app.get(eventStream.path, async (c) => {
    const { userId } = requireSession(c, "member");
    const { after = c.req.header("last-event-id") } = parseQuery(c, eventStream.input);
    await limiter.take("read", callerOf(c));
    const ownerId = await ownerOfMoney(c, userId);
    if (ownerId === null) throw sharingEnded(c);
    if (streams.size >= mostInAll) {
      const words = "Too many open pages are listening for changes. Please try again shortly.";
      throw upstreamFailed(words, { statusCode: 503, retryAfterSeconds: 60 });
    }
    const own = [...streams].filter((stream) => stream.userId === userId);
    for (const oldest of own.slice(0, Math.max(0, own.length - mostOfPerson + 1))) oldest.end("full");
    const cookieHeader = c.req.header("cookie");
    const isHttps = c.get("origin").startsWith("https:");
    const browser = browserOf(c);
    const { stream, body } = openStream({
      userId,
      ownerId,
      async isSignedIn() {
        const session = await resolveSession({ cookieHeader, isHttps, browser, isUse: false });
        return session === "unknown" || session?.isMember === true;
      },
      isStillShared: () =>
        ownerOfMoney(c, userId).then(
          (owner) => owner === ownerId,
          // While the database is away, nothing is known.
          () => true,
        ),
      onEnd: () => void streams.delete(stream),
    });
    streams.add(stream);
    stream.send(`retry: ${reconnectMs}\n${past.greeting()}${past.since(stream, after)}`);
    return c.body(body, 200, {
      "content-type": "text/event-stream; charset=utf-8",
      // Compression or buffering would delay messages.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
  });

  return () => {
    stopHearing();
    for (const stream of streams) stream.end();
  };
}

/** Returns whether a message to a person (null: to everybody) is for a browser. */
function concerns(stream: Pick<Stream, "userId" | "ownerId">, recipient: string | null): boolean {
  return recipient === null || recipient === stream.userId || recipient === stream.ownerId;
}

/** Opens one browser's stream, whose session is checked with every heartbeat. */
function openStream({
  userId,
  ownerId,
  isSignedIn,
  isStillShared,
  onEnd,
}: Pick<Stream, "userId" | "ownerId"> & {
  isSignedIn: () => Promise<boolean>;
  /** False once a membership has ended. The page then reloads its data, which is refused with the reason. */
  isStillShared: () => Promise<boolean>;
  onEnd: () => void;
}): { stream: Stream; body: ReadableStream<Uint8Array> } {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>(
    { start: (its) => void (controller = its), cancel: () => leave() },
    { highWaterMark: mostUnread },
  );
  const beat = setInterval(() => {
    stream.send(":\n\n");
    void stream.check();
  }, beatMs).unref();

  function leave(): void {
    clearInterval(beat);
    controller = null;
    onEnd();
  }

  const stream: Stream = {
    userId,
    ownerId,
    send(text) {
      if (controller?.desiredSize === 0) return stream.end();
      controller?.enqueue(encoder.encode(text));
    },
    async check() {
      if (!(await isSignedIn())) return stream.end("ended");
      if (userId === ownerId || (await isStillShared())) return;
      stream.send(`event: changed\ndata: {"topic":"all"}\n\n`);
      stream.end();
    },
    end(event) {
      const its = controller;
      if (its === null) return;
      leave();
      if (event !== undefined) its.enqueue(encoder.encode(`event: ${event}\ndata: {}\n\n`));
      its.close();
    },
  };
  return { stream, body };
}

/**
 * Keeps the server's recent messages, numbered, so that a returning browser receives what it missed or learns that this is
 * unknown.
 */
function createHistory() {
  const run = randomUUID().slice(0, 8);
  const told: Told[] = [];
  let last = 0;
  const idLine = () => `id: ${run}-${last}\n`;

  return {
    add(userId: string | null, topic: string, by?: string): string {
      last += 1;
      const text = `${idLine()}event: changed\ndata: ${JSON.stringify({ topic, by })}\n\n`;
      told.push({ number: last, userId, text });
      if (told.length > mostRemembered) told.shift();
      return text;
    },
    greeting: (): string => `${idLine()}event: hello\ndata: {}\n\n`,
    since(stream: Stream, after: string | undefined): string {
      if (after === undefined || after === "") return "";
      const [ofRun, number = NaN] = after.split("-");
      const from = ofRun === run ? Number(number) : NaN;
      const oldest = told[0]?.number ?? last + 1;
      const isKnown = from >= oldest - 1 && from <= last;
      if (!isKnown) return `event: changed\ndata: {"topic":"all"}\n\n`;
      return told
        .filter((one) => one.number > from && concerns(stream, one.userId))
        .map(({ text }) => text)
        .join("");
    },
  };
}
