import type { AccountBase, Transaction } from "plaid";
import type { Item } from "#upstreams/plaid/sandbox/items/item.ts";
import { accountAnswer, transactionAnswer } from "#upstreams/plaid/sandbox/plaid-answers.ts";
import type { Wire } from "#upstreams/plaid/sandbox/plaid-wire.ts";
import { accountsAt, bankIds } from "#upstreams/plaid/sandbox/sandbox-banks.ts";
import type { Sandbox } from "#upstreams/plaid/sandbox/sandbox-context.ts";
import type { Behavior } from "#upstreams/plaid/sandbox/sandbox-tokens.ts";

/** One of the three banks, by condition. */
export type BankName = keyof typeof bankIds;

/** Expected content of an ideal ledger for an Item, in Plaid's own format and sign. */
export type BankTruth = { accounts: Wire<AccountBase>[]; transactions: Wire<Transaction>[] };

export type LinkOptions = {
  bank?: BankName;
  person?: "avery" | "morgan";
  behavior?: Behavior;
  /** Keys of the shared accounts; all by default. */
  accounts?: string[];
  days?: number;
  webhook?: string;
};

/** Controls links and their conditions. */
export function itemControl(open: (itemId: string) => Item, { items, tokens, nowMs }: Sandbox) {
  return {
    /** Creates a public token like the link page. */
    link({ bank = "healthy", person = "avery", ...options }: LinkOptions): string {
      const choice = {
        bank: bankIds[bank],
        person,
        behavior: options.behavior ?? null,
        accounts: options.accounts ?? accountsAt(bankIds[bank], person).map(({ key }) => key),
        days: options.days ?? 730,
        webhook: options.webhook ?? null,
      };
      return tokens.publicToken(choice, nowMs());
    },
    itemIds: (): string[] => items.known().map(({ itemId }) => itemId),
    /** Returns what an ideal ledger of the Item must contain now. */
    truth(itemId: string): BankTruth {
      const item = open(itemId);
      const known = accountsAt(item.seed.bank, item.seed.person);
      const currencies = new Map(known.map(({ key, currency }) => [key, currency]));
      const rows = item.rows();
      return {
        accounts: item.accounts().map((account) => accountAnswer(item, account, nowMs())),
        transactions: rows.map((row) => transactionAnswer(item, row, currencies.get(row.account) ?? "USD")),
      };
    },
    /** Takes a bank down or brings it up; null restores its usual behavior. */
    setBankDown: (bank: BankName, isDown: boolean | null): void => items.setDown(bankIds[bank], isDown),
    /** Makes the bank require a new sign-in. */
    requireLogin: (itemId: string): void =>
      open(itemId).update(() => ({ loginRequiredAtMs: nowMs(), repairedAtMs: null })),
    /** Repairs a link as if the person had completed the link page. */
    repair: (itemId: string): void =>
      open(itemId).update(() => ({ repairedAtMs: nowMs(), consentExpiresAtMs: null })),
    /** Revokes consent as if the person did so at the bank. */
    revoke: (itemId: string): void => open(itemId).update(() => ({ revokedAtMs: nowMs() })),
    /** Sets when the consent expires, unless it is renewed. */
    expireConsent: (itemId: string, at: Date): void =>
      open(itemId).update(() => ({ consentExpiresAtMs: at.getTime() })),
    closeAccount: (itemId: string, account: string): void => open(itemId).apply([{ kind: "close", account }]),
    /** Shares only these accounts from now on. */
    shareAccounts: (itemId: string, accounts: string[]): void =>
      open(itemId).apply([{ kind: "share", accounts }]),
  };
}
