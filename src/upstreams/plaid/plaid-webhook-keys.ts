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
  /** `unreachable`: whether there is such a key cannot be told now. */
  | { found: false; reason: "unknown-key" | "unreachable" };

/** `sender` is the address that sent the id. */
export type WebhookKeys = { find: (kid: string, sender: string) => Promise<FoundKey> };

type KnownKey = {
  key: CryptoKey;
  expiredAtMs: number | null;
  /** When Plaid last said so. */
  confirmedAtMs: number;
  /** To be asked again before it is next used. */
  isDoubtful: boolean;
  /** Not before then: Plaid could not be asked a moment ago. */
  notBeforeMs: number;
};

/** Whether a key was taken out of use is asked again after this long, and whenever a new key appears. */
const freshForMs = 60 * 60_000;
/** Plaid waits ten seconds for the answer to a webhook. */
const lookupTimeoutMs = 8_000;
/** How long a known key is believed while Plaid cannot be asked. */
const believedForMs = 24 * 60 * 60_000;
const unknownForMs = 10 * 60_000;
const mostKnown = 50;
const mostUnknown = 1_000;
/** Look-ups of ids that are not known yet, for each sender and for all of them together. */
const lookupsOfSenderPerMinute = 5;
const lookupsPerMinute = 60;
/** After Plaid could not be asked about a known key, whoever sends its id. */
const askAgainAfterMs = 30_000;

/** Codes with which Plaid says that it has no such key; anything else says nothing about the key. */
const unknownKeyCodes: ReadonlySet<string | null> = new Set([
  "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
  "INVALID_FIELD",
]);

/**
 * Plaid's signing keys, each kept by its id. Ids come from whoever calls our webhook: those that Plaid does not know are
 * remembered, and each sender may have a few new ones looked up a minute, so that nobody makes this site flood Plaid or uses
 * up what a new key of Plaid's needs. Keys that are known are asked about at no sender's expense.
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
  /** Until when. */
  const unknown = new LRUCache<string, number>({ max: mostUnknown });
  const asking = new Map<string, Promise<FoundKey>>();
  const mayLookUp = createLookupBudget(now);

  async function ask(kid: string): Promise<FoundKey> {
    const before = known.get(kid);
    try {
      const { jwk, expiredAt } = await bank.getWebhookKey(kid, AbortSignal.timeout(lookupTimeoutMs));
      const key = await importJWK(jwk, "ES256");
      // Only symmetric keys are bytes, and the client takes none.
      if (key instanceof Uint8Array) return { found: false, reason: "unknown-key" };
      // A new key may mean that the others were taken out of use.
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

/** Whether a sender may have another id looked up in this minute. What is refused is not counted: it bounds the memory. */
function createLookupBudget(now: () => Date): (sender: string) => boolean {
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

/** A key about which Plaid cannot be asked. */
function asBelieved(known: KnownKey, nowMs: number): FoundKey {
  const isBelieved = nowMs - known.confirmedAtMs < believedForMs;
  return isBelieved ? asFound(known) : { found: false, reason: "unreachable" };
}

function asFound({ key, expiredAtMs }: KnownKey): FoundKey {
  return { found: true, key, expiredAtMs };
}
