import type { PublicConfig } from "#shared/site-config.ts";
import type { PageAssets } from "./page-renderer.ts";

/** Runs before the first paint so that a chosen theme never flashes. Uses the same key as src/ui/theme/theme.ts. */
export const themeScript =
  'try{var t=localStorage.getItem("folio-theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}';

/**
 * Adds a rendered page's scripts once the page has been painted: it's readable, and its links and menu work, without them, and on
 * a slow phone, starting them first would hold back what it shows. Notes the address for which the page was rendered, which Back
 * may leave before they have come (`isAsRendered` in src/client/routing/page-data.ts).
 */
export const wakeScript =
  '{let t=document.getElementById("scripts"),w=()=>document.head.append(t.content);t.dataset.at=location.pathname+location.search;' +
  'if(PerformanceObserver.supportedEntryTypes.includes("paint"))' +
  'new PerformanceObserver((l,o)=>{if(l.getEntriesByName("first-contentful-paint").length)o.disconnect(),w()})' +
  '.observe({type:"paint",buffered:true});else w()}';

/**
 * Says that a shell's scripts can't be loaded, without which it would stay empty: offline, or while the site is updated. All of them
 * are modules, and those that extensions or virus scanners add, which the policy blocks, aren't.
 */
export const unloadedScript =
  '{let f;addEventListener("error",e=>{f||=e.target.type==="module"},true);' +
  'addEventListener("load",()=>{if(f)document.getElementById("app").append(document.getElementById("unloaded").content)})}';

const unloaded =
  '<template id="unloaded"><title>Couldn’t be loaded</title><main><div role="alert"><h1>This page couldn’t be loaded</h1>' +
  '<p>You may be offline, or the site was updated.</p><p><a href="">Try again</a></p></div></main></template>';

/** Returns a JSON script element that no text in the value can end early. */
function jsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}

const needsJavaScript =
  "<noscript><main><h1>This page needs JavaScript</h1><p>Your data is loaded in your browser. " +
  'Allow JavaScript for this site and reload the page. The <a href="/">home page</a> works without it.</p></main></noscript>';

/** Returns the whole HTML of a page; `body` is empty for signed-in shells. */
export function pageDocument(page: {
  config: PublicConfig;
  assets: PageAssets;
  head: string;
  body: string;
  data: unknown;
}): string {
  const { config, assets } = page;
  const styles = assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("");
  const scripts = [
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    ...assets.scripts.map((src) => `<script type="module" src="${src}"></script>`),
  ].join("");
  // A shell needs its scripts before it shows anything. An inline script after the styles would wait for them.
  const waking =
    page.data === null
      ? `<script>${unloadedScript}</script>${scripts}`
      : `<template id="scripts">${scripts}</template><script>${wakeScript}</script>`;
  const data = page.data === null ? "" : jsonElement("page-data", page.data);
  // Only shells have no data, because the browser builds their page.
  const withoutScripts = page.data === null ? needsJavaScript + unloaded : "";
  return (
    `<!doctype html><html lang="${config.language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<script>${themeScript}</script>${waking}${page.head}${styles}` +
    '<meta name="theme-color" content="#000000"><link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="apple-touch-icon" href="/apple-touch-icon.png">' +
    '<link rel="alternate" type="application/atom+xml" href="/feed.xml" title="Posts">' +
    '<link rel="alternate" type="application/feed+json" href="/feed.json" title="Posts">' +
    `</head><body><div id="app">${page.body}</div>${withoutScripts}${jsonElement("folio-config", config)}${data}</body></html>`
  );
}
