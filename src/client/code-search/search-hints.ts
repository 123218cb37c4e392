/** Bridge that gives code search access to the content feature, since features don't import each other. */
export { searchHintsQuery } from "#features/content/client/index.ts";
