import { and, desc, eq, notInArray, or } from "drizzle-orm";
import type { BankAccount } from "#shared/bank-rows.ts";
import { takeOverHistory } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { isSameAccount, matchAccounts, type AccountFacts } from "../../domain/account-match.ts";
import type { ItemStatus, LinkSource } from "../../domain/item-status.ts";
import { saveAccounts, type ItemRef } from "../account-store.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { bankJobs } from "../sync/bank-jobs.ts";
import { accounts, institutionAccessItems as items } from "#server/tables/institution-tables.ts";
import type { HeldLink, PendingLink, PendingLinkStore } from "./pending-link-store.ts";

/** New link as the bank describes it. */
export type NewLink = {
  institution: { id: string; name: string; logo: string | null; color: string | null };
  accounts: BankAccount[];
  status: ItemStatus;
  webhookUrl: string | null;
};

/** Result of completing a link: a linked bank, a duplicate to confirm, or an expired link. */
export type LinkOutcome =
  | { is: "linked"; institutionAccessItemId: number }
  | { is: "duplicate"; of: number[] }
  | { is: "expired" };

type LinkedAccount = AccountFacts & { institutionAccessItemId: number; accountId: number };
/** Ended link whose accounts match those of a new one. */
type Former = { institutionAccessItemId: number; matches: Map<BankAccount, LinkedAccount> };

type LinkStoreOptions = {
  kernel: Pick<Kernel, "database" | "settings" | "now" | "site">;
  jobs: Jobs;
  pendings: PendingLinkStore;
};

/** SQL that stores a new link with its accounts and enqueues its first sync. */
export class LinkStore {
  readonly #options: LinkStoreOptions;

  constructor(options: LinkStoreOptions) {
    this.#options = options;
  }

  /** Returns the person's linked banks that have an account for which `isSame` is true. */
  async linkedWith(
    userId: string,
    { source, institutionId }: { source: LinkSource; institutionId: string },
    isSame: (account: AccountFacts) => boolean,
  ): Promise<number[]> {
    return this.#options.kernel.database.asUser(userId, async (tx) => {
      const known = await this.#accountsAt(tx, { userId, source, institutionId, isEnded: false });
      return itemsOf(known.filter(isSame));
    });
  }

  /**
   * Turns a pending link into a linked bank, in one transaction with its accounts and first sync. A lock prevents two
   * tabs from linking the same accounts twice; `evenIfLinked` is "link anyway". An ended link that kept its history is
   * reused, so that budgets and sources stay connected.
   */
  async complete(
    { userId, source, pendingLinkId }: PendingLink,
    link: NewLink,
    { evenIfLinked }: { evenIfLinked: boolean },
  ): Promise<LinkOutcome> {
    const { kernel, jobs, pendings } = this.#options;
    const institutionId = link.institution.id;
    return kernel.database.asUser(userId, async (tx) => {
      await takeLock(tx, `folio bank link ${userId}`);
      const held = await pendings.take(tx, userId, pendingLinkId);
      if (held === null) return { is: "expired" };
      if (!evenIfLinked) {
        const known = await this.#accountsAt(tx, { userId, source, institutionId, isEnded: false });
        const isKnown = (account: AccountFacts) =>
          link.accounts.some((other) => isSameAccount(account, other));
        const of = itemsOf(known.filter(isKnown));
        if (of.length > 0) return { is: "duplicate", of };
      }
      const former = formerOf(
        await this.#accountsAt(tx, { userId, source, institutionId, isEnded: true }),
        link.accounts,
      );
      const institutionAccessItemId =
        former === null
          ? await insertItem(tx, itemValues(held, link, kernel.now()))
          : await this.#relink(tx, { held, link, former });
      const balanceDay = dateInZone(kernel.now(), kernel.site.timeZone);
      const item = { userId, institutionAccessItemId };
      await saveAccounts(tx, item, { listed: link.accounts }, { now: kernel.now(), balanceDay });
      await pendings.use(tx, held, institutionAccessItemId);
      // The first sync also arms the bank's webhooks: no link without it (docs/reference/money.md, "Sync").
      await jobs.enqueue(tx, { kind: bankJobs.sync, key: String(institutionAccessItemId) });
      return { is: "linked", institutionAccessItemId };
    });
  }

  /** Replaces an ended link with the new one; the ledger then expects its accounts' transactions again. */
  async #relink(
    tx: Transaction,
    { held, link, former }: { held: HeldLink; link: NewLink; former: Former },
  ): Promise<number> {
    const { userId } = held;
    const { institutionAccessItemId, matches } = former;
    const item = { userId, institutionAccessItemId };
    const [before] = await tx.select().from(items).where(isItem(item)).for("update");
    const { itemId = null, sealedAccessToken = null, keyId = null } = before ?? {};
    // The bank may still know a revoked link or one that was being unlinked.
    if (itemId !== null && sealedAccessToken !== null && keyId !== null)
      await this.#options.pendings.abandon(tx, userId, {
        source: held.source,
        itemId,
        sealedAccessToken,
        keyId,
      });
    await tx
      .update(items)
      .set(itemValues(held, link, this.#options.kernel.now()))
      .where(isItem(item));
    for (const [{ providerAccountId }, { accountId }] of matches) {
      await tx
        .update(accounts)
        .set({ providerAccountId })
        .where(and(eq(accounts.userId, userId), eq(accounts.accountId, accountId)));
    }
    const accountIds = [...matches.values()].map(({ accountId }) => accountId);
    await takeOverHistory(tx, { userId, accountIds });
    return institutionAccessItemId;
  }

  /** Returns the person's accounts at a bank: of active links, or of ended ones that kept their history. */
  async #accountsAt(
    tx: Transaction,
    {
      userId,
      source,
      institutionId,
      isEnded,
    }: { userId: string; source: LinkSource; institutionId: string; isEnded: boolean },
  ): Promise<LinkedAccount[]> {
    const hasKeptHistory = or(
      eq(items.state, "unlinked"),
      eq(items.state, "revoked"),
      and(eq(items.state, "removing"), eq(items.keepHistory, true)),
    );
    return tx
      .select({
        institutionAccessItemId: items.institutionAccessItemId,
        accountId: accounts.accountId,
        persistentAccountId: accounts.persistentAccountId,
        name: accounts.name,
        mask: accounts.mask,
        type: accounts.type,
        isTypeChosen: accounts.isTypeChosen,
      })
      .from(accounts)
      .innerJoin(items, eq(items.institutionAccessItemId, accounts.institutionAccessItemId))
      .where(
        and(
          eq(items.userId, userId),
          eq(items.mode, this.#options.kernel.settings.bankMode),
          eq(items.source, source),
          eq(items.institutionId, institutionId),
          isEnded ? hasKeptHistory : notInArray(items.state, ["unlinked", "revoked", "removing"]),
        ),
      )
      .orderBy(desc(items.institutionAccessItemId), desc(accounts.accountId));
  }
}

/** Returns the ended link that shares the most accounts with the new one, the newest of several; null if none does. */
function formerOf(known: readonly LinkedAccount[], found: readonly BankAccount[]): Former | null {
  let best: Former | null = null;
  for (const [institutionAccessItemId, its] of Map.groupBy(known, (one) => one.institutionAccessItemId)) {
    const matches = matchAccounts(its, found);
    if (matches.size > (best?.matches.size ?? 0)) best = { institutionAccessItemId, matches };
  }
  return best;
}

function itemValues({ userId, ...held }: HeldLink, link: NewLink, now: Date) {
  return {
    userId,
    source: held.source,
    mode: held.mode,
    itemId: held.itemId,
    sealedAccessToken: held.sealedAccessToken,
    keyId: held.keyId,
    institutionId: link.institution.id,
    institutionName: link.institution.name,
    institutionLogo: link.institution.logo,
    institutionColor: link.institution.color,
    stateMessage: null,
    ...link.status,
    newAccountsAvailable: false,
    webhookUrl: link.webhookUrl,
    refreshedAt: [],
    syncCursor: null,
    keepHistory: null,
    createdAt: now,
    unlinkedAt: null,
  };
}

async function insertItem(tx: Transaction, values: typeof items.$inferInsert): Promise<number> {
  const [row] = await tx.insert(items).values(values).returning({ id: items.institutionAccessItemId });
  if (row === undefined) throw new Error("The database kept no institution.");
  return row.id;
}

function isItem({ userId, institutionAccessItemId }: ItemRef) {
  return and(eq(items.userId, userId), eq(items.institutionAccessItemId, institutionAccessItemId));
}

function itemsOf(known: readonly LinkedAccount[]): number[] {
  return [...new Set(known.map(({ institutionAccessItemId }) => institutionAccessItemId))];
}
