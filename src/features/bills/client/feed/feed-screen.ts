import type { paths } from "#client/routing/paths.ts";
import type { BillsFilter } from "../../domain/bills-filter.ts";

/** The two doors to the same list (docs/reference/product.md, "Routes"). */
export type FeedScreen = {
  title: string;
  path: typeof paths.congress;
  opensOn: "all" | "newest";
  areFiltersOpen: boolean;
};

/** The address of a list; a Congress that the screen would choose by itself stays out of it. */
export function listPath(screen: FeedScreen, { congress, billType, q, page }: BillsFilter): string {
  const byItself = q === "" ? screen.opensOn : "all";
  return screen.path({
    congress: congress === byItself || congress === "newest" ? undefined : congress,
    billType: billType ?? undefined,
    q,
    page,
  });
}
