import type { ComponentType } from "react";
import type { LoaderFunction, NonIndexRouteObject } from "react-router";
import { PageLoadError, RouteError } from "../pages/route-error.tsx";
import type { RouteHandle } from "./route-handle.ts";

type PageModule = { Component: ComponentType; loader?: LoaderFunction };

/** Creates a route with a lazily loaded screen; `module` is its source file, for preloading its chunks. */
export function page(
  path: string,
  module: string,
  lazy: () => Promise<PageModule>,
  handle: RouteHandle = {},
): NonIndexRouteObject {
  return {
    // The path serves as id, since generated ids would differ without the signed-in routes.
    id: path,
    path,
    lazy: () => lazy().catch(throwingPage),
    handle: { ...handle, module } satisfies RouteHandle,
    ErrorBoundary: RouteError,
  };
}

/** Throws when drawn: where a route's own loading fails, the router draws nothing at all. */
function throwingPage(cause: unknown): PageModule {
  return {
    Component() {
      throw new PageLoadError(String(cause), { cause });
    },
  };
}
