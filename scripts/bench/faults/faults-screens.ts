import type { UpstreamName } from "../../../tests/support/stand-ins/faulty-upstreams.ts";
import {
  ownScreens,
  publicScreens as publicPages,
  type Screen as EveryScreen,
} from "../../../tests/support/visits/every-screen.ts";

/** An address that the scripted person opens. */
export type Screen = {
  path: string;
  /** Name in a report. */
  area: string;
  /** Status of its document without faults; 200 by default. */
  status?: number;
};

/** Ids of what the person created without faults. */
export type Possessions = { budgetId: number; institutionAccessItemId: number };

const named = ({ path }: EveryScreen): Screen => ({ path, area: path });
const notFound: Screen = { path: "/no-such-page", area: "not found", status: 404 };

/** All public screens, with cached copies of each upstream. */
export const publicScreens: readonly Screen[] = [
  ...publicPages.filter(({ path }) => !path.startsWith("/post/")).map(named),
  { path: "/post/code-blocks", area: "post" },
  { path: "/search/FOLIO-1", area: "product" },
  notFound,
];

/** Screens a visitor can open on the first day of a site, when nothing is cached. */
export const firstScreens: readonly Screen[] = [
  ...publicPages.filter(({ path }) => !/^\/(?:post|repo|bill)\/|\?/.test(path)).map(named),
  { path: "/repo/ledger-kit", area: "repository never seen" },
  { path: "/bill/118/hr/1", area: "bill never seen" },
  { path: "/spending", area: "asks to sign in" },
  notFound,
];

/** Returns every screen behind the sign-in. */
export function memberScreens({ budgetId, institutionAccessItemId }: Possessions): Screen[] {
  const ofBudget = ["edit", "transactions", "exemptions", "accounts"].map(
    (name) => `/budget/${budgetId}/${name}`,
  );
  const ofBank = ["income", "transactions", "rent-roll"].map(
    (name) => `/account/${institutionAccessItemId}/${name}`,
  );
  return [
    ...ownScreens.map(named),
    ...["/budget", ...ofBudget, ...ofBank].map((path) => ({ path, area: path })),
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
