import { billPaletteSource } from "#features/bills/client/index.ts";
import { budgetPaletteSource } from "#features/budgets/client/index.ts";
import { codePaletteSource } from "#features/code-search/client/index.ts";
import { contentPaletteSource } from "#features/content/client/index.ts";
import { githubPaletteSource } from "#features/github/client/index.ts";
import { importPaletteSource } from "#features/imports/client/index.ts";
import { incomePaletteSource } from "#features/income/client/index.ts";
import { institutionPaletteSource } from "#features/institutions/client/index.ts";
import { personalDataPaletteSource } from "#features/personal-data/client/index.ts";
import { productPaletteSource } from "#features/products/client/index.ts";
import { privateLinks, siteLinks, toolLinks, type NavigationLink } from "../layouts/navigation-links.ts";
import { authQuery } from "../auth-state.ts";
import { actionSource } from "./palette-actions.ts";
import type { PaletteEntry, PaletteSource } from "./palette-entry.ts";

function pageEntry({ label, href, icon }: NavigationLink): PaletteEntry {
  return { id: `page ${href}`, label, href, icon, kind: "Page" };
}

const navigationSource: PaletteSource = {
  id: "navigation",
  what: "pages",
  atOnce: [...siteLinks, ...toolLinks].map(pageEntry),
  load: async ({ api, queryClient }) => {
    const { isMember } = await queryClient.ensureQueryData(authQuery(api));
    return [...siteLinks, ...toolLinks, ...(isMember ? privateLinks : [])].map(pageEntry);
  },
};

/** Sources of the palette's entries, one per feature. */
export const paletteSources: PaletteSource[] = [
  navigationSource,
  contentPaletteSource,
  githubPaletteSource,
  billPaletteSource,
  codePaletteSource,
  productPaletteSource,
  institutionPaletteSource,
  budgetPaletteSource,
  incomePaletteSource,
  importPaletteSource,
  personalDataPaletteSource,
  actionSource,
];
