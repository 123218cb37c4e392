import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PublicConfig } from "#shared/site-config.ts";
import type { PageRoute, RenderedPage } from "#client/entry-server.tsx";

type ApiFetch = (path: string, init: RequestInit) => Response | Promise<Response>;

/** The client as the server uses it, built or (in development) live. */
export type PageRenderer = {
  findRoute: (pathname: string, options: { development: boolean }) => Promise<PageRoute>;
  render: (options: { request: Request; config: PublicConfig; apiFetch: ApiFetch }) => Promise<RenderedPage>;
  /** Returns the scripts and styles of a page with these source files as screens. */
  assetsOf: (modules: readonly string[]) => PageAssets;
};

export type PageAssets = { scripts: string[]; styles: string[]; preloads: string[] };

type ManifestChunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean };
type Manifest = Record<string, ManifestChunk>;
type EntryServer = Pick<typeof import("#client/entry-server.tsx"), "findRoute" | "renderPage">;

const entryModule = "src/client/main.tsx";

/** Loads the renderer built by `npm run build`. */
export async function loadBuiltRenderer(distDir: string): Promise<PageRenderer> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own build made of src/client/entry-server.tsx
  const entry = (await import(pathToFileURL(join(distDir, "server/entry-server.js")).href)) as EntryServer;
  const manifestText = await readFile(join(distDir, "client/.vite/manifest.json"), "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Vite's own file beside it
  const manifest = JSON.parse(manifestText) as Manifest;
  const assetsByModules = new Map<string, PageAssets>();
  return {
    findRoute: async (pathname, options) => entry.findRoute(pathname, options),
    render: (options) => entry.renderPage(options),
    assetsOf: (modules) => {
      const key = modules.join(" ");
      const known = assetsByModules.get(key) ?? collectAssets(manifest, modules);
      assetsByModules.set(key, known);
      return known;
    },
  };
}

/** Collects exactly the chunks this page runs: its entry, its screens and their static imports. */
function collectAssets(manifest: Manifest, modules: readonly string[]): PageAssets {
  const files = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set<string>();
  function walk(key: string): void {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) walk(imported);
    for (const style of chunk.css ?? []) styles.add(`/${style}`);
    files.add(`/${chunk.file}`);
  }
  walk(entryModule);
  for (const module of modules) walk(module);
  const entryFile = manifest[entryModule]?.file;
  if (entryFile === undefined)
    throw new Error("The build's manifest has no client entry. Run `npm run build`.");
  const entry = `/${entryFile}`;
  return { scripts: [entry], styles: [...styles], preloads: [...files].filter((file) => file !== entry) };
}
