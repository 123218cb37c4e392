import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "#shared/text/json-text.ts";

/** Ways in which a link can behave; a person chooses one with the setup token (docs/settings.md, "Services"). */
export const bridgeConditions = [
  "none",
  "sign-in",
  "incomplete",
  "renumbering",
  "version-1",
  "unpaid",
  "busy",
  "down",
  "revoked",
] as const;

export type BridgeCondition = (typeof bridgeConditions)[number];

const linkStateSchema = z.object({
  condition: z.enum(bridgeConditions),
  /** Password of the access; its user name is the link's number. */
  password: z.string(),
  /** Time of the claim; null while the setup token is unused. */
  claimedAtMs: z.number().nullable(),
  /** Last time the person signed in again at the bank that wanted it. */
  signedInAtMs: z.number().nullable(),
  /** Grows when the person links the banks anew at the bridge, which gives their accounts other IDs. */
  generation: z.int(),
});

/** State of a setup token and the access that it became. */
export type LinkState = z.infer<typeof linkStateSchema>;

/** Storage of links by their number. */
export type BridgeStore = {
  read: (linkId: string) => LinkState | null;
  write: (linkId: string, state: LinkState) => void;
  linkIds: () => string[];
};

/** Enough for a demo's day; beyond it the oldest links end. */
const mostLinks = 2_000;
const fileName = /^([a-f0-9]{32})\.json$/;

/** Creates a store in memory, for tests. */
export function createMemoryStore(): BridgeStore {
  const states = new Map<string, LinkState>();
  return {
    read: (linkId) => states.get(linkId) ?? null,
    write: (linkId, state) => void states.set(linkId, state),
    linkIds: () => [...states.keys()],
  };
}

/** Creates a store with one small, private file for each link, replaced atomically. An invalid file is ignored. */
export function createFileStore(directory: string): BridgeStore {
  const pathOf = (linkId: string) => join(directory, `${linkId}.json`);
  function linkIds(): string[] {
    try {
      return readdirSync(directory).flatMap((name) => fileName.exec(name)?.[1] ?? []);
    } catch {
      // No folder before the first link.
      return [];
    }
  }
  function forgetOldest(): void {
    const ids = linkIds();
    if (ids.length <= mostLinks) return;
    const ageOf = (id: string) => statSync(pathOf(id), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const byAge = ids
      .map((id) => ({ id, changedMs: ageOf(id) }))
      .toSorted((a, b) => a.changedMs - b.changedMs);
    for (const { id } of byAge.slice(0, ids.length - mostLinks)) rmSync(pathOf(id), { force: true });
  }
  return {
    linkIds,
    read(linkId) {
      try {
        const parsed = linkStateSchema.safeParse(parseJson(readFileSync(pathOf(linkId), "utf8")));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
    write(linkId, state) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const draft = join(directory, `.${linkId}.${randomBytes(6).toString("hex")}`);
      writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
      renameSync(draft, pathOf(linkId));
      forgetOldest();
    },
  };
}
