export {
  createWordPressClient,
  hasPlainPermalinks,
  type WordPressClient,
  type WordPressClientOptions,
} from "./wordpress-client.ts";
export { WordPressError } from "./wordpress-errors.ts";
export type { WordPressContent } from "./wordpress-transform.ts";
