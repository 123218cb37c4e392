import { upstreamFailed } from "#shared/errors.ts";
import type { Content } from "../domain/content-shapes.ts";
import type { ContentSnapshot } from "./content-service.ts";

/** About the time until the next attempt (`content-service.ts`). */
const retryAfterSeconds = 30;

/**
 * Returns the content if it has ever been read. Unknown isn't empty, and no reader or search engine must take it for that.
 * @throws AppError 503
 */
export function knownContent({ content }: ContentSnapshot): Content {
  if (content.isUnknown)
    throw upstreamFailed("Posts aren’t available right now.", { statusCode: 503, retryAfterSeconds });
  return content;
}

/** Returns headers with the content's age, and whether it is the last good copy. Content that was never read has no age. */
export function ageHeaders({ content, asOf, isStale }: ContentSnapshot): Record<string, string> {
  return {
    ...(content.isUnknown ? {} : { "x-content-as-of": asOf }),
    ...(isStale || content.isUnknown ? { "x-content-stale": "1" } : {}),
  };
}
