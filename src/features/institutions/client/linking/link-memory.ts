import type { LinkReturn } from "./link-return.ts";

/** Why a bank's dialog was opened. */
export type LinkRequest =
  | { kind: "create" }
  | { kind: "repair" | "addAccounts"; institutionAccessItemId: number; institutionName: string };

/** A dialog that was opened in this tab. */
export type OpenedLink = { linkToken: string; request: LinkRequest };

/** What came back, or a dialog that waits for this page to be loaded as the one that may open it. */
export type Waiting = LinkReturn | { kind: "toOpen" };

/** What outlives the way to the bank and back, and a reload; it ends with the tab. */
export type LinkMemory = {
  opened: () => OpenedLink | null;
  setOpened: (opened: OpenedLink) => void;
  returned: () => Waiting | null;
  /** Keeps what came back until it is dealt with; a token that was dealt with already is not kept again. */
  setReturned: (returned: Waiting) => void;
  /** What waited goes on from here; the dialog stays known. */
  clearReturned: () => void;
  /** It is dealt with: neither a reload nor the back button brings it up again. */
  forget: () => void;
};

/** The part of `Storage` that is needed. */
export type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const openedKey = "folio.bank-link.opened";
const returnedKey = "folio.bank-link.returned";
const doneKey = "folio.bank-link.done";
/** Tokens die within half an hour: so many are never under way in one tab. */
const mostDone = 20;

/** `storage` is the tab's own; where the browser refuses it, memory has to do. */
export function createLinkMemory(storage: TabStorage): LinkMemory {
  const fallback = new Map<string, string>();

  function read(key: string): unknown {
    const text = fallback.get(key) ?? stored(storage, key);
    if (text === null) return null;
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  function write(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
      storage.setItem(key, text);
      fallback.delete(key);
    } catch {
      fallback.set(key, text);
    }
  }

  function remove(key: string): void {
    fallback.delete(key);
    try {
      storage.removeItem(key);
    } catch {
      // What cannot be reached cannot be read again either.
    }
  }

  function doneTokens(): string[] {
    const done = read(doneKey);
    return Array.isArray(done) ? done.filter((token): token is string => typeof token === "string") : [];
  }

  return {
    opened: () => readOpened(read(openedKey)),
    setOpened: (opened) => {
      remove(returnedKey);
      write(openedKey, opened);
    },
    returned: () => readReturned(read(returnedKey)),
    setReturned: (returned) => {
      if (returned.kind === "token" && doneTokens().includes(returned.publicToken)) return;
      write(returnedKey, returned);
    },
    clearReturned: () => remove(returnedKey),
    forget: () => {
      const returned = readReturned(read(returnedKey));
      if (returned?.kind === "token")
        write(doneKey, [...doneTokens(), returned.publicToken].slice(-mostDone));
      remove(returnedKey);
      remove(openedKey);
    },
  };
}

function stored(storage: TabStorage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Storage can hold anything: what another version of the site wrote is not trusted. */
function readOpened(value: unknown): OpenedLink | null {
  if (!isRecord(value) || typeof value["linkToken"] !== "string") return null;
  const request = readRequest(value["request"]);
  return request === null ? null : { linkToken: value["linkToken"], request };
}

function readRequest(value: unknown): LinkRequest | null {
  if (!isRecord(value)) return null;
  const { kind, institutionAccessItemId, institutionName } = value;
  if (kind === "create") return { kind };
  if (kind !== "repair" && kind !== "addAccounts") return null;
  if (typeof institutionAccessItemId !== "number" || typeof institutionName !== "string") return null;
  return { kind, institutionAccessItemId, institutionName };
}

function readReturned(value: unknown): Waiting | null {
  if (!isRecord(value)) return null;
  const { kind, publicToken, receivedRedirectUri } = value;
  if (kind === "token" && typeof publicToken === "string") return { kind, publicToken };
  if (kind === "oauth" && typeof receivedRedirectUri === "string") return { kind, receivedRedirectUri };
  return kind === "repaired" || kind === "cancelled" || kind === "toOpen" ? { kind } : null;
}
