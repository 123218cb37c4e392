import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { money, negateMoney, sumMoney, type Money } from "#shared/money.ts";
import { addDays, addMonths, dayOfMonth, lastDayOf, monthOf, monthsFrom } from "#shared/time/plain-dates.ts";

/* An invented household with two banks, whose months are a pure function of the calendar. */

export type BridgeAccount = {
  key: "checking" | "savings" | "card" | "north" | "points";
  connection: "pinewater" | "harborstone";
  name: string;
  currency: string;
  /** Balance before the first row; negative for money owed. */
  opening: Money;
};

export const bridgeConnections = {
  pinewater: { name: "Pinewater Credit Union", domain: "pinewater.example" },
  harborstone: { name: "Harborstone Bank", domain: "harborstone.example" },
} as const;

/** Currency of its own, in which the points account counts. */
const pointsCurrency = "https://harborstone.example/points";

type AccountRow = [
  key: BridgeAccount["key"],
  connection: BridgeAccount["connection"],
  name: string,
  currency: string,
  openingCents: number,
];

const accountRows: readonly AccountRow[] = [
  ["checking", "pinewater", "Free Checking (3071)", "USD", 284_019],
  ["savings", "pinewater", "Share Savings (3089)", "USD", 612_500],
  ["card", "harborstone", "Harborstone Visa (5520)", "USD", -41_877],
  ["north", "harborstone", "Northbound Chequing (7714)", "CAD", 95_240],
  ["points", "harborstone", "Harborstone Points", pointsCurrency, 1_284_000],
];

export const bridgeAccounts: readonly BridgeAccount[] = accountRows.map(
  ([key, connection, name, currency, cents]) => ({ key, connection, name, currency, opening: money(cents) }),
);

/** A row as it will be once it has posted. */
export type BridgeRow = {
  /** The same in every answer. */
  key: string;
  account: BridgeAccount["key"];
  /** Day on which it happened. */
  day: string;
  /** Day on which it posts; on the days before it is pending. */
  postedDay: string;
  /** Money in is positive. */
  amount: Money;
  description: string;
  payee: string;
};

/** First month that counts in balances. */
const firstMonth = "2025-01";
/** Number of days for which the bridge has transactions. */
const historyDays = 200;

/** Returns the rows of the last 200 days that happened by a day, oldest first. */
export function rowsUntil(day: string): BridgeRow[] {
  const first = addDays(day, -historyDays);
  return monthsFrom(monthOf(first), monthOf(day))
    .flatMap(rowsOf)
    .filter((row) => row.day >= first && row.day <= day);
}

/** Returns the balance of an account with everything that has posted by a day. */
export function balanceAt({ key, opening }: BridgeAccount, day: string): Money {
  const posted = monthsFrom(firstMonth, monthOf(day))
    .flatMap(rowsOf)
    .filter((row) => row.account === key && row.postedDay <= day);
  return sumMoney([opening, ...posted.map(({ amount }) => amount)]);
}

const knownMonths = new LRUCache<string, BridgeRow[]>({ max: 60 });

function rowsOf(month: string): BridgeRow[] {
  const known = knownMonths.get(month);
  if (known !== undefined) return known;
  const rows = [...fixedRows(month), ...shoppingRows(month), ...cardPayment(month)].toSorted((a, b) =>
    a.day < b.day ? -1 : Number(a.day > b.day),
  );
  knownMonths.set(month, rows);
  return rows;
}

type Bill = [account: BridgeAccount["key"], day: number, cents: number, description: string, payee: string];

const bills: readonly Bill[] = [
  ["checking", 1, 248_015, "DIRECT DEP MOSSBRIDGE STUDIO PAYROLL", "Mossbridge Studio"],
  ["checking", 1, -165_000, "ACH WITHDRAWAL ALDERWICK PROPERTY RENT", "Alderwick Property"],
  ["checking", 3, 62_000, "ZELLE PAYMENT FROM MARLOW FINCH", "Marlow Finch"],
  ["checking", 7, -8_941, "TIDEWATER ELECTRIC WEB PMT", "Tidewater Electric"],
  ["checking", 12, -6_500, "BRIGHTLOOM INTERNET AUTOPAY", "Brightloom Internet"],
  ["checking", 15, 248_015, "DIRECT DEP MOSSBRIDGE STUDIO PAYROLL", "Mossbridge Studio"],
  ["checking", 16, -30_000, "TRANSFER TO SHARE SAVINGS 3089", "Share Savings"],
  ["savings", 16, 30_000, "TRANSFER FROM FREE CHECKING 3071", "Free Checking"],
  ["card", 9, -1_599, "LANTERNVIEW STREAMING", "Lanternview"],
  ["card", 18, -2_450, "GOOSEFEATHER GYM MONTHLY", "Goosefeather Gym"],
  ["north", 5, 18_000, "E-TRANSFER FROM R THISTLEDOWN", "R Thistledown"],
  ["north", 21, -7_432, "COPPERLEAF MOBILE", "Copperleaf Mobile"],
];

/** Returns a row that posts on its own day. */
function rowOfBill(month: string, name: string, bill: Bill): BridgeRow {
  const [account, dayDue, cents, description, payee] = bill;
  const day = dayOfMonth(month, dayDue);
  const amount = money(cents);
  return { key: `${month} ${name}`, account, day, postedDay: day, amount, description, payee };
}

function fixedRows(month: string): BridgeRow[] {
  const interest = 300 + numberOf(`${month} interest`, 120);
  return [
    ...bills.map((bill, index) => rowOfBill(month, `bill ${index}`, bill)),
    rowOfBill(month, "interest", ["savings", 31, interest, "DIVIDEND EARNED", "Pinewater Credit Union"]),
  ];
}

type Shop = [description: string, payee: string, leastCents: number, mostCents: number];

const shops: readonly [Shop, ...Shop[]] = [
  ["ROOK & RYE COFFEE 0417", "Rook & Rye Coffee", 350, 1_180],
  ["FENMARKET #22", "Fenmarket", 1_820, 11_900],
  ["FENMARKET #22", "Fenmarket", 2_400, 9_800],
  ["SQ *PLUM STREET NOODLES", "Plum Street Noodles", 1_290, 4_600],
  ["BLACKBIRD FUEL 88", "Blackbird Fuel", 2_900, 6_800],
  ["CINDER & OAK HARDWARE", "Cinder & Oak Hardware", 700, 9_900],
  ["THREE LANTERNS PHARMACY", "Three Lanterns Pharmacy", 560, 4_100],
  ["PAPERKITE BOOKS", "Paperkite Books", 899, 4_800],
];

function shoppingRows(month: string): BridgeRow[] {
  const days = Number(lastDayOf(month).slice(-2));
  return Array.from({ length: days }, (_unused, index) => {
    const seed = `${month} shop ${index}`;
    const [description, payee, least, most] = shops[numberOf(`${seed} where`, shops.length)] ?? shops[0];
    const day = dayOfMonth(month, index + 1);
    return {
      key: seed,
      account: index % 4 === 0 ? ("checking" as const) : ("card" as const),
      day,
      postedDay: addDays(day, 1 + numberOf(`${seed} wait`, 3)),
      amount: money(-(least + numberOf(`${seed} amount`, most - least))),
      description,
      payee,
    };
  });
}

/** Returns both sides of the payment of the previous month's purchases. */
function cardPayment(month: string): BridgeRow[] {
  if (month <= firstMonth) return [];
  const before = addMonths(month, -1);
  const purchases = [...fixedRows(before), ...shoppingRows(before)].filter(
    ({ account }) => account === "card",
  );
  const spent = sumMoney(purchases.map(({ amount }) => amount));
  const paid: Bill = ["checking", 20, spent, "HARBORSTONE VISA E-PAYMENT", "Harborstone Visa"];
  const payment: Bill = ["card", 20, negateMoney(spent), "PAYMENT RECEIVED - THANK YOU", "Payment"];
  return [rowOfBill(month, "card paid", paid), rowOfBill(month, "card payment", payment)];
}

/** Returns a number from 0 up to, but not including, `below`, the same for the same seed. */
function numberOf(seed: string, below: number): number {
  return createHash("sha256").update(seed).digest().readUInt32BE(0) % below;
}
