import { fc } from "../properties.ts";
import { everyMark, type Mark } from "../factories/marks-factory.ts";
import { formatMoney, money } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";

/**
 * Possible events of a bank's list, of its path to the ledger, and of the ledger (docs/reference/money.md, "Proof"). `pick`
 * selects one of the rows existing at that time. Failures occur during the next sync.
 */
export type LedgerEvent =
  | { is: "add"; account: 0 | 1; pending: boolean; day: number; cents: number; name: string; kind: RowKind }
  | { is: "change"; pick: number; cents: number | null; name: string | null }
  | { is: "remove"; pick: number }
  | { is: "post"; pick: number; names: boolean; days: number; cents: number | null }
  | { is: "mark"; pick: number; mark: Mark }
  | { is: "mark while read"; page: number; pick: number; mark: Mark }
  | { is: "mutate"; times: number }
  | { is: "fail"; page: number; times: number }
  | { is: "die between pages"; page: number }
  | { is: "die while applying"; statement: number }
  | { is: "webhook"; pick: number; which: "waiting" | "delivered before"; copies: number }
  | { is: "wait" };

export type RowKind = "purchase" | "transfer";

/** The bank's category for each kind. */
export const categoryOf: Record<RowKind, string> = {
  purchase: "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE",
  transfer: "TRANSFER_OUT_ACCOUNT_TRANSFER",
};

const firstDay = "2026-11-01";
export const dateOf = (day: number): string => addDays(firstDay, day);

/** Few values, so that rows are often alike. */
const cents = fc.constantFrom(-500, 500, -720, 1_200);
const perhapsCents: fc.Arbitrary<number | null> = fc.option(cents);
const name = fc.constantFrom("Blue Fig 1", "BLUE FIG #2", "Rent");
const perhapsName: fc.Arbitrary<string | null> = fc.option(name);
const pick = fc.nat({ max: 999 });
const mark = fc.constantFrom(...everyMark);
const page = fc.integer({ min: 0, max: 4 });

/** Generates events of one kind from generators of their fields. */
function event<const Is extends LedgerEvent["is"], Fields extends object>(
  is: Is,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
): fc.Arbitrary<{ is: Is } & Fields> {
  return fc.record(fields).map((values) => Object.assign({ is }, values));
}

const add = event("add", {
  account: fc.constantFrom(0 as const, 1 as const),
  pending: fc.boolean(),
  day: fc.integer({ min: 0, max: 15 }),
  cents,
  name,
  kind: fc.constantFrom<RowKind>("purchase", "purchase", "transfer"),
});
const post = event("post", {
  pick,
  names: fc.boolean(),
  days: fc.integer({ min: 0, max: 9 }),
  cents: perhapsCents,
});

/** Generates what the bank does between two syncs. */
const bankEvent: fc.Arbitrary<LedgerEvent> = fc.oneof(
  { weight: 4, arbitrary: add },
  { weight: 4, arbitrary: post },
  { weight: 2, arbitrary: event("remove", { pick }) },
  { weight: 1, arbitrary: event("change", { pick, cents: perhapsCents, name: perhapsName }) },
);

const times = fc.integer({ min: 1, max: 4 });
const trouble: fc.Arbitrary<LedgerEvent> = fc.oneof(
  event("mark while read", { page, pick, mark }),
  event("mutate", { times }),
  event("fail", { page, times }),
  event("die between pages", { page }),
  event("die while applying", { statement: fc.integer({ min: 0, max: 30 }) }),
);

const news: fc.Arbitrary<LedgerEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: event("webhook", {
      pick,
      which: fc.constantFrom("waiting" as const, "waiting" as const, "delivered before" as const),
      copies: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: event("wait", {}) },
);

/** Generates a round: bank changes, possible failures, their notification, and the person's edits. */
function anyRound(mostTrouble: number): fc.Arbitrary<LedgerEvent[]> {
  return fc
    .tuple(
      fc.array(bankEvent, { maxLength: 5, size: "max" }),
      fc.array(trouble, { maxLength: mostTrouble, size: "max" }),
      fc.array(news, { minLength: 1, maxLength: 2 }),
      fc.array(event("mark", { pick, mark }), { maxLength: 3, size: "max" }),
    )
    .map((parts) => parts.flat());
}

const firstRows = fc.array(add, { minLength: 1, maxLength: 4, size: "max" });
const firstNews: LedgerEvent = { is: "webhook", pick: 0, which: "waiting", copies: 1 };

export type LedgerScript = readonly LedgerEvent[];

/** Generates scripts with a maximum number of rounds, and of failures in each. A failing script is printed as a readable list. */
export function anyScript(most: { rounds: number; trouble: number }): fc.Arbitrary<LedgerScript> {
  return fc
    .tuple(firstRows, fc.array(anyRound(most.trouble), { minLength: 1, maxLength: most.rounds, size: "max" }))
    .map(([rows, rounds]) => {
      const events: LedgerEvent[] = [...rows, firstNews, ...rounds.flat()];
      return Object.assign(events, { [fc.toStringMethod]: () => `\n${scriptText(events)}\n` });
    });
}

/** Formats a script as a numbered list for people. */
export function scriptText(events: LedgerScript): string {
  return events.map((event, index) => `${String(index + 1).padStart(3)}. ${eventText(event)}`).join("\n");
}

function eventText(event: LedgerEvent): string {
  switch (event.is) {
    case "add":
      return `the bank lists a ${event.pending ? "pending" : "posted"} ${event.kind} of ${amountText(event.cents)} on ${dateOf(event.day)}, "${event.name}", on account ${event.account}`;
    case "change":
      return `the bank changes row ${event.pick}${event.cents === null ? "" : ` to ${amountText(event.cents)}`}${event.name === null ? "" : ` to "${event.name}"`}`;
    case "remove":
      return `the bank takes row ${event.pick} back`;
    case "post":
      return `pending row ${event.pick} posts ${event.days} days later${event.cents === null ? "" : ` as ${amountText(event.cents)}`}, ${event.names ? "naming it" : "without naming it"}`;
    case "mark":
      return `the person puts a mark (${event.mark}) on row ${event.pick} of the ledger`;
    case "mark while read":
      return `while page ${event.page} is read, the person puts a mark (${event.mark}) on row ${event.pick} of the ledger`;
    case "mutate":
      return `the bank will change its list ${event.times} times while it is read`;
    case "fail":
      return `the line will fail ${event.times} times from page ${event.page} on`;
    case "die between pages":
      return `the server will die at page ${event.page}`;
    case "die while applying":
      return `the server will die at statement ${event.statement} of its next transactions`;
    case "webhook":
      return `the webhook ${event.which} number ${event.pick} arrives${event.copies > 1 ? " twice" : ""}, and is worked on`;
    default:
      return "some hours pass, and what is due is done";
  }
}

function amountText(minor: number): string {
  return formatMoney(money(minor), "USD");
}
