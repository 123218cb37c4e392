export {
  createWordPressClient,
  hasPlainPermalinks,
  type WordPressClient,
  type WordPressClientOptions,
} from "./wordpress-client.ts";
export { WordPressError } from "./wordpress-errors.ts";
export { wordPressContentSchema, type WordPressContent } from "./wordpress-schemas.ts";
