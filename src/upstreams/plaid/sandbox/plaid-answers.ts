import type {
  AccountBase,
  Institution,
  Item as PlaidItem,
  ItemGetResponse,
  Transaction,
  TransactionsUpdateStatus,
} from "plaid";
import { sumMoney, toUnits, type Money } from "#shared/money.ts";
import { addDays, monthOf } from "#shared/time/plain-dates.ts";
import type { BankRow } from "./items/bank-rows.ts";
import { bankLogo } from "./link/bank-logo.ts";
import { consentEnd, type ItemCondition } from "./items/item-condition.ts";
import type { Item } from "./items/item.ts";
import type { SandboxAccount, SandboxBank } from "./sandbox-banks.ts";
import { itemProblem } from "./sandbox-errors.ts";
import { plaidId } from "./sandbox-tokens.ts";
import type { Wire } from "./plaid-wire.ts";

/**
 * Returns an account as in `/accounts/get`. A card or loan that is owed has a positive balance (docs/reference/money.md, "Money
 * and sign").
 */
export function accountAnswer(item: Item, account: SandboxAccount, nowMs: number): Wire<AccountBase> {
  const { posted, pending } = balanceOf(item, account, nowMs);
  const isOwed = account.type !== "depository";
  const units = (minor: Money) => toUnits(minor, account.currency);
  const withPending = sumMoney([posted, pending]);
  const available = account.limit === undefined ? withPending : sumMoney([withPending, account.limit]);
  return {
    account_id: item.accountId(account.key),
    balances: {
      available: account.type === "loan" ? null : units(available),
      // Avoids -0.
      current: isOwed ? 0 - units(posted) : units(posted),
      limit: account.limit === undefined ? null : units(account.limit),
      iso_currency_code: account.currency,
      unofficial_currency_code: null,
    },
    mask: account.mask,
    name: account.name,
    official_name: account.officialName,
    type: account.type,
    subtype: account.subtype,
    holder_category: "personal",
    // Only some banks have one.
    ...(item.bank.trouble === "login" || account.type !== "depository"
      ? {}
      : { persistent_account_id: persistentId(item, account.key) }),
  } satisfies Wire<AccountBase>;
}

function persistentId(item: Item, account: string): string {
  return plaidId(`persistent ${item.bank.id} ${item.seed.person} ${account}`);
}

/** Days within which all rows of a household have posted or been dropped. */
const settledAfterDays = 45;

function balanceOf(item: Item, account: SandboxAccount, nowMs: number): { posted: Money; pending: Money } {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const settledBefore = monthOf(addDays(today, -settledAfterDays));
  const recent = item.household.totalsSince(settledBefore, account.key, nowMs);
  const injected = item.rows().filter((row) => row.account === account.key && isInjected(row));
  const posted = injected.filter((row) => !row.pending).map((row) => row.amount);
  const pending = injected.filter((row) => row.pending).map((row) => row.amount);
  return {
    posted: sumMoney([
      account.opening,
      item.household.sumBefore(settledBefore, account.key),
      recent.posted,
      ...posted,
    ]),
    pending: sumMoney([recent.pending, ...pending]),
  };
}

/** Returns true for rows added from outside: their keys start with a word, the household's with a month. */
function isInjected(row: BankRow): boolean {
  return !/^\d/.test(row.key);
}

const primaryCategories = [
  "INCOME",
  "TRANSFER_IN",
  "TRANSFER_OUT",
  "LOAN_PAYMENTS",
  "BANK_FEES",
  "ENTERTAINMENT",
  "FOOD_AND_DRINK",
  "GENERAL_MERCHANDISE",
  "HOME_IMPROVEMENT",
  "MEDICAL",
  "PERSONAL_CARE",
  "GENERAL_SERVICES",
  "GOVERNMENT_AND_NON_PROFIT",
  "TRANSPORTATION",
  "TRAVEL",
  "RENT_AND_UTILITIES",
];

const nowhere = {
  address: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
  lat: null,
  lon: null,
  store_number: null,
};

const unsaid = {
  reference_number: null,
  ppd_id: null,
  payee: null,
  by_order_of: null,
  payer: null,
  payment_method: null,
  payment_processor: null,
  reason: null,
};

/**
 * Returns a row as in `/transactions/sync`, with Plaid's sign: a purchase is positive (docs/reference/money.md, "Money and
 * sign").
 */
export function transactionAnswer(item: Item, row: BankRow, currency: string): Wire<Transaction> {
  const merchantId = row.merchantName === null ? null : plaidId(`merchant ${row.merchantName}`);
  return {
    transaction_id: item.transactionId(row.key),
    account_id: item.accountId(row.account),
    account_owner: null,
    // Plaid's purchases are positive; 0 stays 0.
    amount: 0 - toUnits(row.amount, currency),
    iso_currency_code: currency,
    unofficial_currency_code: null,
    category: null,
    category_id: null,
    check_number: null,
    date: row.date,
    datetime: null,
    authorized_date: row.authorizedDate,
    authorized_datetime: null,
    location: nowhere,
    name: row.name,
    merchant_name: row.merchantName,
    merchant_entity_id: merchantId,
    logo_url: null,
    website: null,
    payment_channel: row.channel,
    payment_meta: unsaid,
    pending: row.pending,
    pending_transaction_id: row.pendingKey === null ? null : item.transactionId(row.pendingKey),
    personal_finance_category: {
      primary: primaryCategories.find((primary) => row.category.startsWith(primary)) ?? "OTHER",
      detailed: row.category,
      confidence_level: confidenceIn(row),
      version: "v1",
    },
    personal_finance_category_icon_url: "",
    transaction_code: null,
    transaction_type: row.channel === "in store" ? "place" : "special",
    counterparties:
      row.merchantName === null
        ? []
        : [
            {
              name: row.merchantName,
              entity_id: merchantId,
              type: "merchant",
              website: null,
              logo_url: null,
              confidence_level: "VERY_HIGH",
            },
          ],
  } satisfies Wire<Transaction>;
}

/** Returns how sure the bank is of a row's category: it guesses those of shops that it doesn't know, and of music. */
function confidenceIn({ merchantName, category }: BankRow): string {
  if (category === "ENTERTAINMENT_MUSIC_AND_AUDIO") return "LOW";
  if (merchantName !== null) return "VERY_HIGH";
  return category === "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE" ? "LOW" : "HIGH";
}

/** Returns an Item as included in most responses. */
export function itemAnswer(item: Item, condition: ItemCondition | null): Wire<PlaidItem> {
  const endsMs = consentEnd(item);
  return {
    item_id: item.itemId,
    institution_id: item.bank.id,
    institution_name: item.bank.name,
    webhook: item.state().webhook,
    auth_method: null,
    error: condition === null ? null : itemProblem(condition.problem),
    available_products: ["balance"],
    billed_products: ["transactions"],
    products: ["transactions"],
    consent_expiration_time: endsMs === null ? null : new Date(endsMs).toISOString(),
    update_type: "background",
  } satisfies Wire<PlaidItem>;
}

/** Returns `/item/get` with the times of the last updates. */
export function itemGetAnswer(
  item: Item,
  condition: ItemCondition | null,
  nowMs: number,
): Omit<Wire<ItemGetResponse>, "request_id"> {
  const isReady = nowMs >= item.initialAtMs;
  const { lastWebhook } = item.state();
  const lastGoodMs = lastReadMs(item, condition?.sinceMs ?? nowMs);
  return {
    item: {
      ...itemAnswer(item, condition),
      created_at: new Date(item.seed.linkedAtMs).toISOString(),
      consented_products: ["transactions"],
    },
    status: {
      investments: null,
      transactions: {
        last_successful_update: isReady ? new Date(lastGoodMs).toISOString() : null,
        last_failed_update: condition === null ? null : new Date(nowMs).toISOString(),
      },
      last_webhook:
        lastWebhook === null
          ? null
          : { sent_at: new Date(lastWebhook.sentAtMs).toISOString(), code_sent: lastWebhook.code },
    },
  } satisfies Omit<Wire<ItemGetResponse>, "request_id">;
}

const readEveryMs = 6 * 60 * 60_000;

/** Returns the last update: Plaid reads a bank a few times a day, counted from the link. */
function lastReadMs(item: Item, nowMs: number): number {
  const firstMs = nowMs >= item.historicalAtMs ? item.historicalAtMs : item.initialAtMs;
  return firstMs + Math.floor(Math.max(0, nowMs - firstMs) / readEveryMs) * readEveryMs;
}

export function updateStatus(item: Item, nowMs: number): `${TransactionsUpdateStatus}` {
  if (nowMs < item.initialAtMs) return "NOT_READY";
  return nowMs < item.historicalAtMs ? "INITIAL_UPDATE_COMPLETE" : "HISTORICAL_UPDATE_COMPLETE";
}

export function institutionAnswer(bank: SandboxBank, hasMetadata: boolean): Wire<Institution> {
  const metadata = { url: `https://${bank.id}.example`, primary_color: bank.color, logo: bankLogo(bank) };
  return {
    institution_id: bank.id,
    name: bank.name,
    products: ["transactions"],
    country_codes: ["US"],
    oauth: false,
    routing_numbers: [],
    dtc_numbers: [],
    ...(hasMetadata ? metadata : { url: null, primary_color: null, logo: null }),
  } satisfies Wire<Institution>;
}
