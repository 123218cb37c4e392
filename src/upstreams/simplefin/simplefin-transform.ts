import { readMinorUnits } from "#shared/minor-units.ts";
import { cleanMessage } from "./simplefin-errors.ts";
import type { AccountOnTheWire, AccountSetOnTheWire, TransactionOnTheWire } from "./simplefin-schemas.ts";
import type {
  AccountSet,
  ProblemScope,
  SimpleFinAccount,
  SimpleFinConnection,
  SimpleFinProblem,
  SimpleFinTransaction,
} from "./simplefin-types.ts";

/** Converts an answer of either version. */
export function toAccountSet(set: AccountSetOnTheWire): AccountSet {
  const money = set.accounts.filter(({ currency }) => readCurrency(currency) !== null);
  const converted = money.map(toAccount);
  const connections = toConnections(set);
  return {
    connections,
    accounts: converted.map(({ account }) => account),
    problems: toProblems(set, connections),
    customCurrencyCount: set.accounts.length - money.length,
    refusedCount: converted.reduce((count, { refusedCount }) => count + refusedCount, 0),
  };
}

/** Returns an ISO 4217 code; null for a currency of its own, which is written as an address. */
function readCurrency(currency: string): string | null {
  const code = currency.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

function toAccount(account: AccountOnTheWire): { account: SimpleFinAccount; refusedCount: number } {
  const currency = readCurrency(account.currency) ?? "";
  const available = account["available-balance"];
  const transactions = account.transactions.flatMap((row) => toTransaction(row, currency) ?? []);
  return {
    account: {
      id: account.id,
      connectionId: account.conn_id ?? organizationId(account.org),
      name: account.name ?? "Account",
      currency,
      balance: readMinorUnits(plainDigits(account.balance), currency),
      available: available === null ? null : readMinorUnits(plainDigits(available), currency),
      balanceAt: new Date(account["balance-date"] * 1000),
      transactions,
    },
    refusedCount: account.transactions.length - transactions.length,
  };
}

/** Converts a row; null if its amount is too large to count. */
function toTransaction(row: TransactionOnTheWire, currency: string): SimpleFinTransaction | null {
  const rawAmount = plainDigits(row.amount);
  const amount = readMinorUnits(rawAmount, currency);
  if (amount === null) return null;
  const transactedOn = dayOf(row.transacted_at);
  // Without a posted date, a row isn't final, whatever it says.
  const pending = row.pending || row.posted === null;
  return {
    id: row.id,
    pending,
    // Servers write noon in UTC for the bank's day, so that its date is the bank's date.
    date: dayOf(row.posted) ?? transactedOn,
    transactedOn,
    name: row.description ?? row.payee ?? row.memo ?? "No description",
    payee: row.payee,
    amount,
    rawAmount,
  };
}

/** Returns digits as `readMinorUnits` and the database take them: without plus, with a digit before the point. */
function plainDigits(digits: string): string {
  return digits
    .replace(/^\+/, "")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.$/, "");
}

/** Returns the day of an instant in UTC; null for none, or outside the years that a day can have. */
function dayOf(seconds: number | null): string | null {
  if (seconds === null) return null;
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && day > "0001" ? day : null;
}

function organizationId(org: AccountOnTheWire["org"]): string | null {
  if (org === null) return null;
  return org.id ?? org.domain ?? org["sfin-url"] ?? org.name;
}

function toConnections({ connections, accounts }: AccountSetOnTheWire): SimpleFinConnection[] {
  const found = new Map(connections.map(({ conn_id, name }) => [conn_id, name ?? "Bank"]));
  for (const { org } of accounts) {
    const id = organizationId(org);
    if (org !== null && id !== null && !found.has(id)) found.set(id, org.name ?? org.domain ?? "Bank");
  }
  return [...found].map(([id, name]) => ({ id, name }));
}

function toProblems(
  { errlist, errors }: AccountSetOnTheWire,
  connections: readonly SimpleFinConnection[],
): SimpleFinProblem[] {
  // A server of version 2 repeats its errors as texts for older clients.
  if (errlist === null || errlist === undefined)
    return errors.map((message) => problemOfText(message, connections));
  return errlist.map((error) => {
    const message = cleanMessage(error.msg ?? error.message ?? "");
    const common = { message, connectionId: error.conn_id, accountId: error.account_id };
    return { ...common, scope: scopeOf(error.code), code: knownCode(error.code) };
  });
}

const scopes: Readonly<Record<string, ProblemScope>> = { gen: "general", con: "connection", act: "account" };

function scopeOf(code: string): ProblemScope {
  const [prefix = ""] = code.split(".", 1);
  return (Object.hasOwn(scopes, prefix) ? scopes[prefix] : undefined) ?? "general";
}

const codes = new Set(["gen.api", "gen.auth", "con.auth", "act.failed", "act.missingdata"]);

/** Returns the code; an unknown one becomes its prefix, as the protocol says. */
function knownCode(code: string): string {
  if (codes.has(code)) return code;
  const [prefix = ""] = code.split(".", 1);
  return Object.hasOwn(scopes, prefix) ? `${prefix}.` : "gen.";
}

/** Reads a text of version 1. The Bridge says "Connection to X may need attention" if X wants its person to sign in. */
function problemOfText(text: string, connections: readonly SimpleFinConnection[]): SimpleFinProblem {
  const message = cleanMessage(text);
  const name = /^Connection to (.+?) may need attention/i.exec(message)?.[1];
  if (name === undefined)
    return { scope: "general", code: "gen.", message, connectionId: null, accountId: null };
  const connection = connections.find((one) => one.name.toLowerCase() === name.toLowerCase());
  return {
    scope: "connection",
    code: "con.auth",
    message,
    connectionId: connection?.id ?? null,
    accountId: null,
  };
}
