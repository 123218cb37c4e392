import type { Tone } from "../status/tone.ts";

export type ToastRequest = {
  message: string;
  tone?: Tone;
  /** What can be done about it, for instance Undo; doing it closes the toast. */
  action?: { label: string; onAction: () => void };
  /** How long it stays; 0 keeps it until it is closed. Longer by default where there is an action. */
  timeoutMs?: number;
};

export type Toast = ToastRequest & { key: number; tone: Tone };

export type ToastQueue = {
  /** Shows a toast and returns the key to close it with. Never the only place where an error is told. */
  add: (request: ToastRequest) => number;
  close: (key: number) => void;
  /** Stops all clocks while somebody reads (hover, focus); `resume` lets each run on for what it had left. */
  pause: () => void;
  resume: () => void;
  subscribe: (onChange: () => void) => () => void;
  /** The toasts on show, oldest first: the same array until something changes. */
  list: () => readonly Toast[];
};

type Clock = { remainingMs: number; startedAtMs: number; timer: ReturnType<typeof setTimeout> | undefined };

const defaultTimeoutMs = 7000;
const actionTimeoutMs = 12_000;
const mostAtOnce = 4;

/** A list of toasts with a clock each. The site has one, `toastQueue`; tests make their own. */
export function createToastQueue(): ToastQueue {
  let toasts: readonly Toast[] = [];
  let lastKey = 0;
  let isPaused = false;
  const clocks = new Map<number, Clock>();
  const listeners = new Set<() => void>();

  function show(next: readonly Toast[]) {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function stop(clock: Clock) {
    if (clock.timer === undefined) return;
    clearTimeout(clock.timer);
    clock.timer = undefined;
    clock.remainingMs -= Date.now() - clock.startedAtMs;
  }

  function start(key: number, clock: Clock) {
    if (isPaused || clock.timer !== undefined) return;
    clock.startedAtMs = Date.now();
    clock.timer = setTimeout(() => close(key), Math.max(0, clock.remainingMs));
  }

  function close(key: number) {
    const clock = clocks.get(key);
    if (clock) stop(clock);
    clocks.delete(key);
    if (!toasts.some((toast) => toast.key === key)) return;
    const rest = toasts.filter((toast) => toast.key !== key);
    // The toast under the pointer may be gone without a leave event: nobody reads an empty region.
    if (rest.length === 0) isPaused = false;
    show(rest);
  }

  function add(request: ToastRequest): number {
    lastKey += 1;
    const key = lastKey;
    const timeoutMs = request.timeoutMs ?? (request.action ? actionTimeoutMs : defaultTimeoutMs);
    const overflow = toasts.length - mostAtOnce + 1;
    for (const old of toasts.slice(0, Math.max(0, overflow))) close(old.key);
    show([...toasts, { ...request, tone: request.tone ?? "neutral", key }]);
    if (timeoutMs > 0) {
      const clock: Clock = { remainingMs: timeoutMs, startedAtMs: 0, timer: undefined };
      clocks.set(key, clock);
      start(key, clock);
    }
    return key;
  }

  return {
    add,
    close,
    pause: () => {
      isPaused = true;
      for (const clock of clocks.values()) stop(clock);
    },
    resume: () => {
      isPaused = false;
      for (const [key, clock] of clocks) start(key, clock);
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    list: () => toasts,
  };
}

/** The site's one queue: `toastQueue.add({ message: "Link copied" })` from anywhere in the browser. */
export const toastQueue = createToastQueue();
