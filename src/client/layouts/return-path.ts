import { useLocation, useMatches } from "react-router";
import { paths } from "../routing/paths.ts";
import { routeHandle } from "../routing/route-handle.ts";

/**
 * Where a rendered sign-in link leads back to: this page, or the front page from an address that no route knows. All
 * such addresses share one cached HTML, which must not show one visitor's address to the next.
 */
export function useReturnPath(): string {
  const { pathname } = useLocation();
  return routeHandle(useMatches()).status === 404 ? paths.home() : pathname;
}
