import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ChangeTopic } from "#shared/change-topics.ts";
import { followSession } from "../household/follow-session.ts";
import { followSwitches } from "../household/switches.ts";
import { tabId, type Api } from "./api.ts";

/** Prefixes of query keys affected by each topic. */
const touched: Record<ChangeTopic, string[]> = {
  budgets: ["budgets", "overview", "palette budgets", "deleted", "household changes"],
  transactions: ["budgets", "income", "overview", "imports", "reports", "deleted", "household changes"],
  categories: ["budgets", "overview", "palette budgets", "deleted", "reports", "household changes"],
  income: ["income", "budgets", "overview", "reports", "palette income", "deleted", "household changes"],
  institutions: [
    "institutions list",
    "income",
    "budgets",
    "overview",
    "reports",
    "palette institutions",
    "palette income",
    "deleted",
    "household changes",
  ],
  household: ["household", "overview"],
  products: ["products", "palette products", "deleted"],
};
const everything = Object.values(touched).flat();

type ChangeNotice = { topic: string; by?: string };
/** Message between tabs: changes from the tab with the stream, or a question whether one has it. */
type TabMessage = { change: ChangeNotice; id: string } | { isLost: boolean; id: string } | "ended" | "who?";

const name = "folio-changes";
const gatherMs = 100;
const againAfterMs = 30_000;
let isFollowing = false;

/**
 * Reloads data on screen when another tab, another person, or a bank changes it. One visible tab per browser holds a
 * stream of changes (`GET /api/Events`) and relays it to the others. Without a stream, data is reloaded when the person
 * returns to the tab. A switch to other money or another session opens the page anew. Starts once and ends with the session.
 */
export function followChanges(queryClient: QueryClient, api: Api): void {
  followSwitches();
  followSession(queryClient, api);
  if (isFollowing || !("EventSource" in globalThis)) return;
  isFollowing = true;
  const renew = createRenewal(queryClient);
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null;
  const ending = new AbortController();
  let lastId = "";
  let isLost = false;
  /** True if the person has returned to this tab and it may have missed changes. */
  let hasComeBack = false;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this origin's own, and takes no other
  const relay = (message: TabMessage): void => channel?.postMessage(message);
  const stream = createStream({
    onHello: (id) => receive({ isLost: false, id }),
    onChange: (change, id) => receive({ change, id }),
    onLost: () => receive({ isLost: true, id: lastId }),
    onEnded: () => receive("ended"),
  });
  const tabLock = createTabLock({
    begin(hasWaited) {
      if (hasWaited && lastId === "") renew.soon("all");
      stream.open(lastId);
    },
    end: stream.close,
  });

  /** Relays and handles a message of the stream. */
  function receive(message: TabMessage): void {
    relay(message);
    take(message);
  }

  function take(message: TabMessage): void {
    if (message === "who?") {
      if (stream.isOpen()) relay({ isLost, id: lastId });
    } else if (message === "ended") end();
    else {
      if (message.id !== "") lastId = message.id;
      if ("change" in message)
        return message.change.by === tabId ? undefined : renew.soon(message.change.topic);
      isLost = message.isLost;
      if (isLost && hasComeBack) renew.soon("all");
      hasComeBack = false;
    }
  }

  /** Stops after a change of session and reloads the signed-in person. */
  function end(): void {
    ending.abort();
    tabLock.release();
    isFollowing = false;
    void queryClient.invalidateQueries({ queryKey: ["auth", "me"] });
  }

  /** Releases the stream in a hidden tab, which the browser may suspend. */
  function look(): void {
    if (document.visibilityState === "hidden") return tabLock.release();
    renew.now();
    relay("who?");
    tabLock.take();
  }

  const { signal } = ending;
  channel?.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => take(data), { signal });
  document.addEventListener("visibilitychange", () => ((hasComeBack = true), look()), { signal });
  addEventListener("focus", () => (isLost ? renew.soon("all") : undefined), { signal });
  look();
}

/** Creates the stream of changes, which reconnects automatically. */
function createStream(on: {
  onHello: (id: string) => void;
  onChange: (change: ChangeNotice, id: string) => void;
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
    /** Reconnects later if the server closed the stream, since the browser then doesn't retry. */
    const lose = () => {
      if (source !== opened) return;
      on.onLost();
      if (opened.readyState === EventSource.CLOSED) again = setTimeout(() => open(after), againAfterMs);
    };
    opened.addEventListener("hello", ({ lastEventId }: MessageEvent<string>) => on.onHello(lastEventId));
    opened.addEventListener("changed", ({ data, lastEventId }: MessageEvent<string>) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent by our own server (`eventStream`)
      on.onChange(JSON.parse(data) as ChangeNotice, lastEventId);
    });
    opened.addEventListener("ended", on.onEnded);
    opened.addEventListener("full", () => (opened.close(), lose()));
    opened.addEventListener("error", lose);
  }

  return { open, close, isOpen: () => source !== null };
}

/** Creates a lock held by one visible tab at a time; without lock support, every tab holds it. */
function createTabLock({ begin, end }: { begin: (hasWaited: boolean) => void; end: () => void }) {
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
      // Rejects if the tab released the lock before getting it.
      void take(turn.signal).catch(() => undefined);
    },
    release(): void {
      turn?.abort();
      turn = null;
      end();
    },
  };
}

/** Creates a batched reload of changed data; a hidden tab only marks it and reloads when visible. */
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
    /** Reloads data marked while the tab was hidden. */
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
