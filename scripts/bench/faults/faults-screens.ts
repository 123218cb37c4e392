import type { UpstreamName } from "../../../tests/support/stand-ins/faulty-upstreams.ts";

/** An address that the scripted person opens. */
export type Screen = {
  path: string;
  area: string;
  /** Status of its document without faults; 200 by default. */
  status?: number;
};

/** Ids of what the person created without faults. */
export type Possessions = { budgetId: number; institutionAccessItemId: number };

/** All public screens, with cached copies of each upstream. */
export const publicScreens: readonly Screen[] = [
  { path: "/", area: "home" },
  { path: "/about", area: "content" },
  { path: "/posts", area: "content" },
  { path: "/post/code-blocks", area: "content" },
  { path: "/code", area: "code search" },
  { path: "/generate-code", area: "generate code" },
  { path: "/repo/ledger-kit", area: "repository" },
  { path: "/congress", area: "bills" },
  { path: "/bills", area: "bills" },
  { path: "/bill", area: "bills" },
  { path: "/bill/118/hr/1", area: "bill" },
  { path: "/search", area: "product search" },
  { path: "/search/FOLIO-1", area: "product search" },
  { path: "/sign-in", area: "sign-in" },
  { path: "/oauth", area: "linking GitHub" },
  { path: "/no-such-page", area: "not found", status: 404 },
];

/** Screens a visitor can open on the first day of a site, when nothing is cached. */
export const firstScreens: readonly Screen[] = [
  ...publicScreens.filter(
    ({ path }) =>
      !["/post/code-blocks", "/search/FOLIO-1", "/repo/ledger-kit", "/bill/118/hr/1"].includes(path),
  ),
  { path: "/repo/ledger-kit", area: "repository never seen" },
  { path: "/bill/118/hr/1", area: "bill never seen" },
  { path: "/spending", area: "asks to sign in" },
];

/** Returns every screen behind the sign-in. */
export function memberScreens({ budgetId, institutionAccessItemId }: Possessions): Screen[] {
  const [budget, account] = [`/budget/${budgetId}`, `/account/${institutionAccessItemId}`];
  return [
    { path: "/users", area: "users" },
    { path: "/products", area: "products" },
    { path: "/accounts", area: "accounts" },
    { path: "/spending", area: "spending" },
    { path: "/budget", area: "budget" },
    { path: `${budget}/edit`, area: "budget" },
    { path: `${budget}/transactions`, area: "budget" },
    { path: `${budget}/exemptions`, area: "budget" },
    { path: `${budget}/accounts`, area: "budget" },
    { path: `${account}/income`, area: "income" },
    { path: `${account}/transactions`, area: "income" },
    { path: `${account}/rent-roll`, area: "income" },
  ];
}

const unseenRepositories = ["hearing-room", "tenant-desk", "night-backup", "rent-roll-api"];
const unseenBills = ["/bill/113/hr/547", "/bill/114/hr/22", "/bill/115/s/2979", "/bill/116/hr/5240"];

/** Returns screens of the upstream that nobody has opened, so that nothing is cached; `turn` counts its earlier faults. */
export function unseenScreens(name: UpstreamName, turn: number): Screen[] {
  const repository = unseenRepositories[turn % unseenRepositories.length];
  const bill = unseenBills[turn % unseenBills.length];
  if (name === "github") {
    return [
      { path: `/repo/${repository}`, area: "repository never seen" },
      { path: `/code?q=${encodeURIComponent(`HttpClient${turn}`)}`, area: "code search" },
      { path: `/code?q=HttpClient&file=${repository}%2FREADME.md`, area: "file" },
    ];
  }
  return name === "congress" && bill !== undefined ? [{ path: bill, area: "bill never seen" }] : [];
}
