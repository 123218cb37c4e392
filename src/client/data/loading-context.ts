import type { QueryClient } from "@tanstack/react-query";
import { createContext, type RouterContextProvider } from "react-router";
import type { PublicConfig } from "#shared/site-config.ts";
import type { Api } from "./api.ts";

/** Services available to every loader, in the browser and on the server. */
export type Loading = { api: Api; queryClient: QueryClient; config: PublicConfig };

const loadingContext = createContext<Loading>();

/** Stores the services in the context of a request or the browser's router. */
export function provideLoading(context: RouterContextProvider, loading: Loading): RouterContextProvider {
  context.set(loadingContext, loading);
  return context;
}

/** Returns the services in a loader. */
export function loadingOf(context: Readonly<RouterContextProvider>): Loading {
  return context.get(loadingContext);
}
