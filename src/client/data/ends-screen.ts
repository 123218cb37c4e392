import { hasUnsavedInput } from "#ui/form/unsaved-guard.ts";
import { isAboutAccess } from "./api-failure.ts";

/**
 * True if the route's error page takes the screen's place, for queries' `throwOnError`. Input that isn't saved stays, and can be
 * saved after signing in in another tab (docs/reference/product.md, "Sessions").
 */
export function endsScreen(error: Error): boolean {
  return isAboutAccess(error) && !hasUnsavedInput();
}
