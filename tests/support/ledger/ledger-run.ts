import type { Mark } from "../factories/marks-factory.ts";
import type { Database } from "#server/database/db.ts";
import { categoryOf, dateOf, type LedgerEvent, type LedgerScript } from "./ledger-events.ts";
import { readLedger, type ScriptOutcome } from "./ledger-truth.ts";
import type { LedgerWorld, MarkedRow, SignedWebhook, WorldPerson } from "./ledger-world.ts";

type Run = {
  world: LedgerWorld;
  database: Database;
  person: WorldPerson;
  acknowledged: Map<number, Set<Mark>>;
  waiting: SignedWebhook[];
  delivered: SignedWebhook[];
};

/**
 * Plays a script for a person of its own, then lets everything come to rest: the line holds, the server lives, and every
 * sync that was put off is made up for.
 */
export async function playScript(
  world: LedgerWorld,
  database: Database,
  script: LedgerScript,
): Promise<ScriptOutcome> {
  const person = await world.person();
  const run: Run = { world, database, person, acknowledged: new Map(), waiting: [], delivered: [] };
  for (const event of script) {
    await happen(run, event);
    if (world.database.isDead()) await world.startAnew();
  }
  await world.startAnew();
  world.control.mutateDuringPaging(person.itemId, 0);
  world.passUntilQuiet();
  await world.ask(person);
  await world.work();
  return { person, acknowledged: run.acknowledged };
}

async function happen(run: Run, event: LedgerEvent): Promise<void> {
  const { world, person } = run;
  const { control, pages } = world;
  switch (event.is) {
    case "add":
    case "change":
    case "remove":
    case "post":
      changeList(run, event);
      run.waiting.push(await world.signWebhook(person.itemId, "SYNC_UPDATES_AVAILABLE"));
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
        world.database.die();
        return "fail";
      });
      return;
    case "die while applying":
      world.database.dieAtStatement(event.statement);
      return;
    case "webhook":
      await deliver(run, event);
      return;
    case "wait":
      world.passUntilQuiet();
      await world.work();
  }
}

function at(pages: LedgerWorld["pages"], page: number, what: LedgerWorld["pages"][number]): void {
  while (pages.length < page) pages.push(() => "answer");
  pages[page] = what;
}

function pickOf<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)];
}

type ListEvent = Extract<LedgerEvent, { is: "add" | "change" | "remove" | "post" }>;

function changeList({ world: { control }, person: { itemId } }: Run, event: ListEvent): void {
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
  { world, database, person, acknowledged }: Run,
  event: { pick: number; mark: Mark },
): Promise<void> {
  const row = pickOf(await markableRows(database, person), event.pick);
  if (row === undefined || !(await world.mark(person, event.mark, row))) return;
  const marks = acknowledged.get(row.transactionId) ?? new Set();
  acknowledged.set(row.transactionId, marks.add(event.mark));
}

async function markableRows(database: Database, person: WorldPerson): Promise<MarkedRow[]> {
  const rows = await readLedger(database, person);
  return rows.map(({ transactionId, cents }) => ({ transactionId, amount: cents / 100 }));
}

/** Late, early, twice or again: as deliveries come. */
async function deliver(run: Run, event: Extract<LedgerEvent, { is: "webhook" }>): Promise<void> {
  const { world, waiting, delivered } = run;
  const isOld = event.which === "delivered before";
  const webhook = pickOf(isOld ? delivered : waiting, event.pick);
  if (webhook === undefined) return;
  for (let copy = 0; copy < event.copies; copy += 1) {
    const status = await world.deliver(webhook);
    // Who got no answer sends it again, but not to a dead server.
    if (world.database.isDead()) await world.startAnew();
    if (status !== 200 && status !== 401) continue;
    if (!isOld) waiting.splice(waiting.indexOf(webhook), 1);
    if (!delivered.includes(webhook)) delivered.push(webhook);
  }
  await world.work();
}
