import { isIPv6 } from "node:net";
import type { EndpointLimit } from "#shared/endpoint.ts";
import { rateLimited } from "#shared/errors.ts";
import { createCallCounts, type CountsKernel } from "./call-counts.ts";
import type { AppContext, Kernel } from "../feature.ts";
import { createOwnCounts } from "./own-call-counts.ts";

/** Counts calls in windows of one minute, by caller and kind, on all servers of the database together. */
export type RateLimiter = {
  /** @throws AppError 429 with `Retry-After` when the caller has used up this minute's calls */
  take(kind: LimitedKind, caller: Caller): Promise<void>;
  /** Counts the call like `take`, but leaves the answer to the asker: a person is not shown JSON. */
  allows(kind: LimitedKind, caller: Caller): Promise<boolean>;
};

/** Who asks: a person, from wherever and with however many sessions, or else an address. */
export type Caller = { address: string; userId?: string | undefined };

type LimitedKind = EndpointLimit | "sign-in";

const windowMs = 60_000;
const signInsPerMinute = 30;
/** A household or an office shares an address: so many people may ask as much as one alone. */
const peoplePerAddress = 10;

type LimiterKernel = CountsKernel & {
  settings: Pick<Kernel["settings"], "SEARCHES_PER_MINUTE" | "READS_PER_MINUTE" | "WRITES_PER_MINUTE">;
};

/**
 * Limits of each person, and of each address for whoever is not signed in; each `name` has budgets of its own. Above them an
 * address has one over all its people, which each server counts by itself: invented people are not a way around.
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

  async function waitMs(kind: LimitedKind, { address, userId }: Caller): Promise<number> {
    const most = Math.ceil(allowed[kind]);
    const from = neighbourhood(address);
    if (userId === undefined) return counts.take(`${kind} ${from}`, { most, windowMs });
    const own = await counts.take(`${kind} person ${userId}`, { most, windowMs });
    // Only what the person may do is on the address's account: one of them does not use it up for the others.
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

/** The caller of a request: the person who is signed in, else the address. */
export function callerOf(c: AppContext): Caller {
  return { address: c.get("clientAddress"), userId: c.get("session")?.userId };
}

/**
 * Whom an address stands for in limits: one household has 2^64 addresses of IPv6, and counts as one, however they are
 * written; IPv4 inside IPv6 is the IPv4 address.
 */
export function neighbourhood(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const mapped = /^(?:0:){5}ffff:([\da-f]+):([\da-f]+)$/.exec(groups.join(":"));
  if (mapped === null) return `${groups.slice(0, 4).join(":")}::/64`;
  return mapped
    .slice(1)
    .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff])
    .join(".");
}

/** The eight groups of an address of IPv6, in the one spelling that a URL gives it. */
function groupsOf(address: string): string[] {
  const plain = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [before = [], after = []] = plain.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after];
}
