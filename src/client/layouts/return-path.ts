import { useLocation, useMatches } from "react-router";
import { paths } from "../routing/paths.ts";
import { routeHandle } from "../routing/route-handle.ts";

/**
 * Returns the path to return to after sign-in: this page, or the home page for unknown addresses, which share one cached
 * HTML that must not contain another visitor's address.
 */
export function useReturnPath(): string {
  const { pathname } = useLocation();
  return routeHandle(useMatches()).status === 404 ? paths.home() : pathname;
}
