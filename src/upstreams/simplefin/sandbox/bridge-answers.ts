import { createHash } from "node:crypto";
import { moneyDigits } from "#shared/money.ts";
import {
  balanceAt,
  bridgeAccounts,
  bridgeConnections,
  rowsUntil,
  type BridgeAccount,
  type BridgeRow,
} from "./bridge-household.ts";
import type { LinkState } from "./bridge-state.ts";

/** Question of `GET /accounts`, with instants in seconds. */
export type AccountsQuery = {
  version: number;
  startsAt: number | null;
  endsAt: number | null;
  withPending: boolean;
  balancesOnly: boolean;
  accounts: readonly string[];
};

type Link = { linkId: string; state: LinkState; nowMs: number };

/** The bridge reads its banks once a day, at ten in the morning in UTC. */
const readingHour = 10;
const hourMs = 3_600_000;
/** Time after the claim at which a link that is to need a sign-in does. */
const troubleAfterMs = 20_000;

/** Returns the answer of `GET /accounts`, in the version that the link's server speaks. */
export function accountSetOf(link: Link, query: AccountsQuery): object {
  const day = lastReadingDay(link.nowMs);
  const speaks = link.state.condition === "version-1" ? 1 : query.version;
  const shown = bridgeAccounts.filter(
    (account) => query.accounts.length === 0 || query.accounts.includes(accountIdOf(link, account)),
  );
  const problems = problemsOf(link);
  const accounts = shown.map((account) => accountOf(link, account, { day, speaks, query }));
  if (speaks === 1) return { errors: problems.map(({ msg }) => msg), accounts };
  return {
    errlist: problems,
    errors: problems.map(({ msg }) => msg),
    connections: Object.entries(bridgeConnections).map(([key, { name, domain }]) => ({
      conn_id: connectionIdOf(link, key),
      name,
      org_id: `ORG-${domain}`,
      org_url: `https://${domain}`,
      sfin_url: `https://${domain}/simplefin`,
    })),
    accounts,
  };
}

function accountOf(
  link: Link,
  account: BridgeAccount,
  { day, speaks, query }: { day: string; speaks: number; query: AccountsQuery },
): object {
  return {
    id: accountIdOf(link, account),
    name: account.name,
    ...(speaks === 1
      ? { org: organizationOf(account) }
      : { conn_id: connectionIdOf(link, account.connection) }),
    currency: account.currency,
    ...balanceOf(account, day),
    "balance-date": Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000) + readingHour * 3_600,
    transactions: query.balancesOnly ? [] : transactionsOf(link, account, { day, query }),
    holdings: [],
  };
}

/** Returns true if a bank of this link currently wants its person to sign in. */
export function wantsSignIn({ state, nowMs }: Pick<Link, "state" | "nowMs">): boolean {
  if (state.condition !== "sign-in" || state.claimedAtMs === null) return false;
  return state.signedInAtMs === null && nowMs - state.claimedAtMs >= troubleAfterMs;
}

function problemsOf(link: Link): { code: string; msg: string; conn_id?: string; account_id?: string }[] {
  if (wantsSignIn(link)) {
    const { name } = bridgeConnections.harborstone;
    return [
      {
        code: "con.auth",
        msg: `Connection to ${name} may need attention. Auth required`,
        conn_id: connectionIdOf(link, "harborstone"),
      },
    ];
  }
  const [, savings] = bridgeAccounts;
  if (link.state.condition !== "incomplete" || savings === undefined) return [];
  return [
    {
      code: "act.missingdata",
      msg: `Some transactions of ${savings.name} are missing. Try again later.`,
      account_id: accountIdOf(link, savings),
    },
  ];
}

function lastReadingDay(nowMs: number): string {
  return new Date(nowMs - readingHour * hourMs).toISOString().slice(0, 10);
}

function balanceOf(account: BridgeAccount, day: string): { balance: string; "available-balance": string } {
  // Currencies of their own have no decimals that anyone defined; the points come with two, like money.
  const code = /^[A-Z]{3}$/.test(account.currency) ? account.currency : "USD";
  const balance = moneyDigits(balanceAt(account, day), code);
  return { balance, "available-balance": account.key === "card" ? "0.00" : balance };
}

function transactionsOf(
  link: Link,
  account: BridgeAccount,
  { day, query }: { day: string; query: AccountsQuery },
): object[] {
  const isMissing = link.state.condition === "incomplete" && account.key === "savings";
  return rowsUntil(day)
    .filter((row) => row.account === account.key && !isMissing)
    .flatMap((row) => {
      const pending = row.postedDay > day;
      const at = noonOf(pending ? row.day : row.postedDay);
      if (pending && !query.withPending) return [];
      if (query.startsAt !== null && at < query.startsAt) return [];
      if (query.endsAt !== null && at >= query.endsAt) return [];
      return [transactionOf(link, row, { pending, day })];
    });
}

function transactionOf(
  link: Link,
  row: BridgeRow,
  { pending, day }: { pending: boolean; day: string },
): object {
  // Bridges give a posted row another number than its pending one, and some number all rows anew now and then.
  const numbering = link.state.condition === "renumbering" ? day : "";
  const id = idOf(pending ? "PND" : "TRN", link, `${row.key} ${pending ? "" : numbering}`);
  return {
    id,
    posted: pending ? 0 : noonOf(row.postedDay),
    transacted_at: noonOf(row.day),
    amount: moneyDigits(row.amount, "USD"),
    description: row.description,
    payee: row.payee,
    memo: "",
    ...(pending ? { pending: true } : {}),
  };
}

function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`) / 1000;
}

function organizationOf({ connection }: BridgeAccount): object {
  const { name, domain } = bridgeConnections[connection];
  return { domain, name, "sfin-url": `https://${domain}/simplefin`, url: `https://${domain}`, id: domain };
}

function accountIdOf(link: Link, { key }: BridgeAccount): string {
  return idOf("ACT", link, key);
}

function connectionIdOf(link: Link, connection: string): string {
  return idOf("CON", link, connection);
}

/** Returns an ID in the Bridge's style; all of a link change when the person links their banks anew. */
function idOf(prefix: string, { linkId, state }: Link, of: string): string {
  const digits = createHash("sha256").update(`${prefix} ${linkId} ${state.generation} ${of}`).digest("hex");
  return `${prefix}-${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 24)}`;
}
