import { upstreamFailed } from "#shared/errors.ts";
import type { Content } from "../domain/content.ts";
import type { ContentSnapshot } from "./content-service.ts";

/** About as long as until the next try (`content-service.ts`). */
const retryAfterSeconds = 30;

/**
 * The content, where it has ever been read: unknown is not empty, and a reader or a search engine must not take it for that.
 * @throws AppError 503
 */
export function knownContent({ content }: ContentSnapshot): Content {
  if (content.isUnknown)
    throw upstreamFailed("The posts cannot be loaded right now.", { statusCode: 503, retryAfterSeconds });
  return content;
}

/** How old what is shown is, and whether it is the last good copy. What has never been read has no age. */
export function ageHeaders({ content, asOf, isStale }: ContentSnapshot): Record<string, string> {
  return {
    ...(content.isUnknown ? {} : { "x-content-as-of": asOf }),
    ...(isStale || content.isUnknown ? { "x-content-stale": "1" } : {}),
  };
}
