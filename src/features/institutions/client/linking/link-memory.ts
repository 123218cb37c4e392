import type { LinkReturn } from "./link-return.ts";

/** Reason for opening a bank's dialog. */
export type LinkRequest =
  | { kind: "create" }
  | { kind: "repair" | "addAccounts"; institutionAccessItemId: number; institutionName: string };

/** Dialog opened in this tab. */
export type OpenedLink = { linkToken: string; request: LinkRequest };

/** Result of a dialog, or a dialog that waits for a page load whose policy allows it. */
export type PendingReturn = LinkReturn | { kind: "toOpen" };

/** State that survives the redirect to the bank and back, and reloads; cleared with the tab. */
export type LinkMemory = {
  opened: () => OpenedLink | null;
  setOpened: (opened: OpenedLink) => void;
  returned: () => PendingReturn | null;
  /** Stores a result until it is processed; ignores a token that was already used. */
  setReturned: (returned: PendingReturn) => void;
  /** Clears the result but keeps the dialog. */
  clearReturned: () => void;
  /** Clears everything and marks the token as used, so that no reload or back button brings it up again. */
  forget: () => void;
};

/** Used part of `Storage`. */
export type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const openedKey = "folio.bank-link.opened";
const returnedKey = "folio.bank-link.returned";
const doneKey = "folio.bank-link.done";
/** Limit of remembered tokens. They expire within 30 minutes, so one tab never has more. */
const maxUsedTokens = 20;

/** Creates the memory on the tab's session storage; falls back to a variable if the browser refuses storage. */
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
      // Storage that can't be written can't be read either.
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
        write(doneKey, [...doneTokens(), returned.publicToken].slice(-maxUsedTokens));
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

/** Validates a stored dialog: another version of the site may have written it. */
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

function readReturned(value: unknown): PendingReturn | null {
  if (!isRecord(value)) return null;
  const { kind, publicToken, receivedRedirectUri } = value;
  if (kind === "token" && typeof publicToken === "string") return { kind, publicToken };
  if (kind === "oauth" && typeof receivedRedirectUri === "string") return { kind, receivedRedirectUri };
  return kind === "repaired" || kind === "canceled" || kind === "toOpen" ? { kind } : null;
}
