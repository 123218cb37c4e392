import { isIPv6 } from "node:net";
import type { EndpointLimit } from "#shared/endpoint.ts";
import { rateLimited } from "#shared/errors.ts";
import { createCallCounts, type CountsKernel } from "./call-counts.ts";
import type { AppContext, Kernel } from "../feature.ts";
import { createOwnCounts } from "./own-call-counts.ts";

/** Counts calls per minute, by caller and kind, on all servers of the database together. */
export type RateLimiter = {
  /**
   * Counts a call.
   * @throws AppError 429 with `Retry-After` when the caller has used up this minute's calls
   */
  take(kind: EndpointLimit, caller: Caller): Promise<void>;
  /** Counts a call like `take`, but returns whether it is allowed, for routes that answer with a page instead of JSON. */
  allows(kind: EndpointLimit, caller: Caller): Promise<boolean>;
};

/** A signed-in person, across addresses and sessions, or else an address. */
export type Caller = { address: string; userId?: string | undefined };

const windowMs = 60_000;
const signInsPerMinute = 30;
/** Limit of anonymous sign-ins from all addresses together, as a multiple of one address's. */
const signInsInTotal = 20;
/** Number of people who may share an address, such as a household or an office, at full rate. */
const peoplePerAddress = 10;

type LimiterKernel = CountsKernel & {
  settings: Pick<Kernel["settings"], "SEARCHES_PER_MINUTE" | "READS_PER_MINUTE" | "WRITES_PER_MINUTE">;
};

/**
 * Creates the limits of each person, and of each address for anonymous callers; each `name` has its own. In addition, an
 * address has a limit for all its people together, counted by each server on its own, so that made-up accounts are no way
 * around.
 */
export function createRateLimiter(kernel: LimiterKernel, name: string): RateLimiter {
  const { settings } = kernel;
  const allowed = {
    search: settings.SEARCHES_PER_MINUTE,
    read: settings.READS_PER_MINUTE,
    write: settings.WRITES_PER_MINUTE,
    "sign-in": Math.max(signInsPerMinute, settings.WRITES_PER_MINUTE / 4),
  };
  const counts = createCallCounts(kernel, `calls of ${name}`);
  const ofAddresses = createOwnCounts(() => kernel.now().getTime());

  async function waitMs(kind: EndpointLimit, { address, userId }: Caller): Promise<number> {
    const most = Math.ceil(allowed[kind]);
    const from = addressBlock(address);
    if (userId === undefined) {
      const wait = await counts.take(`${kind} ${from}`, { most, windowMs });
      if (wait > 0 || kind !== "sign-in") return wait;
      return counts.take("sign-in in total", { most: most * signInsInTotal, windowMs });
    }
    const own = await counts.take(`${kind} person ${userId}`, { most, windowMs });
    // Only calls the person may make count for the address, so that one person can't use it up for the others.
    return own > 0 ? own : ofAddresses.take(`${kind} ${from}`, { most: most * peoplePerAddress, windowMs });
  }

  return {
    async take(kind, caller) {
      const wait = await waitMs(kind, caller);
      if (wait > 0) throw rateLimited(wait / 1000);
    },
    allows: async (kind, caller) => (await waitMs(kind, caller)) === 0,
  };
}

/** Returns the caller of a request: the signed-in person, else the address. */
export function callerOf(c: AppContext): Caller {
  return { address: c.get("clientAddress"), userId: c.get("session")?.userId };
}

/**
 * Returns the key under which an address is limited. A household has 2^64 IPv6 addresses, so a /64 counts as one, however it is
 * spelled; an IPv4 address inside IPv6 counts as IPv4.
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const mapped = /^(?:0:){5}ffff:([\da-f]+):([\da-f]+)$/.exec(groups.join(":"));
  if (mapped === null) return `${groups.slice(0, 4).join(":")}::/64`;
  return mapped
    .slice(1)
    .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff])
    .join(".");
}

/** Returns the eight groups of an IPv6 address in the canonical spelling of URLs. */
function groupsOf(address: string): string[] {
  const plain = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [before = [], after = []] = plain.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after];
}
