import { importJWK, type CryptoKey } from "jose";
import { LRUCache } from "lru-cache";
import { steadyClock } from "#shared/time/steady-clock.ts";
import { PlaidError } from "./plaid-errors.ts";
import type { PlaidBank } from "./plaid-types.ts";

export type FoundKey =
  | {
      found: true;
      key: CryptoKey;
      /** Milliseconds since 1970; null while the key is in use. */ expiredAtMs: number | null;
    }
  /** `unreachable`: can't be determined right now. */
  | { found: false; reason: "unknown-key" | "unreachable" };

/** `sender` is the address that sent the id. */
export type WebhookKeys = { find: (kid: string, sender: string) => Promise<FoundKey> };

type KnownKey = {
  key: CryptoKey;
  expiredAtMs: number | null;
  /** Last confirmation by Plaid. */
  confirmedAtMs: number;
  /** Must be confirmed before its next use. */
  isDoubtful: boolean;
  /** Earliest next attempt, after a failed one. */
  notBeforeMs: number;
};

/** Time after which Plaid is asked whether a key is still in use; also asked whenever a new key appears. */
const freshForMs = 60 * 60_000;
/** Plaid waits ten seconds for the answer to a webhook. */
const lookupTimeoutMs = 8_000;
/** Time for which a known key is trusted while Plaid is unreachable. */
const believedForMs = 24 * 60 * 60_000;
const unknownForMs = 10 * 60_000;
const mostKnown = 50;
const mostUnknown = 1_000;
/** Limits for lookups of unknown ids, per sender and in total. */
const lookupsOfSenderPerMinute = 5;
const lookupsPerMinute = 60;
/** Pause after a failed confirmation of a known key, whoever sends its id. */
const askAgainAfterMs = 30_000;

/** Codes that mean Plaid has no such key; any other says nothing about the key. */
const unknownKeyCodes: ReadonlySet<string | null> = new Set([
  "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
  "INVALID_FIELD",
]);

/**
 * Creates a cache of Plaid's signing keys by id. Anyone who calls our webhook can send ids, so unknown ones are remembered, and
 * each sender may have only a few new ones looked up per minute: nobody can make this site flood Plaid, or use up the lookups a
 * new Plaid key needs. Confirming known keys doesn't count toward a sender's limit.
 */
export function createWebhookKeys({
  bank,
  now,
}: {
  bank: Pick<PlaidBank, "getWebhookKey">;
  now: () => Date;
}): WebhookKeys {
  const clock = steadyClock(() => now().getTime());
  const known = new LRUCache<string, KnownKey>({ max: mostKnown });
  /** Expiry times. */
  const unknown = new LRUCache<string, number>({ max: mostUnknown });
  const asking = new Map<string, Promise<FoundKey>>();
  const mayLookUp = createLookupLimit(now);

  async function ask(kid: string): Promise<FoundKey> {
    const before = known.get(kid);
    try {
      const { jwk, expiredAt } = await bank.getWebhookKey(kid, AbortSignal.timeout(lookupTimeoutMs));
      const key = await importJWK(jwk, "ES256");
      // Only symmetric keys are bytes, and the client accepts none.
      if (key instanceof Uint8Array) return { found: false, reason: "unknown-key" };
      // A new key may mean that the others are no longer in use.
      if (before === undefined) for (const other of known.values()) other.isDoubtful = true;
      const expiredAtMs = expiredAt === null ? null : expiredAt * 1000;
      known.set(kid, { key, expiredAtMs, confirmedAtMs: clock(), isDoubtful: false, notBeforeMs: 0 });
      return { found: true, key, expiredAtMs };
    } catch (error) {
      if (error instanceof PlaidError && unknownKeyCodes.has(error.errorCode)) {
        known.delete(kid);
        unknown.set(kid, clock() + unknownForMs);
        return { found: false, reason: "unknown-key" };
      }
      if (before === undefined) return { found: false, reason: "unreachable" };
      before.notBeforeMs = clock() + askAgainAfterMs;
      return asBelieved(before, clock());
    }
  }

  function askOnce(kid: string): Promise<FoundKey> {
    const waiting = asking.get(kid);
    if (waiting !== undefined) return waiting;
    const asked = ask(kid).finally(() => asking.delete(kid));
    asking.set(kid, asked);
    return asked;
  }

  return {
    find: (kid, sender) => {
      const nowMs = clock();
      const before = known.get(kid);
      if (before !== undefined) {
        const isFresh = !before.isDoubtful && nowMs - before.confirmedAtMs < freshForMs;
        if (isFresh) return Promise.resolve(asFound(before));
        return before.notBeforeMs > nowMs ? Promise.resolve(asBelieved(before, nowMs)) : askOnce(kid);
      }
      if ((unknown.get(kid) ?? 0) > nowMs) return Promise.resolve({ found: false, reason: "unknown-key" });
      if (asking.has(kid)) return askOnce(kid);
      return mayLookUp(sender) ? askOnce(kid) : Promise.resolve({ found: false, reason: "unreachable" });
    },
  };
}

/**
 * Returns whether a sender may have another id looked up this minute. Refused lookups aren't counted, which bounds the memory.
 */
function createLookupLimit(now: () => Date): (sender: string) => boolean {
  let minute = 0;
  let lookups = 0;
  const bySender = new Map<string, number>();
  return (sender) => {
    const current = Math.floor(now().getTime() / 60_000);
    if (current !== minute) {
      [minute, lookups] = [current, 0];
      bySender.clear();
    }
    const own = bySender.get(sender) ?? 0;
    if (own >= lookupsOfSenderPerMinute || lookups >= lookupsPerMinute) return false;
    bySender.set(sender, own + 1);
    lookups += 1;
    return true;
  };
}

/** Returns a key that Plaid can't confirm right now. */
function asBelieved(known: KnownKey, nowMs: number): FoundKey {
  const isBelieved = nowMs - known.confirmedAtMs < believedForMs;
  return isBelieved ? asFound(known) : { found: false, reason: "unreachable" };
}

function asFound({ key, expiredAtMs }: KnownKey): FoundKey {
  return { found: true, key, expiredAtMs };
}
