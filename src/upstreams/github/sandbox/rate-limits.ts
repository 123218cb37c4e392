import { LRUCache } from "lru-cache";

export type LimitResource = "core" | "code_search";

export type LimitState = { limit: number; used: number; remaining: number; resetSeconds: number };

export type SandboxLimits = {
  /** Counts a request; false if the limit had been reached. */
  take: (resource: LimitResource, key: string, limit: number) => boolean;
  /** Returns a request, because an authorized 304 is free. */
  giveBack: (resource: LimitResource, key: string) => void;
  read: (resource: LimitResource, key: string, limit: number) => LimitState;
};

const windowMs: Record<LimitResource, number> = { core: 60 * 60_000, code_search: 60_000 };
/** Maximum number of windows; beyond it the oldest are dropped, so that calls from many addresses can't fill the memory. */
const maxWindows = 10_000;

/** Creates GitHub's primary limits: a window starts with a caller's first request and ends after its time. */
export function createLimits(nowMs: () => number): SandboxLimits {
  const windows = new LRUCache<string, { used: number; endsAtMs: number }>({ max: maxWindows });

  function open(resource: LimitResource, key: string) {
    const name = `${resource} ${key}`;
    const known = windows.get(name);
    if (known !== undefined && known.endsAtMs > nowMs()) return known;
    const fresh = { used: 0, endsAtMs: nowMs() + windowMs[resource] };
    windows.set(name, fresh);
    return fresh;
  }

  return {
    take(resource, key, limit) {
      const window = open(resource, key);
      if (window.used >= limit) return false;
      window.used += 1;
      return true;
    },
    giveBack(resource, key) {
      const window = open(resource, key);
      window.used = Math.max(0, window.used - 1);
    },
    read(resource, key, limit) {
      const known = windows.get(`${resource} ${key}`);
      const isOpen = known !== undefined && known.endsAtMs > nowMs();
      const used = isOpen ? known.used : 0;
      const endsAtMs = isOpen ? known.endsAtMs : nowMs() + windowMs[resource];
      return { limit, used, remaining: limit - used, resetSeconds: Math.ceil(endsAtMs / 1000) };
    },
  };
}
