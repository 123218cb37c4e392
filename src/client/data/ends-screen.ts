import { hasUnsavedInput } from "#ui/form/unsaved-guard.ts";
import { isAboutAccess, isNotFound } from "./api-failure.ts";

/**
 * True if the route's error page takes the screen's place, for queries' `throwOnError`. Input that isn't saved stays, and can be
 * saved after signing in in another tab (docs/reference/product.md, "Sessions").
 */
export function endsScreen(error: Error): boolean {
  return isAboutAccess(error) && !hasUnsavedInput();
}

/**
 * True if what a screen shows doesn't exist, or no longer. Input that isn't saved stays until it's copied or discarded; saving says
 * what is gone.
 */
export function isGone({ data, error }: { data: unknown; error: Error | null }): boolean {
  return isNotFound(error) && (data === undefined || !hasUnsavedInput());
}
