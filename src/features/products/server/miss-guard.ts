import { isIPv6 } from "node:net";
import { rateLimited } from "#shared/errors.ts";
import { steadyClock } from "#shared/steady-clock.ts";

/** Holds back whoever tries serial numbers out (API.md, "Limits"): hits are free, misses are counted. */
export type MissGuard = {
  /** @throws AppError 429 with `Retry-After` where the address has missed too often in this minute */
  check(address: string): void;
  count(address: string): void;
  /** Takes one back that was counted in advance and turned out to be none. */
  forgive(address: string): void;
};

const windowMs = 60_000;
/** Beyond this many the oldest are forgotten: a flood of addresses must not fill the memory. */
const mostAddresses = 20_000;

/** Allows so many misses a minute. One server's memory; nothing is written. */
export function createMissGuard(missesPerMinute: number, now: () => Date): MissGuard {
  const clock = steadyClock(() => now().getTime());
  const windows = new Map<string, { endsAtMs: number; misses: number }>();

  function current(key: string): { endsAtMs: number; misses: number } | undefined {
    const window = windows.get(key);
    return window === undefined || window.endsAtMs <= clock() ? undefined : window;
  }

  return {
    check(address) {
      const window = current(neighbourhood(address));
      if (window === undefined || window.misses < missesPerMinute) return;
      throw rateLimited((window.endsAtMs - clock()) / 1000);
    },
    count(address) {
      const key = neighbourhood(address);
      const window = current(key) ?? { endsAtMs: clock() + windowMs, misses: 0 };
      window.misses += 1;
      // Anew at the end of the map, so that its beginning is what is oldest.
      windows.delete(key);
      windows.set(key, window);
      if (windows.size <= mostAddresses) return;
      const oldest = windows.keys().next();
      if (oldest.done !== true) windows.delete(oldest.value);
    },
    forgive(address) {
      const window = current(neighbourhood(address));
      if (window !== undefined && window.misses > 0) window.misses -= 1;
    },
  };
}

/** One household has 2^64 addresses of IPv6: it counts as one. */
function neighbourhood(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
