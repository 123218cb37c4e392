import type { PageData } from "#client/routing/page-data.ts";

/** Data of a page that called nothing. */
export const emptyPageData: PageData = {
  queries: { mutations: [], queries: [] },
  router: {},
  moments: { written: {}, offset: null },
};
