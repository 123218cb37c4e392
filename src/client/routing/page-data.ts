import type { DehydratedState } from "@tanstack/react-query";
import type { HydrationState } from "react-router";
import type { PublicConfig } from "#shared/site-config.ts";
import type { WrittenMoments } from "../words/moments.ts";

/** Ids of the page's two JSON elements (docs/reference/http-api.md, "Page data"). */
export const configElementId = "folio-config";
export const pageDataElementId = "page-data";
/** Id of the template that held the page's scripts, and has its address (src/server/pages/page-document.ts). */
const scriptsElementId = "scripts";

/** Data in a rendered page that saves repeating calls; absent on signed-in pages. */
export type PageData = {
  queries: DehydratedState;
  router: HydrationState;
  moments: WrittenMoments;
};

function readJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text === undefined || text === null ? null : JSON.parse(text);
}

/** Reads the public configuration, which every page has. */
export function readConfig(): PublicConfig {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written into the page by our own server, typed there
  return readJson(configElementId) as PublicConfig;
}

/** Reads the data of a rendered page; null on any other. */
export function readPageData(): PageData | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written into the page by our own server, typed there
  return readJson(pageDataElementId) as PageData | null;
}

/** Returns true for the address that the page's HTML was rendered for. */
export function isAsRendered({ pathname, search }: { pathname: string; search: string }): boolean {
  return document.getElementById(scriptsElementId)?.dataset["at"] === pathname + search;
}
