import { dehydrate } from "@tanstack/react-query";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandler,
  type StaticHandlerContext,
} from "react-router";
import { ApiError } from "#shared/envelope.ts";
import type { PublicConfig } from "#shared/site-config.ts";
import { createApi, type ApiFetch } from "./data/api.ts";
import { App } from "./app.tsx";
import { provideLoading } from "./data/loading-context.ts";
import { createMemberRoutes } from "./routing/member-routes.ts";
import type { PageData } from "./routing/page-data.ts";
import { createQueryClient } from "./data/query-client.ts";
import { routeHandle, routeModules, type RouteHandle } from "./routing/route-handle.ts";
import { createMoments, type WrittenMoments } from "./words/moments.ts";
import { steadyOffset } from "./words/steady-offset.ts";
import { createRoutes } from "./routing/router.tsx";

/** Route of an address, known before rendering. */
export type PageRoute = { handle: RouteHandle; modules: string[]; isUnknown: boolean };

/** Rendered page in parts, or a redirect. */
export type RenderedPage =
  | { kind: "redirect"; status: number; location: string }
  | { kind: "page"; status: number; head: string; body: string; data: PageData; failure: unknown };

const handlersByMode = new Map<boolean, StaticHandler>();

/** Returns what matches and loads routes, created once per mode. */
function handlerFor({ development }: { development: boolean }): StaticHandler {
  const handler =
    handlersByMode.get(development) ??
    createStaticHandler(createRoutes({ development }, createMemberRoutes()));
  handlersByMode.set(development, handler);
  return handler;
}

/** Module with the signed-in routes, loaded with the first of their screens. */
const memberRoutesModule = "src/client/routing/member-routes.ts";

/** Cache of recent routes, since React Router compiles its whole route tree for every match. */
const foundRoutes = new Map<string, PageRoute>();
const maxFoundRoutes = 1000;

/** Finds the route of an address with its handle. */
export function findRoute(pathname: string, options: { development: boolean }): PageRoute {
  const key = `${options.development} ${pathname}`;
  const known = foundRoutes.get(key);
  if (known !== undefined) return known;
  const matches = matchRoutes(handlerFor(options).dataRoutes, pathname) ?? [];
  const last = matches.at(-1);
  const handles = matches.map(({ route }) => ({ handle: route.handle as unknown }));
  const handle = routeHandle(handles);
  const found = {
    handle,
    modules: [...(handle.signedIn === true ? [memberRoutesModule] : []), ...routeModules(handles)],
    isUnknown: last === undefined || last.route.path === "*",
  };
  // Limits memory use by invented addresses.
  if (foundRoutes.size >= maxFoundRoutes) foundRoutes.clear();
  foundRoutes.set(key, found);
  return found;
}

/** Renders a public page for an anonymous visitor; `apiFetch` calls the app in process. */
export async function renderPage(options: {
  request: Request;
  config: PublicConfig;
  apiFetch: ApiFetch;
}): Promise<RenderedPage> {
  const queryClient = createQueryClient({ isServer: true });
  const loading = {
    config: options.config,
    queryClient,
    api: createApi(options.apiFetch, options.config.tenant),
  };
  const handler = handlerFor(options.config);
  const context = await handler.query(options.request, {
    requestContext: provideLoading(new RouterContextProvider(), loading),
  });
  if (context instanceof Response) {
    return { kind: "redirect", status: context.status, location: context.headers.get("location") ?? "/" };
  }
  const failure: unknown = Object.values(context.errors ?? {})[0] ?? null;
  context.errors = publicErrors(context.errors);
  const { timeZone } = options.config;
  const moments: WrittenMoments = { written: {}, offset: steadyOffset(timeZone, Date.now()) };
  const html = renderToString(
    <StrictMode>
      <App loading={loading} moments={createMoments(timeZone, moments)}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>
    </StrictMode>,
  );
  const handle = findRoute(new URL(options.request.url).pathname, options.config).handle;
  const { loaderData, actionData, errors } = context;
  const page = splitHead(html);
  const data = {
    queries: dehydrate(queryClient),
    router: { loaderData, actionData, errors },
    moments,
  };
  queryClient.clear();
  return {
    kind: "page",
    status: failureStatus(failure) ?? handle.status ?? context.statusCode,
    ...page,
    data,
    failure,
  };
}

/** Separates the title, meta, and link elements at the start of React's output. */
function splitHead(html: string): { head: string; body: string } {
  const head = /^(?:<title>.*?<\/title>|<meta[^>]*>|<link[^>]*>)*/s.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length) };
}

/** Returns the status of a failed page: never 200, and never 404 for a failed upstream. */
function failureStatus(error: unknown): number | null {
  if (error === null) return null;
  if (isRouteErrorResponse(error)) return error.status;
  return error instanceof ApiError ? error.statusCode : 500;
}

/** Returns errors without the messages of unexpected ones, which only go to the log. */
function publicErrors(errors: StaticHandlerContext["errors"]): StaticHandlerContext["errors"] {
  if (errors === null) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]: [string, unknown]) => {
      if (isRouteErrorResponse(error)) return [id, routeErrorParts(error)];
      if (error instanceof ApiError) {
        return [id, { status: error.statusCode, statusText: "", data: error.message, internal: false }];
      }
      return [id, { status: 500, statusText: "", data: "Something went wrong", internal: false }];
    }),
  );
}

function routeErrorParts(error: {
  status: number;
  statusText: string;
  data: unknown;
}): Record<string, unknown> {
  return { status: error.status, statusText: error.statusText, data: error.data, internal: false };
}
