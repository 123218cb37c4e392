import type { paths } from "#client/routing/paths.ts";
import type { BillsFilter } from "../../domain/bills-filter.ts";

/** One of the two screens that show the list of bills (docs/reference/product.md, "Routes"). */
export type FeedScreen = {
  title: string;
  path: typeof paths.congress;
  opensOn: "all" | "newest";
  areFiltersOpen: boolean;
};

/** Returns the address of a list, without the screen's default Congress. */
export function listPath(screen: FeedScreen, { congress, billType, q, page }: BillsFilter): string {
  const byItself = q === "" ? screen.opensOn : "all";
  return screen.path({
    congress: congress === byItself || congress === "newest" ? undefined : congress,
    billType: billType ?? undefined,
    q,
    page,
  });
}
