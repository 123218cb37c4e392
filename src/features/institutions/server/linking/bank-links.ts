import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import { withLease } from "#server/jobs/lease.ts";
import { conflict, invalid, notFound, upstreamFailed } from "#shared/errors.ts";
import type { AccessItemView } from "#shared/finance-shapes.ts";
import type { BankInstitution, PlaidBank } from "#upstreams/plaid/index.ts";
import type { AlreadyLinked, institutionsContract } from "../../contract.ts";
import { isToldAccount } from "../../domain/account-match.ts";
import { standingOfItem } from "../../domain/item-state.ts";
import type { BankAddress } from "./bank-address.ts";
import { toBankProblem } from "../sync/bank-problem.ts";
import type { LinkStore, NewLink } from "./link-store.ts";
import type { PendingLinkStore } from "./pending-link-store.ts";

type LinkInput = z.output<typeof institutionsContract.setInstitutionAccessToken.input>;
type Told = Pick<LinkInput, "institution" | "accounts">;

type BankLinksOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now">;
  bank: PlaidBank;
  address: BankAddress;
  links: LinkStore;
  pendings: PendingLinkStore;
  /** The person's institutions of these ids, as calls show them. */
  readItems: (userId: string, ids: readonly number[]) => Promise<AccessItemView[]>;
};

/** While one request trades a token, another with the same one waits for what comes of it. */
const leaseMs = 60_000;
const patienceMs = 45_000;
const lookAgainMs = 150;

/**
 * Completes links, however often and from however many tabs it is asked to (docs/reference/money.md, "Linking"). What
 * a token was traded for is kept before the bank is asked anything else, so that a failure after that loses nothing:
 * the same token goes on where it broke off, and what nobody goes on with is undone at the bank.
 */
export class BankLinks {
  readonly #options: BankLinksOptions;

  constructor(options: BankLinksOptions) {
    this.#options = options;
  }

  /** @throws AppError 409 with `AlreadyLinked` as its data, 400 for a token or a pending link that is used up; PlaidError */
  async complete(
    userId: string,
    { public_token: publicToken, pendingLinkId, ...told }: LinkInput,
  ): Promise<AccessItemView> {
    if (publicToken !== undefined) return this.#exchange(userId, publicToken, told);
    if (pendingLinkId === undefined) throw invalid({ public_token: ["The bank's token is missing."] });
    return this.#completePending(userId, pendingLinkId, { evenIfLinked: true });
  }

  async #exchange(userId: string, publicToken: string, told: Told): Promise<AccessItemView> {
    const tokenHash = createHash("sha256").update(publicToken).digest("hex");
    const until = performance.now() + patienceMs;
    while (performance.now() < until) {
      let linked: AccessItemView | null = null;
      await withLease(this.#options.kernel, `bank link ${tokenHash}`, leaseMs, async () => {
        linked = await this.#exchangeOnce(userId, { publicToken, tokenHash, told });
      });
      if (linked !== null) return linked;
      await sleep(lookAgainMs);
    }
    throw upstreamFailed("This bank is still being linked. Try again shortly.", {
      statusCode: 503,
      retryAfterSeconds: 5,
    });
  }

  /** Nobody else trades this token now; it may have been traded before, to whatever end. */
  async #exchangeOnce(
    userId: string,
    { publicToken, tokenHash, told }: { publicToken: string; tokenHash: string; told: Told },
  ): Promise<AccessItemView> {
    const before = await this.#options.pendings.exchanged(userId, tokenHash);
    const became = before?.institutionAccessItemId ?? null;
    if (became !== null) return this.#viewOf(userId, became);
    // What the browser told is looked at before the exchange: a bank that does not answer after it hides no double.
    const known = await this.#toldItems(userId, told);
    const pendingLinkId = before?.pendingLinkId ?? (await this.#trade(userId, publicToken, tokenHash));
    if (known.length > 0) throw await this.#alreadyLinked(userId, pendingLinkId, known);
    return this.#completePending(userId, pendingLinkId, { evenIfLinked: false });
  }

  /** A token that cannot be kept (its person has just deleted what is theirs) would open something for ever: it is ended. */
  async #trade(userId: string, publicToken: string, tokenHash: string): Promise<string> {
    const { kernel, bank, pendings } = this.#options;
    const traded = await bank.exchangePublicToken(publicToken);
    try {
      return await pendings.hold(userId, { tokenHash, ...traded });
    } catch (error) {
      await bank.removeItem(traded.accessToken).catch((also: unknown) => {
        kernel.log.error({ error: also }, "a link that could not be kept could not be ended at the bank");
      });
      throw error;
    }
  }

  async #toldItems(userId: string, { institution, accounts = [] }: Told): Promise<number[]> {
    if (institution === undefined || accounts.length === 0) return [];
    return this.#options.links.linkedWith(userId, institution.id, (account) =>
      accounts.some((one) => isToldAccount(one, account)),
    );
  }

  async #completePending(
    userId: string,
    pendingLinkId: string,
    { evenIfLinked }: { evenIfLinked: boolean },
  ): Promise<AccessItemView> {
    const { kernel, links, pendings } = this.#options;
    const pending = await pendings.find(userId, pendingLinkId);
    if (pending === null || pending.expiresAt <= kernel.now() || pending.accessToken === null)
      return this.#whatBecame(userId, pendingLinkId);
    const link = await this.#askBank(pending.accessToken);
    const outcome = await links.complete(pending, link, { evenIfLinked });
    if (outcome.is === "duplicate") throw await this.#alreadyLinked(userId, pendingLinkId, outcome.of);
    if (outcome.is === "over") return this.#whatBecame(userId, pendingLinkId);
    const { institutionAccessItemId } = outcome;
    kernel.log.info({ institutionAccessItemId, accounts: link.accounts.length }, "a bank was linked");
    return this.#viewOf(userId, institutionAccessItemId);
  }

  async #askBank(accessToken: string): Promise<NewLink> {
    const { kernel, bank, address } = this.#options;
    const item = await bank.getItem(accessToken);
    const id = item.institutionId ?? "unknown";
    const [institution, accounts] = await Promise.all([
      this.#institution(id, item.institutionName ?? "Bank"),
      bank.getAccounts(accessToken),
    ]);
    const fresh = { state: "importing", stateCode: null, expiresAt: null, hasSynced: false } as const;
    return {
      institution: { id, ...institution },
      accounts,
      standing: standingOfItem(toBankProblem(item), fresh, { now: kernel.now(), isRepaired: false }),
      webhookUrl: address.webhookUrl(),
    };
  }

  /** No link fails for want of a picture. */
  async #institution(id: string, name: string): Promise<BankInstitution> {
    const { kernel, bank } = this.#options;
    try {
      return await bank.getInstitution(id);
    } catch (error) {
      kernel.log.warn({ error, institutionId: id }, "a bank's name and picture cannot be had");
      return { name, logo: null, color: null };
    }
  }

  /** A second "link anyway", or one that comes too late. */
  async #whatBecame(userId: string, pendingLinkId: string): Promise<AccessItemView> {
    const became = await this.#options.pendings.becameOf(userId, pendingLinkId);
    if (became === undefined) throw notFound();
    if (became !== null) return this.#viewOf(userId, became);
    throw invalid({ pendingLinkId: ["The 15 minutes for this are over. Link the bank again."] });
  }

  async #alreadyLinked(userId: string, pendingLinkId: string, ids: number[]): Promise<Error> {
    const linked = await this.#options.readItems(userId, ids);
    const names = [...new Set(linked.map(({ institution }) => institution.name))].join(", ");
    const data: AlreadyLinked = { pendingLinkId, linked };
    return conflict("institution", `${names} is linked already, with some of these accounts.`, data);
  }

  async #viewOf(userId: string, institutionAccessItemId: number): Promise<AccessItemView> {
    const [view] = await this.#options.readItems(userId, [institutionAccessItemId]);
    if (view === undefined) throw notFound();
    return view;
  }
}
