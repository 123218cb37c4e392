import { randomBytes } from "node:crypto";
import type { AccountBase, Transaction } from "plaid";
import type { Item } from "#upstreams/plaid/sandbox/items/item.ts";
import { accountAnswer, transactionAnswer } from "#upstreams/plaid/sandbox/plaid-answers.ts";
import type { Wire } from "#upstreams/plaid/sandbox/plaid-wire.ts";
import { accountsAt, bankIds } from "#upstreams/plaid/sandbox/sandbox-banks.ts";
import type { Sandbox } from "#upstreams/plaid/sandbox/sandbox-context.ts";
import type { Behavior } from "#upstreams/plaid/sandbox/sandbox-tokens.ts";

/** Which of the three banks: by what is the matter with it. */
export type BankName = keyof typeof bankIds;

/** What an ideal ledger of an item holds now, in Plaid's own shapes and sign. */
export type BankTruth = { accounts: Wire<AccountBase>[]; transactions: Wire<Transaction>[] };

export type LinkWanted = {
  bank?: BankName;
  person?: "avery" | "morgan";
  behavior?: Behavior;
  /** Keys of the shared accounts; all of them where it is not given. */
  accounts?: string[];
  days?: number;
  webhook?: string;
};

const publicTokenLifetimeMs = 30 * 60_000;

/** Links, and what becomes of them. */
export function itemControl(open: (itemId: string) => Item, { items, tokens, nowMs }: Sandbox) {
  return {
    /** A public token as the link page makes one. */
    link({ bank = "healthy", person = "avery", ...wanted }: LinkWanted): string {
      const choice = {
        nonce: randomBytes(9).toString("hex"),
        bank: bankIds[bank],
        person,
        behavior: wanted.behavior ?? null,
        accounts: wanted.accounts ?? accountsAt(bankIds[bank], person).map(({ key }) => key),
        days: wanted.days ?? 730,
        webhook: wanted.webhook ?? null,
      };
      return tokens.publicToken(choice, nowMs() + publicTokenLifetimeMs);
    },
    itemIds: (): string[] => items.known().map(({ itemId }) => itemId),
    /** What an ideal ledger of the item must hold now. */
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
    /** Takes a bank down or up; null gives it back to its nature. */
    setBankDown: (bank: BankName, isDown: boolean | null): void => items.setDown(bankIds[bank], isDown),
    /** The bank wants a new sign-in. */
    requireLogin: (itemId: string): void =>
      open(itemId).update(() => ({ loginRequiredAtMs: nowMs(), repairedAtMs: null })),
    /** As if the person had gone through the link page's repair. */
    repair: (itemId: string): void =>
      open(itemId).update(() => ({ repairedAtMs: nowMs(), consentExpiresAtMs: null })),
    /** The person takes the permission back at the bank. */
    revoke: (itemId: string): void => open(itemId).update(() => ({ revokedAtMs: nowMs() })),
    /** The consent ends at an instant, unless it is renewed. */
    expireConsent: (itemId: string, at: Date): void =>
      open(itemId).update(() => ({ consentExpiresAtMs: at.getTime() })),
    closeAccount: (itemId: string, account: string): void => open(itemId).apply([{ kind: "close", account }]),
    /** Shares these accounts from now on, and no others. */
    shareAccounts: (itemId: string, accounts: string[]): void =>
      open(itemId).apply([{ kind: "share", accounts }]),
  };
}
