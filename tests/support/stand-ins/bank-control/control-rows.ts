import { randomBytes } from "node:crypto";
import { money } from "#shared/money.ts";
import type { BankRow } from "#upstreams/plaid/sandbox/items/bank-rows.ts";
import type { Item } from "#upstreams/plaid/sandbox/items/item.ts";

export type NewRow = {
  /** An account's key, such as `checking`; the item's first account where it is not given. */
  account?: string;
  /** Minor units of the account's currency, in > 0. */
  minor: number;
  /** The sandbox's day where it is not given. */
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

/** What happens on an item's list. Rows are named by Plaid's transaction id. */
export function rowControl(open: (itemId: string) => Item, nowMs: () => number) {
  function find(item: Item, transactionId: string): BankRow {
    const row = item.rows().find(({ key }) => item.transactionId(key) === transactionId);
    if (row === undefined) throw new Error(`the bank lists no transaction ${transactionId}`);
    return row;
  }
  return {
    /** Lists another row; answers its transaction id. */
    addRow(itemId: string, wanted: NewRow): string {
      const item = open(itemId);
      const row = newRow(wanted, firstAccount(item), new Date(nowMs()).toISOString().slice(0, 10));
      item.apply([{ kind: "put", row }]);
      return item.transactionId(row.key);
    },
    /** Lists as many further posted rows as wanted, all at once. */
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
    /** Posts a pending row: the pending one goes, another comes, which names it unless told otherwise. */
    postRow(
      itemId: string,
      pendingTransactionId: string,
      { namesPending = true, ...changes }: RowChanges & { namesPending?: boolean } = {},
    ): string {
      const item = open(itemId);
      const pending = find(item, pendingTransactionId);
      if (!pending.pending) throw new Error(`${pendingTransactionId} has posted already`);
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

function newRow(wanted: NewRow, account: string, today: string): BankRow {
  return {
    key: `added/${randomBytes(6).toString("hex")}`,
    account: wanted.account ?? account,
    amount: money(wanted.minor),
    pending: wanted.pending ?? false,
    pendingKey: null,
    date: wanted.date ?? today,
    authorizedDate: wanted.date ?? today,
    name: wanted.name ?? "CORNER SHOP",
    merchantName: wanted.merchantName ?? null,
    category: wanted.category ?? "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE",
    channel: "in store",
  };
}

function changed(row: BankRow, { minor, ...fields }: RowChanges): BankRow {
  return { ...row, ...fields, ...(minor === undefined ? {} : { amount: money(minor) }) };
}
