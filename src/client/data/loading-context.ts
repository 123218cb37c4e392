import type { QueryClient } from "@tanstack/react-query";
import { createContext, type RouterContextProvider } from "react-router";
import type { PublicConfig } from "#shared/site-config.ts";
import type { Api } from "./api.ts";

/** What every loader has at hand, in the browser and on the server alike. */
export type Loading = { api: Api; queryClient: QueryClient; config: PublicConfig };

const loadingContext = createContext<Loading>();

/** Puts it into a request's (or the browser router's) context. */
export function provideLoading(context: RouterContextProvider, loading: Loading): RouterContextProvider {
  context.set(loadingContext, loading);
  return context;
}

/** Takes it out again in a loader. */
export function loadingOf(context: Readonly<RouterContextProvider>): Loading {
  return context.get(loadingContext);
}
