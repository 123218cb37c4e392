import { randomBytes, timingSafeEqual } from "node:crypto";
import type { RecordStore } from "#shared/record-store.ts";
import type { BridgeCondition, LinkState } from "./bridge-state.ts";

export type BridgeLink = { linkId: string; state: LinkState };

/** Setup tokens and the accesses that they became. */
export type BridgeLinks = {
  /** Makes a setup token for an origin of the site. */
  make: (condition: BridgeCondition, origin: string) => { linkId: string; setupToken: string };
  /** Claims a link once and returns its access URL; null if it doesn't exist or was claimed before. */
  claim: (linkId: string, origin: string) => string | null;
  /** Returns the link of a Basic Authorization header; null if there is none. */
  open: (authorization: string | undefined) => BridgeLink | null;
  all: () => BridgeLink[];
  change: (linkId: string, change: Partial<LinkState>) => void;
  /** Counts a call; false beyond the day's limit. */
  count: (linkId: string) => boolean;
};

/** Calls a day that the Bridge allows. */
const callsPerDay = 24;
const dayMs = 86_400_000;

export function createBridgeLinks({
  store,
  path,
  nowMs,
}: {
  store: RecordStore<LinkState>;
  path: string;
  nowMs: () => number;
}): BridgeLinks {
  const calls = new Map<string, number>();
  let callsDay = 0;

  function change(linkId: string, changed: Partial<LinkState>): void {
    const state = store.read(linkId);
    if (state !== null) store.write(linkId, { ...state, ...changed });
  }

  return {
    make(condition, origin) {
      const linkId = randomBytes(16).toString("hex");
      const password = randomBytes(24).toString("hex");
      store.write(linkId, { condition, password, claimedAtMs: null, signedInAtMs: null, generation: 1 });
      const claimUrl = `${origin}${path}/claim/${linkId}`;
      return { linkId, setupToken: Buffer.from(claimUrl).toString("base64") };
    },
    claim(linkId, origin) {
      const state = /^[a-f\d]{32}$/.test(linkId) ? store.read(linkId) : null;
      if (state === null || state.claimedAtMs !== null) return null;
      change(linkId, { claimedAtMs: nowMs() });
      const access = new URL(`${origin}${path}`);
      access.username = linkId;
      access.password = state.password;
      return access.href;
    },
    open(authorization) {
      const encoded = /^Basic ([A-Za-z\d+/]+=*)$/i.exec(authorization ?? "")?.[1] ?? "";
      const [linkId = "", password = ""] = Buffer.from(encoded, "base64").toString().split(":", 2);
      const state = /^[a-f\d]{32}$/.test(linkId) ? store.read(linkId) : null;
      if (state === null || state.claimedAtMs === null) return null;
      const [given, expected] = [Buffer.from(password), Buffer.from(state.password)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? { linkId, state } : null;
    },
    all: () =>
      store.ids().flatMap((linkId) => {
        const state = store.read(linkId);
        return state === null ? [] : [{ linkId, state }];
      }),
    change,
    count(linkId) {
      const day = Math.floor(nowMs() / dayMs);
      if (day !== callsDay) calls.clear();
      callsDay = day;
      const made = (calls.get(linkId) ?? 0) + 1;
      calls.set(linkId, made);
      return made <= callsPerDay;
    },
  };
}
