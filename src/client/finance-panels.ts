/** Bridge that gives screens access to the overview feature, since features don't import each other. */
export { OverviewTop, overviewData, useIsOverviewReady } from "#features/overview/client/index.ts";
