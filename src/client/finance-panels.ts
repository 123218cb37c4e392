/** The shell hands the finance overview to the screens of other features: features do not know each other. */
export { AttentionPanel, overviewData, useIsOverviewReady } from "#features/overview/client/index.ts";
