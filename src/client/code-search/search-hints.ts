/** The shell hands the content's code searches to the features that search code: features do not know each other. */
export { searchHintsQuery } from "#features/content/client/index.ts";
