import type { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { conflict, invalid, notFound, rateLimited } from "#shared/errors.ts";
import type { AccessItemView } from "#shared/finance-shapes.ts";
import type { PlaidBank } from "#upstreams/plaid/index.ts";
import type { institutionsContract } from "../contract.ts";
import { statusOfItem, type LinkSource } from "../domain/item-status.ts";
import { withCounts, type ReadAccessItems } from "./access-item-views.ts";
import type { BankAddress } from "./linking/bank-address.ts";
import { bankJobs } from "./sync/bank-jobs.ts";
import { requireSource, type BankSource, type BankSources } from "./sources/bank-source.ts";
import type { ItemStore, LinkedItem } from "./item-store.ts";
import { readItemUsage } from "./item-usage.ts";

type LinkTokenInput = z.output<typeof institutionsContract.createFinancialLinkToken.input>;
type LinkTokenAnswer = z.input<typeof institutionsContract.createFinancialLinkToken.output>;
type ItemUsage = z.input<typeof institutionsContract.getAccessItemUsage.output>;
type OpenItem = LinkedItem & { accessToken: string; source: LinkSource };

type AccessItemsOptions = {
  kernel: Pick<Kernel, "database" | "settings" | "now">;
  bank: Pick<PlaidBank, "createLinkToken">;
  sources: BankSources;
  address: BankAddress;
  items: ItemStore;
  jobs: Jobs;
  views: ReadAccessItems;
};

/** Longest time that a call waits for the job it started. */
const syncTimeoutMs = 10_000;
const removalTimeoutMs = 5_000;

/** Operations on a person's linked banks, except linking. Another person's bank is 404 in every call. */
export class AccessItems {
  readonly #options: AccessItemsOptions;

  constructor(options: AccessItemsOptions) {
    this.#options = options;
  }

  list(userId: string, ids?: readonly number[]): Promise<AccessItemView[]> {
    const { kernel, views } = this.#options;
    return kernel.database.asUser(userId, async (tx) => withCounts(tx, userId, await views(tx, userId, ids)));
  }

  async view(userId: string, institutionAccessItemId: number): Promise<AccessItemView> {
    const [view] = await this.list(userId, [institutionAccessItemId]);
    if (view === undefined) throw notFound();
    return view;
  }

  async usage(userId: string, institutionAccessItemId: number): Promise<ItemUsage> {
    await this.#find(userId, institutionAccessItemId);
    return this.#options.kernel.database.asUser(userId, (tx) =>
      readItemUsage(tx, { userId, institutionAccessItemId }),
    );
  }

  /** @throws PlaidError */
  async createLinkToken(
    userId: string,
    { accessToken: institutionAccessItemId, addAccounts = false }: LinkTokenInput,
    signal: AbortSignal,
  ): Promise<LinkTokenAnswer> {
    const { kernel, bank, address } = this.#options;
    requireSource(kernel, "plaid");
    const provider = kernel.settings.modes.plaid === "sandbox" ? "sandbox" : "plaid";
    const site = { userRef: userId, webhookUrl: address.webhookUrl(), redirectUri: address.redirectUri() };
    if (institutionAccessItemId === undefined)
      return { ...(await bank.createLinkToken(site, signal)), mode: "create", provider };
    const { accessToken, source } = await this.#findOpen(userId, institutionAccessItemId);
    if (source !== "plaid")
      throw conflict("institutionAccessItemId", "This bank is linked through SimpleFIN. Repair it there.");
    const update = { accessToken, selectAccounts: addAccounts };
    return { ...(await bank.createLinkToken({ ...site, update }, signal)), mode: "update", provider };
  }

  /** Asks the bank for its state after a repair. @throws BankError; AppError 429 if the source was asked too often */
  async repaired(
    userId: string,
    institutionAccessItemId: number,
    signal: AbortSignal,
  ): Promise<AccessItemView> {
    const { kernel, items } = this.#options;
    const { item, source } = await this.#findSource(userId, institutionAccessItemId);
    if (Number.isFinite(source.limits.repairs)) {
      // A sync tells the state as well, and is one call instead of two.
      return this.#sync(item, { windowMs: source.limits.windowMs, most: source.limits.repairs });
    }
    const found = await source.state(item.accessToken, signal);
    const before = { ...item, hasSynced: item.syncCursor !== null };
    const status = statusOfItem(found, before, { now: kernel.now(), isRepaired: true });
    await items.note(item, { ...status, newAccountsAvailable: false }, { thenSync: true });
    return this.view(userId, institutionAccessItemId);
  }

  /** Syncs a bank. @throws AppError 429 if its source was asked too often, on any server */
  async refresh(userId: string, institutionAccessItemId: number): Promise<AccessItemView> {
    const { item, source } = await this.#findSource(userId, institutionAccessItemId);
    return this.#sync(item, { windowMs: source.limits.windowMs, most: source.limits.refreshes });
  }

  async #sync(item: OpenItem, limit: { windowMs: number; most: number }): Promise<AccessItemView> {
    const { kernel, items, jobs } = this.#options;
    const refused = await items.refresh(item, kernel.now(), limit);
    if (refused !== null) throw rateLimited(refused.waitMs / 1000);
    await jobs.settled(bankJobs.sync, String(item.institutionAccessItemId), syncTimeoutMs);
    return this.view(item.userId, item.institutionAccessItemId);
  }

  async remove(
    userId: string,
    institutionAccessItemId: number,
    { keepHistory }: { keepHistory: boolean },
  ): Promise<void> {
    const { items, jobs } = this.#options;
    const item = await this.#find(userId, institutionAccessItemId);
    if (item.state === "unlinked" && keepHistory) return;
    if (item.state === "manual" && keepHistory)
      throw invalid({
        keepHistory: ["A manual bank has no link. Close its accounts to keep their history."],
      });
    await items.beginRemoval(item, { keepHistory });
    await jobs.settled(bankJobs.removal, String(institutionAccessItemId), removalTimeoutMs);
  }

  async #find(userId: string, institutionAccessItemId: number): Promise<LinkedItem> {
    const item = await this.#options.items.find(userId, institutionAccessItemId);
    if (item === null) throw notFound();
    return item;
  }

  async #findSource(
    userId: string,
    institutionAccessItemId: number,
  ): Promise<{ item: OpenItem; source: BankSource }> {
    const item = await this.#findOpen(userId, institutionAccessItemId);
    return { item, source: this.#options.sources[item.source] };
  }

  /** Finds a bank that can be called. @throws AppError 409 for one that is unlinked or whose token is lost */
  async #findOpen(userId: string, institutionAccessItemId: number): Promise<OpenItem> {
    const item = await this.#find(userId, institutionAccessItemId);
    const { accessToken, source, state } = item;
    if (source === "manual") throw conflict("institutionAccessItemId", "A manual bank has no link.");
    if (accessToken === null || state === "removing")
      throw conflict("institutionAccessItemId", "This bank is no longer linked. Link it again.");
    return { ...item, accessToken, source };
  }
}
