import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ChangeTopic } from "#shared/change-topics.ts";
import { tabId } from "./api.ts";

/** Which answers each topic touches, by the beginning of their keys. */
const touched: Record<ChangeTopic, string[]> = {
  budgets: ["budgets", "overview", "palette budgets", "deleted"],
  transactions: ["budgets", "income", "overview"],
  categories: ["budgets", "overview", "palette budgets", "deleted"],
  income: ["income", "budgets", "overview", "palette income", "deleted"],
  institutions: [
    "institutions list",
    "income",
    "budgets",
    "overview",
    "palette institutions",
    "palette income",
    "deleted",
  ],
  products: ["products", "palette products", "deleted"],
};
const everything = Object.values(touched).flat();

type Told = { topic: string; by?: string };
/** What the tab that holds the stream passes on to the others, and how a new one asks whether anybody holds it. */
type Relayed = { told: Told; id: string } | { isLost: boolean; id: string } | "ended" | "who?";

const name = "folio-changes";
const gatherMs = 100;
const againAfterMs = 30_000;
let isFollowing = false;

/**
 * Renews what is on show when another tab, another person or a bank has changed it, without asking again and again: one
 * stream of changes a browser (`GET /api/Events`), which a tab that can be seen holds and passes on to the others. While
 * there is none, what is on show is renewed when the person comes back to it. Begins once; ends with the session.
 */
export function followChanges(queryClient: QueryClient): void {
  if (isFollowing || !("EventSource" in globalThis)) return;
  isFollowing = true;
  const renew = createRenewal(queryClient);
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null;
  const ending = new AbortController();
  let lastId = "";
  let isLost = false;
  /** The person came back to this tab, and nobody has said yet what they missed. */
  let hasComeBack = false;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this origin's own, and takes no other
  const relay = (message: Relayed): void => channel?.postMessage(message);
  const stream = createStream({
    onHello: (id) => hear({ isLost: false, id }),
    onTold: (told, id) => hear({ told, id }),
    onLost: () => hear({ isLost: true, id: lastId }),
    onEnded: () => hear("ended"),
  });
  const turns = createTurns({
    begin(hasWaited) {
      if (hasWaited && lastId === "") renew.soon("all");
      stream.open(lastId);
    },
    end: stream.close,
  });

  /** What the stream says is passed on as it is. */
  function hear(message: Relayed): void {
    relay(message);
    take(message);
  }

  function take(message: Relayed): void {
    if (message === "who?") {
      if (stream.isOpen()) relay({ isLost, id: lastId });
    } else if (message === "ended") end();
    else {
      if (message.id !== "") lastId = message.id;
      if ("told" in message) return message.told.by === tabId ? undefined : renew.soon(message.told.topic);
      isLost = message.isLost;
      if (isLost && hasComeBack) renew.soon("all");
      hasComeBack = false;
    }
  }

  /** The person is somebody else now, or nobody: what the frame says of them is asked anew. */
  function end(): void {
    ending.abort();
    turns.letGo();
    isFollowing = false;
    void queryClient.invalidateQueries({ queryKey: ["auth", "me"] });
  }

  /** A tab that nobody sees holds nothing: the browser may put it to sleep. */
  function look(): void {
    if (document.visibilityState === "hidden") return turns.letGo();
    renew.now();
    relay("who?");
    turns.take();
  }

  const { signal } = ending;
  channel?.addEventListener("message", ({ data }: MessageEvent<Relayed>) => take(data), { signal });
  document.addEventListener("visibilitychange", () => ((hasComeBack = true), look()), { signal });
  addEventListener("focus", () => (isLost ? renew.soon("all") : undefined), { signal });
  look();
}

/** The stream of changes; it connects again by itself. */
function createStream(on: {
  onHello: (id: string) => void;
  onTold: (told: Told, id: string) => void;
  onLost: () => void;
  onEnded: () => void;
}) {
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    clearTimeout(again);
    source?.close();
    source = null;
  }

  function open(after: string): void {
    close();
    const opened = new EventSource(`/api/Events${after === "" ? "" : `?after=${encodeURIComponent(after)}`}`);
    source = opened;
    /** The server has refused it, or given its place to a newer one: the browser does not try again. */
    const lose = () => {
      if (source !== opened) return;
      on.onLost();
      if (opened.readyState === EventSource.CLOSED) again = setTimeout(() => open(after), againAfterMs);
    };
    opened.addEventListener("hello", ({ lastEventId }: MessageEvent<string>) => on.onHello(lastEventId));
    opened.addEventListener("changed", ({ data, lastEventId }: MessageEvent<string>) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server's, as `eventStream` says
      on.onTold(JSON.parse(data) as Told, lastEventId);
    });
    opened.addEventListener("ended", on.onEnded);
    opened.addEventListener("full", () => (opened.close(), lose()));
    opened.addEventListener("error", lose);
  }

  return { open, close, isOpen: () => source !== null };
}

/** Of the tabs that can be seen one at a time has its turn; where tabs cannot agree on one, each. */
function createTurns({ begin, end }: { begin: (hasWaited: boolean) => void; end: () => void }) {
  let turn: AbortController | null = null;

  async function take(signal: AbortSignal): Promise<void> {
    const askedAt = performance.now();
    const hold = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener("abort", () => resolve());
        begin(performance.now() - askedAt > gatherMs);
      });
    if ("locks" in navigator) await navigator.locks.request(name, { signal }, hold);
    else await hold();
  }

  return {
    take(): void {
      if (turn !== null) return;
      turn = new AbortController();
      // It rejects where the tab has let go before its turn has come.
      void take(turn.signal).catch(() => undefined);
    },
    letGo(): void {
      turn?.abort();
      turn = null;
      end();
    },
  };
}

/** Gathers what has changed for a moment; while nobody sees the tab it is only noted, and asked for when somebody does. */
function createRenewal(queryClient: QueryClient) {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function renewWaiting(): void {
    timer = undefined;
    const keys = [...waiting].flatMap((topic) => (isTopic(topic) ? touched[topic] : everything));
    waiting.clear();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isUnder(queryKey, keys),
      refetchType: document.visibilityState === "hidden" ? "none" : "active",
    });
  }

  return {
    soon(topic: string): void {
      waiting.add(topic);
      timer ??= setTimeout(renewWaiting, gatherMs);
    },
    /** What was noted while nobody looked. */
    now(): void {
      void queryClient.refetchQueries({
        type: "active",
        predicate: ({ queryKey, state }) => state.isInvalidated && isUnder(queryKey, everything),
      });
    },
  };
}

function isTopic(topic: string): topic is ChangeTopic {
  return Object.hasOwn(touched, topic);
}

function isUnder([feature, part]: QueryKey, keys: readonly string[]): boolean {
  return keys.includes(String(feature)) || keys.includes(`${String(feature)} ${String(part)}`);
}
