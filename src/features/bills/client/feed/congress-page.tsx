import type { LoaderFunctionArgs } from "react-router";
import { paths } from "#client/routing/paths.ts";
import { BillFeed, loadFeed } from "./bill-feed.tsx";
import type { FeedScreen } from "./feed-screen.ts";

const screen: FeedScreen = {
  title: "Congress Feed",
  path: paths.congress,
  opensOn: "newest",
  areFiltersOpen: false,
};

export function loader(args: LoaderFunctionArgs) {
  return loadFeed(args, screen);
}

/** The list of bills with the newest Congress selected. */
export function Component() {
  return <BillFeed screen={screen} />;
}
