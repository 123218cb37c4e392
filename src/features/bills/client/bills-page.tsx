import type { LoaderFunctionArgs } from "react-router";
import { paths } from "#client/paths.ts";
import { BillFeed, loadFeed, type FeedScreen } from "./bill-feed.tsx";

const screen: FeedScreen = { title: "Bills", path: paths.bills, opensOn: "all", areFiltersOpen: true };

export function loader(args: LoaderFunctionArgs) {
  return loadFeed(args, screen);
}

/** The same list, opened on all Congresses with the filters open. */
export function Component() {
  return <BillFeed screen={screen} />;
}
