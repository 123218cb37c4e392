import type { Adapter, AdapterPayload } from "oidc-provider";

/** Enough for any sandbox; beyond it the oldest entries are dropped. */
const maxEntries = 20_000;

type Entry = { payload: AdapterPayload; expiresAtMs: number };

/** Creates the provider's storage: in memory, with one map for all kinds of entries. */
export function createMemoryAdapter(nowMs: () => number): (kind: string) => Adapter {
  const entries = new Map<string, Entry>();
  const keysByUid = new Map<string, string>();

  function find(key: string | undefined): AdapterPayload | undefined {
    const entry = key === undefined ? undefined : entries.get(key);
    if (entry === undefined || key === undefined) return undefined;
    if (entry.expiresAtMs > nowMs()) return entry.payload;
    drop(key);
    return undefined;
  }

  function drop(key: string): void {
    const uid = entries.get(key)?.payload.uid;
    if (uid !== undefined) keysByUid.delete(uid);
    entries.delete(key);
  }

  function upsert(key: string, payload: AdapterPayload, expiresInSeconds = 0): void {
    drop(key);
    entries.set(key, { payload, expiresAtMs: nowMs() + expiresInSeconds * 1000 });
    if (payload.uid !== undefined) keysByUid.set(payload.uid, key);
    const oldest = entries.keys().next();
    if (entries.size > maxEntries && oldest.done !== true) drop(oldest.value);
  }

  return (kind) => ({
    upsert: async (id, payload, expiresIn) => upsert(`${kind}:${id}`, payload, expiresIn),
    find: async (id) => find(`${kind}:${id}`),
    findByUid: async (uid) => find(keysByUid.get(uid)),
    // Only the device flow has user codes, and it is disabled.
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = find(`${kind}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(nowMs() / 1000);
    },
    destroy: async (id) => drop(`${kind}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) drop(key);
    },
  });
}
