import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "#shared/text/json-text.ts";
import { itemStateSchema, type ItemState } from "./items/item-state.ts";

/** Storage for state that isn't in the tokens. */
export type SandboxStore = {
  read: (itemId: string) => ItemState | null;
  write: (itemId: string, state: ItemState) => void;
  itemIds: () => string[];
};

/** Enough for all links of a demo's day; beyond it the oldest are dropped, and their tokens start over. */
const maxItems = 2_000;

/** Creates a store in memory, for tests. */
export function createMemoryStore(): SandboxStore {
  const states = new Map<string, ItemState>();
  return {
    read: (itemId) => states.get(itemId) ?? null,
    write: (itemId, state) => void states.set(itemId, state),
    itemIds: () => [...states.keys()],
  };
}

const fileName = /^([A-Za-z0-9]{37})\.json$/;

/**
 * Creates a store with one small, private file per Item, each replaced atomically, so that neither a kill nor a second server
 * leaves half of one. An invalid file is ignored.
 */
export function createFileStore(directory: string): SandboxStore {
  const pathOf = (itemId: string) => join(directory, `${itemId}.json`);
  function itemIds(): string[] {
    try {
      return readdirSync(directory).flatMap((name) => fileName.exec(name)?.[1] ?? []);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
  function forgetOldest(): void {
    const ids = itemIds();
    if (ids.length <= maxItems) return;
    const byAge = ids
      .map((id) => ({ id, changedMs: statSync(pathOf(id), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((a, b) => a.changedMs - b.changedMs);
    for (const { id } of byAge.slice(0, ids.length - maxItems)) rmSync(pathOf(id), { force: true });
  }
  return {
    itemIds,
    read(itemId) {
      try {
        const parsed = itemStateSchema.safeParse(parseJson(readFileSync(pathOf(itemId), "utf8")));
        return parsed.success ? parsed.data : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    write(itemId, state) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const draft = join(directory, `.${itemId}.${randomBytes(6).toString("hex")}`);
      writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
      renameSync(draft, pathOf(itemId));
      forgetOldest();
    },
  };
}

/**
 * Returns the secret that signs tokens and webhooks: 32 random bytes in a file of mode 0600, created if missing. Two servers
 * that start at once with one directory get the same secret.
 */
export function loadSandboxSecret(directory: string): string {
  const path = join(directory, "secret");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(path, "utf8");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
