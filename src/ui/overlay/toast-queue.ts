import type { Tone } from "../status/tone.ts";

export type ToastRequest = {
  message: string;
  tone?: Tone;
  /** Action, such as Undo, which closes the toast. */
  action?: { label: string; onAction: () => void };
  /** Time on screen; 0 keeps it until it is closed. Longer by default with an action. */
  timeoutMs?: number;
};

export type Toast = ToastRequest & { key: number; tone: Tone };

export type ToastQueue = {
  /** Shows a toast, in place of an equal one without an action, and returns the key to close it. Never the only place that shows an error. */
  add: (request: ToastRequest) => number;
  close: (key: number) => void;
  /** Pauses all timers while someone reads (hover, focus); `resume` continues with the remaining times. */
  pause: () => void;
  resume: () => void;
  subscribe: (onChange: () => void) => () => void;
  /** Returns the visible toasts, oldest first: the same array until something changes. */
  list: () => readonly Toast[];
};

type Clock = { remainingMs: number; startedAtMs: number; timer: ReturnType<typeof setTimeout> | undefined };

const defaultTimeoutMs = 7000;
const actionTimeoutMs = 12_000;
const maxAtOnce = 4;

/** Creates a list of toasts, each with a timer. The site has one, `toastQueue`; tests create their own. */
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
    // The toast under the pointer may be gone without a leave event, and nobody reads an empty region.
    if (rest.length === 0) isPaused = false;
    show(rest);
  }

  function add(request: ToastRequest): number {
    lastKey += 1;
    const key = lastKey;
    const timeoutMs = request.timeoutMs ?? (request.action ? actionTimeoutMs : defaultTimeoutMs);
    // A message said again replaces itself; one with an action stays, since its action is about another thing.
    const repeated = toasts.find(
      ({ message, action }) => message === request.message && action === undefined,
    );
    if (repeated !== undefined && request.action === undefined) close(repeated.key);
    const overflow = toasts.length - maxAtOnce + 1;
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

/** The site's queue: `toastQueue.add({ message: "Link copied" })` from anywhere in the browser. */
export const toastQueue = createToastQueue();
