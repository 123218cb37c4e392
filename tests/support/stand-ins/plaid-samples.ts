import type { AccountBase, ItemGetResponse, Transaction, TransactionsSyncResponse } from "plaid";

/* Responses from Plaid's documentation with our own amounts. They have the SDK's types, except that enums are strings in JSON. */

/** A type of the SDK as JSON. */
export type OnTheWire<T> = T extends string
  ? string
  : T extends readonly (infer Row)[]
    ? OnTheWire<Row>[]
    : T extends object
      ? { [K in keyof T]: OnTheWire<T[K]> }
      : T;

type Row = OnTheWire<Transaction>;
type Account = OnTheWire<AccountBase>;
type Page = OnTheWire<TransactionsSyncResponse>;
type Item = OnTheWire<ItemGetResponse>;

/** Returns a row as in Plaid's documentation: a purchase of $12.34. */
export function transactionOf(more: Partial<Row> = {}): Row {
  return {
    transaction_id: "lPNjeW1nR6CDn5okmGQ6hEpMo4lLNoSrzqDje",
    account_id: "BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp",
    amount: 12.34,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
    date: "2026-11-20",
    authorized_date: "2026-11-19",
    datetime: null,
    authorized_datetime: null,
    name: "ORCHARD GROCERY 0042",
    merchant_name: "Orchard Grocery",
    pending: false,
    pending_transaction_id: null,
    account_owner: null,
    location: {
      address: null,
      city: null,
      region: null,
      postal_code: null,
      country: null,
      lat: null,
      lon: null,
      store_number: null,
    },
    payment_meta: {
      by_order_of: null,
      payee: null,
      payer: null,
      payment_method: null,
      payment_processor: null,
      ppd_id: null,
      reason: null,
      reference_number: null,
    },
    payment_channel: "in store",
    transaction_code: null,
    personal_finance_category: {
      primary: "FOOD_AND_DRINK",
      detailed: "FOOD_AND_DRINK_GROCERIES",
      confidence_level: "VERY_HIGH",
    },
    ...more,
  };
}

/** Returns a checking account with $1,203.42. */
export function accountOf(more: Partial<Account> = {}): Account {
  return {
    account_id: "BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp",
    name: "Everyday Checking",
    official_name: "Larkfield Everyday Checking",
    mask: "4417",
    type: "depository",
    subtype: "checking",
    balances: {
      available: 1180.02,
      current: 1203.42,
      limit: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    ...more,
  };
}

/** Returns a page of changes, empty by default. */
export function syncPageOf(more: Partial<Page> = {}): Page {
  return {
    added: [],
    modified: [],
    removed: [],
    accounts: [],
    next_cursor:
      "tVUUL15lYQN5rBnfDIc1I8xudpGdIlw9nsgeXWvhOfkECvUeR663i3Dt1uf/94S8ASkitgLcIiOSqNwzzp+bh89kirazha5vuZHBb2ZA5NtCDkkV",
    has_more: false,
    request_id: "45QSn",
    transactions_update_status: "HISTORICAL_UPDATE_COMPLETE",
    ...more,
  };
}

/** Returns an Item without problems. */
export function itemOf(more: Partial<Item["item"]> = {}): Item {
  return {
    item: {
      item_id: "eVBnVMp7zdTJLkRNr33Rs6zr7KNJqBFL9DrE6",
      institution_id: "ins_109508",
      institution_name: "Larkfield Bank",
      webhook: "https://ledger.example/api/PlaidWebhook",
      error: null,
      available_products: [],
      billed_products: [],
      consent_expiration_time: null,
      update_type: "background",
      ...more,
    },
    status: {
      transactions: {
        last_successful_update: "2026-11-20T15:52:39.000Z",
        last_failed_update: "2026-11-18T03:10:22.000Z",
      },
      last_webhook: null,
    },
    request_id: "m8MDnv9okwxFNBV",
  };
}

/** Returns Plaid's answer to a lookup of a signing key. */
export function webhookKeyAnswer(
  kid: string,
  jwk: { x?: string; y?: string },
  expiredAt: number | null = null,
) {
  return {
    key: {
      alg: "ES256",
      crv: "P-256",
      kid,
      kty: "EC",
      use: "sig",
      x: jwk.x ?? "",
      y: jwk.y ?? "",
      created_at: 1_560_466_150,
      expired_at: expiredAt,
    },
    request_id: "RZ6Omi1bzzwDaLo",
  };
}
