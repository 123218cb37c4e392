import { PlaidError } from "#upstreams/plaid/index.ts";
import { SimpleFinError } from "#upstreams/simplefin/index.ts";
import type { IncomingChanges } from "#features/transactions/server/index.ts";
import type { Kernel } from "#server/feature.ts";
import { conflict } from "#shared/errors.ts";
import type { BankAccount } from "#shared/bank-rows.ts";
import type { BankProblem, LinkSource } from "../../domain/item-status.ts";
import type { LinkedItem } from "../item-store.ts";

/** State of a link as its source reports it. */
export type BankReport = {
  error: BankProblem | null;
  /** The source's own sentence about the error, for the person. */
  message?: string | null;
  /** End of the person's consent, if the bank limits it. */
  consentExpiresAt: Date | null;
  lastSuccessfulUpdate: Date | null;
};

/** A new link: its bank, its accounts, and its state. */
export type BankDescription = {
  institution: { id: string; name: string; logo: string | null; color: string | null };
  accounts: BankAccount[];
  report: BankReport;
};

/** Changes since a cursor, complete. */
export type Collected = {
  changes: IncomingChanges;
  nextCursor: string;
  /** Earlier rows are still to come. */
  isPartial?: true;
  /** Accounts of the rows by the source's ids, listed or not. */
  accounts: Map<string, BankAccount>;
  /** Number of calls that it took. */
  pageCount: number;
  /** Number of transactions skipped because their amounts are too large. */
  refusedCount: number;
};

/** Answer to the question for changes: nothing was read, because the person is needed; not ready yet; or everything. */
export type BankNews =
  | { is: "blocked"; report: BankReport }
  | { is: "not-ready"; report: BankReport }
  | {
      is: "read";
      report: BankReport;
      collected: Collected;
      listed: BankAccount[];
      /** Name of the bank, if it can change. */
      institutionName?: string;
    };

/** Bank whose token can be decrypted. */
export type OpenItem = LinkedItem & { accessToken: string };

/**
 * The door to a service that links banks (docs/reference/money.md, "Sync"). Every call rejects only with a {@link BankError}.
 */
export type BankSource = {
  /** Exchanges the one-time token of a link, which works once. */
  claim: (token: string) => Promise<{ itemId: string; accessToken: string }>;
  /** Describes a new link. */
  accounts: (accessToken: string, signal?: AbortSignal) => Promise<BankDescription>;
  /** Reads a link's state, after a repair. */
  state: (accessToken: string, signal?: AbortSignal) => Promise<BankReport>;
  /** Reads everything since the item's cursor. */
  changes: (item: OpenItem, signal: AbortSignal) => Promise<BankNews>;
  /** Ends a link at the service; absent if only the person can. */
  revoke?: (accessToken: string, signal?: AbortSignal) => Promise<void>;
  /** Time after which a failed sync is tried again: with growing pauses, or with the next daily sync. */
  retries: "soon" | "tomorrow";
  /** Times that a person may ask for a sync, and, after a repair, for the state. */
  limits: { windowMs: number; refreshes: number; repairs: number };
};

/** Returns true if this site offers a source: live and invented banks never mix (docs/reference/product.md, "Sandboxes"). */
export function isOffered({ settings }: Pick<Kernel, "settings">, source: LinkSource): boolean {
  return settings.modes[source] === settings.bankMode;
}

/** Refuses a source that this site doesn't offer. @throws AppError 409 */
export function requireSource(kernel: Pick<Kernel, "settings">, source: LinkSource): void {
  if (isOffered(kernel, source)) return;
  throw conflict(
    "bank",
    source === "plaid"
      ? "This site doesn’t offer Plaid. Link the bank with SimpleFIN."
      : "This site doesn’t offer SimpleFIN. Link the bank with Plaid.",
  );
}

export type BankSources = Readonly<Record<LinkSource, BankSource>>;

/** A failed call to a source. */
export type BankError = PlaidError | SimpleFinError;

/** Returns true for a failed call to a source; anything else is an error of this site. */
export function isBankError(error: unknown): error is BankError {
  return error instanceof PlaidError || error instanceof SimpleFinError;
}
