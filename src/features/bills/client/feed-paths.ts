import { paths, withQuery, type BillsView } from "#client/routing/paths.ts";

/** Paths of Atom feeds of bills, which the server handles. */
export const billFeedPaths = {
  bill: (congress: number | string, billType: string, billNumber: number | string) =>
    `${paths.bill(congress, billType, billNumber)}/feed.xml`,
  list: ({ congress, billType, q }: Omit<BillsView, "page" | "jump">) =>
    withQuery("/congress/feed.xml", { congress: congress === "all" ? undefined : congress, billType, q }),
} as const;
