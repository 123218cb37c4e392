import type { ComponentType } from "react";
import type { LoaderFunction, NonIndexRouteObject } from "react-router";
import { RouteError } from "../pages/route-error.tsx";
import type { RouteHandle } from "./route-handle.ts";

type PageModule = { Component: ComponentType; loader?: LoaderFunction };

/** A route that is a screen of its own chunk; `module` is its source file, from which the server names the chunks to preload. */
export function page(
  path: string,
  module: string,
  lazy: () => Promise<PageModule>,
  handle: RouteHandle = {},
): NonIndexRouteObject {
  return {
    // The address is its name: a number by place in the tree would differ where the signed-in screens are missing.
    id: path,
    path,
    lazy,
    handle: { ...handle, module } satisfies RouteHandle,
    ErrorBoundary: RouteError,
  };
}
