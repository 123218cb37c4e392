import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import { withLease } from "#server/jobs/lease.ts";
import { conflict, invalid, notFound, upstreamFailed } from "#shared/errors.ts";
import type { AccessItemView, ItemState } from "#shared/finance-shapes.ts";
import type { AlreadyLinked, institutionsContract } from "../../contract.ts";
import { isSelectedAccount } from "../../domain/account-match.ts";
import { statusOfItem, type LinkSource } from "../../domain/item-status.ts";
import type { BankAddress } from "./bank-address.ts";
import { requireSource, type BankSources } from "../sources/bank-source.ts";
import { tokenUsedUp } from "../sync/bank-failures.ts";
import type { LinkStore, NewLink } from "./link-store.ts";
import type { PendingLinkStore } from "./pending-link-store.ts";

type LinkInput = z.output<typeof institutionsContract.setInstitutionAccessToken.input>;
type Selection = Pick<LinkInput, "institution" | "accounts">;
/** One-time token of a link, and the source that issued it. */
type LinkToken = { source: LinkSource; token: string };

type BankLinksOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now" | "settings">;
  sources: BankSources;
  address: BankAddress;
  links: LinkStore;
  pendings: PendingLinkStore;
  /** Reads the person's banks with these ids for an API answer. */
  readItems: (userId: string, ids: readonly number[]) => Promise<AccessItemView[]>;
};

/** Lease and waiting times: while one request exchanges a token, others with the same token wait for the result. */
const leaseMs = 60_000;
const timeoutMs = 45_000;
const pollMs = 150;
const endedStates: ReadonlySet<ItemState> = new Set(["revoked", "removing", "unlinked"]);

/**
 * Completes links, even if several tabs ask repeatedly (docs/reference/money.md, "Linking"). The result of a token
 * exchange is stored before any other call to the bank, so that a later failure loses nothing: the same token resumes,
 * and an abandoned link is undone at the bank.
 */
export class BankLinks {
  readonly #options: BankLinksOptions;

  constructor(options: BankLinksOptions) {
    this.#options = options;
  }

  /** Completes a link through Plaid, or a pending one. @throws as `link`, and AppError 400 for an expired link */
  async complete(
    userId: string,
    { public_token: publicToken, pendingLinkId, ...selection }: LinkInput,
  ): Promise<AccessItemView> {
    if (publicToken !== undefined)
      return this.link(userId, { source: "plaid", token: publicToken }, selection);
    if (pendingLinkId === undefined) throw invalid({ public_token: ["The bank’s token is missing."] });
    return this.#completePending(userId, pendingLinkId, { evenIfLinked: true });
  }

  /** Links with a source's one-time token. @throws AppError 409 with `AlreadyLinked`, 400 for a used token; BankError */
  async link(
    userId: string,
    { source, token }: LinkToken,
    selection: Selection = {},
  ): Promise<AccessItemView> {
    requireSource(this.#options.kernel, source);
    const tokenHash = createHash("sha256").update(token).digest("hex");
    const until = performance.now() + timeoutMs;
    while (performance.now() < until) {
      let linked: AccessItemView | null = null;
      await withLease(this.#options.kernel, `bank link ${tokenHash}`, leaseMs, async () => {
        linked = await this.#exchangeOnce(userId, { source, token, tokenHash, selection });
      });
      if (linked !== null) return linked;
      await sleep(pollMs);
    }
    throw upstreamFailed("This bank is still being linked. Try again shortly.", {
      statusCode: 503,
      retryAfterSeconds: 5,
    });
  }

  /** Exchanges a token under the lease; an earlier request may have done so already. */
  async #exchangeOnce(
    userId: string,
    { selection, ...held }: LinkToken & { tokenHash: string; selection: Selection },
  ): Promise<AccessItemView> {
    const before = await this.#options.pendings.exchanged(userId, held.tokenHash);
    const became = before?.institutionAccessItemId ?? null;
    if (became !== null) return this.#linkedView(userId, became, held.source);
    // The browser's selection is checked before the exchange, so that a later failure can't hide a duplicate.
    const known = await this.#selectedItems(userId, held.source, selection);
    const pendingLinkId = before?.pendingLinkId ?? (await this.#exchangeToken(userId, held));
    if (known.length > 0) throw await this.#alreadyLinked(userId, pendingLinkId, known);
    return this.#completePending(userId, pendingLinkId, { evenIfLinked: false, source: held.source });
  }

  /** Exchanges a token. If it can't be stored (the person has just deleted their data), the link is ended at the bank. */
  async #exchangeToken(
    userId: string,
    { source, token, tokenHash }: LinkToken & { tokenHash: string },
  ): Promise<string> {
    const { kernel, sources, pendings } = this.#options;
    const { claim, revoke } = sources[source];
    const exchanged = await claim(token);
    try {
      return await pendings.hold(userId, { tokenHash, source, ...exchanged });
    } catch (error) {
      await revoke?.(exchanged.accessToken).catch((also: unknown) => {
        kernel.log.error({ error: also }, "Can't end a link at the bank that couldn't be stored.");
      });
      throw error;
    }
  }

  async #selectedItems(
    userId: string,
    source: LinkSource,
    { institution, accounts = [] }: Selection,
  ): Promise<number[]> {
    if (institution === undefined || accounts.length === 0) return [];
    return this.#options.links.linkedWith(userId, { source, institutionId: institution.id }, (account) =>
      accounts.some((one) => isSelectedAccount(one, account)),
    );
  }

  async #completePending(
    userId: string,
    pendingLinkId: string,
    { evenIfLinked, source }: { evenIfLinked: boolean; source?: LinkSource },
  ): Promise<AccessItemView> {
    const { kernel, links, pendings } = this.#options;
    const pending = await pendings.find(userId, pendingLinkId);
    if (pending === null || pending.expiresAt <= kernel.now() || pending.accessToken === null)
      return this.#outcomeOf(userId, pendingLinkId, source);
    const link = await this.#askBank(pending.source, pending.accessToken);
    const outcome = await links.complete(pending, link, { evenIfLinked });
    if (outcome.is === "duplicate") throw await this.#alreadyLinked(userId, pendingLinkId, outcome.of);
    if (outcome.is === "expired") return this.#outcomeOf(userId, pendingLinkId, source);
    const { institutionAccessItemId } = outcome;
    kernel.log.info({ institutionAccessItemId, accounts: link.accounts.length }, "Linked a bank.");
    return this.#viewOf(userId, institutionAccessItemId);
  }

  async #askBank(source: LinkSource, accessToken: string): Promise<NewLink> {
    const { kernel, sources, address } = this.#options;
    const { institution, accounts, report } = await sources[source].accounts(accessToken);
    const fresh = { state: "importing", stateCode: null, expiresAt: null, hasSynced: false } as const;
    return {
      institution,
      accounts,
      status: statusOfItem(report, fresh, { now: kernel.now(), isRepaired: false }),
      webhookUrl: source === "plaid" ? address.webhookUrl() : null,
    };
  }

  /** Handles a repeated or late "link anyway", or, with a `source`, one of its tokens that was used before. */
  async #outcomeOf(userId: string, pendingLinkId: string, source?: LinkSource): Promise<AccessItemView> {
    const became = await this.#options.pendings.linkedItemOf(userId, pendingLinkId);
    if (became === undefined) throw notFound();
    if (became !== null) return this.#viewOf(userId, became);
    if (source !== undefined) throw tokenUsedUp(source);
    throw invalid({ pendingLinkId: ["This link expired after 15 minutes. Link the bank again."] });
  }

  async #alreadyLinked(userId: string, pendingLinkId: string, ids: number[]): Promise<Error> {
    const linked = await this.#options.readItems(userId, ids);
    const names = [...new Set(linked.map(({ institution }) => institution.name))].join(", ");
    const data: AlreadyLinked = { pendingLinkId, linked };
    return conflict("institution", `${names} is already linked with some of these accounts.`, data);
  }

  /** Returns the bank that a token was used for. @throws AppError 400 if that link has ended since */
  async #linkedView(userId: string, institutionAccessItemId: number, source: LinkSource) {
    const view = await this.#viewOf(userId, institutionAccessItemId);
    if (endedStates.has(view.item.state)) throw tokenUsedUp(source);
    return view;
  }

  async #viewOf(userId: string, institutionAccessItemId: number): Promise<AccessItemView> {
    const [view] = await this.#options.readItems(userId, [institutionAccessItemId]);
    if (view === undefined) throw notFound();
    return view;
  }
}
