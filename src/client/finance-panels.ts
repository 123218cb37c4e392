/** Bridge that gives screens access to the overview feature, since features don't import each other. */
export { AfterLink, OverviewTop, overviewData, useIsOverviewReady } from "#features/overview/client/index.ts";
