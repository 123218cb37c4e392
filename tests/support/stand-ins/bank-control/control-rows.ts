import { randomBytes } from "node:crypto";
import { money } from "#shared/money.ts";
import type { BankRow } from "#upstreams/plaid/sandbox/items/bank-rows.ts";
import type { Item } from "#upstreams/plaid/sandbox/items/item.ts";

export type NewRow = {
  /** An account's key, such as `checking`; the Item's first account by default. */
  account?: string;
  /** Minor units of the account's currency, positive for money in. */
  minor: number;
  /** The sandbox's current date by default. */
  date?: string;
  name?: string;
  merchantName?: string | null;
  pending?: boolean;
  /** Plaid's detailed category. */
  category?: string;
};

export type RowChanges = Partial<Pick<BankRow, "date" | "name" | "merchantName" | "category">> & {
  minor?: number;
};

/** Controls an Item's list of transactions, identified by Plaid's transaction id. */
export function rowControl(open: (itemId: string) => Item, nowMs: () => number) {
  function find(item: Item, transactionId: string): BankRow {
    const row = item.rows().find(({ key }) => item.transactionId(key) === transactionId);
    if (row === undefined) throw new Error(`the bank lists no transaction ${transactionId}`);
    return row;
  }
  return {
    /** Adds a row; returns its transaction id. */
    addRow(itemId: string, fields: NewRow): string {
      const item = open(itemId);
      const row = newRow(fields, firstAccount(item), new Date(nowMs()).toISOString().slice(0, 10));
      item.apply([{ kind: "put", row }]);
      return item.transactionId(row.key);
    },
    /** Adds a number of posted rows at once. */
    addRows(itemId: string, count: number, account?: string): void {
      const item = open(itemId);
      item.apply([{ kind: "rows", account: account ?? firstAccount(item), count }]);
    },
    changeRow(itemId: string, transactionId: string, changes: RowChanges): void {
      const item = open(itemId);
      item.apply([{ kind: "put", row: changed(find(item, transactionId), changes) }]);
    },
    removeRow(itemId: string, transactionId: string): void {
      const item = open(itemId);
      const { key, account } = find(item, transactionId);
      item.apply([{ kind: "drop", key, account }]);
    },
    /** Posts a pending row: the pending one is removed and a posted one added, which refers to it by default. */
    postRow(
      itemId: string,
      pendingTransactionId: string,
      { namesPending = true, ...changes }: RowChanges & { namesPending?: boolean } = {},
    ): string {
      const item = open(itemId);
      const pending = find(item, pendingTransactionId);
      if (!pending.pending) throw new Error(`${pendingTransactionId} is already posted`);
      const key = `posted/${pending.key}`;
      const pendingKey = namesPending ? pending.key : null;
      item.apply([
        { kind: "put", row: { ...changed(pending, changes), key, pending: false, pendingKey } },
        { kind: "drop", key: pending.key, account: pending.account },
      ]);
      return item.transactionId(key);
    },
  };
}

function firstAccount(item: Item): string {
  return item.accounts()[0]?.key ?? "checking";
}

function newRow(row: NewRow, account: string, today: string): BankRow {
  return {
    key: `added/${randomBytes(6).toString("hex")}`,
    account: row.account ?? account,
    amount: money(row.minor),
    pending: row.pending ?? false,
    pendingKey: null,
    date: row.date ?? today,
    authorizedDate: row.date ?? today,
    name: row.name ?? "CORNER SHOP",
    merchantName: row.merchantName ?? null,
    category: row.category ?? "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE",
    channel: "in store",
  };
}

function changed(row: BankRow, { minor, ...fields }: RowChanges): BankRow {
  return { ...row, ...fields, ...(minor === undefined ? {} : { amount: money(minor) }) };
}
