import type { Hono } from "hono";
import type { RemovedTransaction, Transaction, TransactionsSyncResponse } from "plaid";
import type { BankRow, RowEvent } from "../items/bank-rows.ts";
import type { Item } from "../items/item.ts";
import { accountAnswer, transactionAnswer, updateStatus } from "../plaid-answers.ts";
import type { Wire } from "../plaid-wire.ts";
import { openWorkingItem, readRequest } from "../request-reading.ts";
import * as schemas from "../request-schemas.ts";
import { accountsAt } from "../sandbox-banks.ts";
import type { Sandbox, SandboxEnv } from "../sandbox-context.ts";
import { problems, SandboxError } from "../sandbox-errors.ts";
import { changesSince, type RowChange } from "./sync-changes.ts";
import { hashOf } from "../flows/seeded-random.ts";

const usualCount = 100;

/** Mounts `/transactions/sync`, which returns the changes since a cursor, page by page. */
export function mountSyncRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  app.post("/transactions/sync", async (c) => {
    const request = await readRequest(c, schemas.transactionsSync);
    const item = await openWorkingItem(sandbox, request.access_token);
    if (item.seed.behavior === "rate-limited") throw new SandboxError(problems.syncLimit);
    if (!item.state().isArmed) item.update(() => ({ isArmed: true }));
    const page = pageOf(item, sandbox, {
      cursor: request.cursor ?? "",
      count: request.count ?? usualCount,
      accountId: request.options?.account_id ?? null,
    });
    return c.json({ ...page, request_id: c.get("requestId") });
  });
}

type SyncRequest = { cursor: string; count: number; accountId: string | null };

function pageOf(
  item: Item,
  sandbox: Sandbox,
  request: SyncRequest,
): Omit<Wire<TransactionsSyncResponse>, "request_id"> {
  const nowMs = sandbox.nowMs();
  const status = updateStatus(item, nowMs);
  const nothing = { added: [], modified: [], removed: [], accounts: [], has_more: false };
  if (status === "NOT_READY") {
    return { ...nothing, next_cursor: "", transactions_update_status: status };
  }
  const events = eventsFor(item, request.accountId);
  const owner: CursorOwner = { nonce: item.seed.nonce, accountId: request.accountId };
  const at = positionOf(owner, events, request.cursor);
  const changes = changesSince(events, at.position);
  const shown = changes.slice(at.offset, at.offset + request.count);
  const offset = at.offset + shown.length;
  const hasMore = offset < changes.length;
  const next = hasMore ? { ...at, offset } : { position: at.end, end: at.end, offset: 0 };
  const cursor = writeCursor(owner, events, next);
  // A reader that has reached the end needs no webhook about it.
  const isNews = request.accountId === null && at.end > item.state().announced;
  if (!hasMore && isNews) item.update(() => ({ announced: at.end }));
  if (hasMore && sandbox.faults.takeMutation(item.itemId)) touchOneRow(item);
  return {
    ...answersOf(item, shown, nowMs),
    next_cursor: cursor,
    has_more: hasMore,
    transactions_update_status: status,
  };
}

function eventsFor(item: Item, accountId: string | null): readonly RowEvent[] {
  const events = item.events();
  if (accountId === null) return events;
  const account = item.accounts().find(({ key }) => item.accountId(key) === accountId);
  if (account === undefined) throw new SandboxError(problems.invalidAccountId);
  return events.filter((event) => ("put" in event ? event.put.account : event.account) === account.key);
}

/** Returns the position of a cursor; one between pages is valid only until the list changes. */
function positionOf(owner: CursorOwner, events: readonly RowEvent[], cursor: string): SyncPosition {
  if (cursor === "") return { position: 0, end: events.length, offset: 0 };
  const at = readCursor(owner, events, cursor);
  if (at === null) throw new SandboxError(problems.invalidCursor);
  if (at.offset === 0) return { position: at.position, end: events.length, offset: 0 };
  if (at.end !== events.length) throw new SandboxError(problems.mutationDuringPagination);
  return at;
}

function answersOf(
  item: Item,
  changes: readonly RowChange[],
  nowMs: number,
): Pick<Wire<TransactionsSyncResponse>, "added" | "modified" | "removed" | "accounts"> {
  const known = accountsAt(item.seed.bank, item.seed.person);
  const currencies = new Map(known.map(({ key, currency }) => [key, currency]));
  const rowAnswer = (row: BankRow) => transactionAnswer(item, row, currencies.get(row.account) ?? "USD");
  const added: Wire<Transaction>[] = [];
  const modified: Wire<Transaction>[] = [];
  const removed: Wire<RemovedTransaction>[] = [];
  const touched = new Set<string>();
  for (const change of changes) {
    if (change.kind === "removed") {
      const { key, account } = change;
      touched.add(account);
      removed.push({ transaction_id: item.transactionId(key), account_id: item.accountId(account) });
    } else {
      touched.add(change.row.account);
      (change.kind === "added" ? added : modified).push(rowAnswer(change.row));
    }
  }
  const accounts = item.accounts().filter(({ key }) => touched.has(key));
  return {
    added,
    modified,
    removed,
    accounts: accounts.map((account) => accountAnswer(item, account, nowMs)),
  };
}

/** Changes a row, as a bank might while its list is being paged. */
function touchOneRow(item: Item): void {
  const row = item.rows().at(-1);
  if (row !== undefined) item.apply([{ kind: "put", row: { ...row, name: `${row.name} *` } }]);
}

/** Position of a sync: everything before `position` is known, plus `offset` changes of those that follow up to `end`. */
type SyncPosition = { position: number; end: number; offset: number };

/** Owner of a position: the Item, and the account if only one was requested. */
type CursorOwner = { nonce: string; accountId: string | null };

const shape = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

function writeCursor(owner: CursorOwner, events: readonly RowEvent[], at: SyncPosition): string {
  const text = `${at.position}.${at.end}.${at.offset}.${markOf(owner, events, at)}`;
  return Buffer.from(text).toString("base64");
}

/** Parses a cursor; null if it belongs to another Item or list. */
function readCursor(owner: CursorOwner, events: readonly RowEvent[], cursor: string): SyncPosition | null {
  const found = shape.exec(Buffer.from(cursor, "base64").toString());
  if (found === null) return null;
  const [position = 0, end = 0, offset = 0, mark = 0] = found.slice(1).map(Number);
  const at = { position, end, offset };
  if (position > end || end > events.length) return null;
  return markOf(owner, events, at) === mark ? at : null;
}

function markOf({ nonce, accountId }: CursorOwner, events: readonly RowEvent[], at: SyncPosition): number {
  const last = events[at.end - 1];
  const key = last === undefined ? "" : "put" in last ? last.put.key : last.drop;
  return hashOf(`${nonce} ${accountId} ${at.position} ${at.end} ${at.offset} ${key} ${last?.atMs ?? 0}`);
}
