import type { Mark } from "../factories/marks-factory.ts";
import type { Database } from "#server/database/db.ts";
import { categoryOf, dateOf, type LedgerEvent, type LedgerScript } from "./ledger-events.ts";
import { readLedger, type ScriptOutcome } from "./ledger-truth.ts";
import type { LedgerSite, MarkedRow, SignedWebhook, LedgerPerson } from "./ledger-site.ts";

type Run = {
  site: LedgerSite;
  database: Database;
  person: LedgerPerson;
  acknowledged: Map<number, Set<Mark>>;
  waiting: SignedWebhook[];
  delivered: SignedWebhook[];
};

/**
 * Plays a script for a new person, then waits until everything has settled: the connection works, the server lives, and every
 * delayed sync has run.
 */
export async function playScript(
  site: LedgerSite,
  database: Database,
  script: LedgerScript,
): Promise<ScriptOutcome> {
  const person = await site.person();
  const run: Run = { site, database, person, acknowledged: new Map(), waiting: [], delivered: [] };
  for (const event of script) {
    await happen(run, event);
    if (site.database.isDead()) await site.startAnew();
  }
  await site.startAnew();
  site.control.mutateDuringPaging(person.itemId, 0);
  site.passUntilQuiet();
  await site.ask(person);
  await site.work();
  return { person, acknowledged: run.acknowledged };
}

async function happen(run: Run, event: LedgerEvent): Promise<void> {
  const { site, person } = run;
  const { control, pages } = site;
  switch (event.is) {
    case "add":
    case "change":
    case "remove":
    case "post":
      changeList(run, event);
      run.waiting.push(await site.signWebhook(person.itemId, "SYNC_UPDATES_AVAILABLE"));
      return;
    case "mark":
      await mark(run, event);
      return;
    case "mark while read":
      at(pages, event.page, async () => {
        await mark(run, event);
        return "answer" as const;
      });
      return;
    case "mutate":
      control.mutateDuringPaging(person.itemId, event.times);
      return;
    case "fail":
      for (let time = 0; time < event.times; time += 1) at(pages, event.page + time, () => "fail");
      return;
    case "die between pages":
      at(pages, event.page, () => {
        site.database.die();
        return "fail";
      });
      return;
    case "die while applying":
      site.database.dieAtStatement(event.statement);
      return;
    case "webhook":
      await deliver(run, event);
      return;
    case "wait":
      site.passUntilQuiet();
      await site.work();
  }
}

function at(pages: LedgerSite["pages"], page: number, what: LedgerSite["pages"][number]): void {
  while (pages.length < page) pages.push(() => "answer");
  pages[page] = what;
}

function pickOf<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)];
}

type ListEvent = Extract<LedgerEvent, { is: "add" | "change" | "remove" | "post" }>;

function changeList({ site: { control }, person: { itemId } }: Run, event: ListEvent): void {
  if (event.is === "add") {
    control.addRow(itemId, {
      account: event.account === 0 ? "checking" : "savings",
      minor: event.cents,
      date: dateOf(event.day),
      name: event.name,
      pending: event.pending,
      category: categoryOf[event.kind],
    });
    return;
  }
  const rows = control.truth(itemId).transactions;
  const row = pickOf(event.is === "post" ? rows.filter(({ pending }) => pending) : rows, event.pick);
  if (row === undefined) return;
  const id = row.transaction_id;
  if (event.is === "remove") control.removeRow(itemId, id);
  else if (event.is === "change")
    control.changeRow(itemId, id, {
      ...minorOf(event),
      ...(event.name === null ? {} : { name: event.name }),
    });
  else
    control.postRow(itemId, id, {
      ...minorOf(event),
      namesPending: event.names,
      date: dateOf(Number(row.date.slice(8)) - 1 + event.days),
    });
}

function minorOf({ cents }: { cents: number | null }): { minor?: number } {
  return cents === null ? {} : { minor: cents };
}

async function mark(
  { site, database, person, acknowledged }: Run,
  event: { pick: number; mark: Mark },
): Promise<void> {
  const row = pickOf(await markableRows(database, person), event.pick);
  if (row === undefined || !(await site.mark(person, event.mark, row))) return;
  const marks = acknowledged.get(row.transactionId) ?? new Set();
  acknowledged.set(row.transactionId, marks.add(event.mark));
}

async function markableRows(database: Database, person: LedgerPerson): Promise<MarkedRow[]> {
  const rows = await readLedger(database, person);
  return rows.map(({ transactionId, cents, accountId, date, name }) => ({
    transactionId,
    amount: cents / 100,
    accountId,
    date,
    name,
  }));
}

/** Delivers a webhook late, early, twice or again, as happens in practice. */
async function deliver(run: Run, event: Extract<LedgerEvent, { is: "webhook" }>): Promise<void> {
  const { site, waiting, delivered } = run;
  const isOld = event.which === "delivered before";
  const webhook = pickOf(isOld ? delivered : waiting, event.pick);
  if (webhook === undefined) return;
  for (let copy = 0; copy < event.copies; copy += 1) {
    const status = await site.deliver(webhook);
    // An unanswered sender tries again, but not while the server is dead.
    if (site.database.isDead()) await site.startAnew();
    if (status !== 200 && status !== 401) continue;
    if (!isOld) waiting.splice(waiting.indexOf(webhook), 1);
    if (!delivered.includes(webhook)) delivered.push(webhook);
  }
  await site.work();
}
