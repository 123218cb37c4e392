import type { LoaderFunctionArgs } from "react-router";
import { paths } from "#client/routing/paths.ts";
import { BillFeed, loadFeed } from "./bill-feed.tsx";
import type { FeedScreen } from "./feed-screen.ts";

const screen: FeedScreen = { title: "Bills", path: paths.bills, opensOn: "all", areFiltersOpen: true };

export function loader(args: LoaderFunctionArgs) {
  return loadFeed(args, screen);
}

/** The list of bills with all Congresses selected and the filters open. */
export function Component() {
  return <BillFeed screen={screen} />;
}
