import { paths } from "#client/routing/paths.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";
import { searchIndexQuery } from "./content-queries.ts";

export { searchHintsQuery } from "./content-queries.ts";

/** Posts for the command palette, by title and text; content pages are listed there as links. */
export const contentPaletteSource: PaletteSource = {
  id: "content",
  what: "posts",
  load: async ({ api, queryClient }) => {
    const entries = await queryClient.ensureQueryData(searchIndexQuery(api, queryClient));
    return entries
      .filter(({ kind }) => kind === "post")
      .map(({ title, slug, text }) => ({
        id: `post ${slug}`,
        label: title,
        kind: "Post",
        href: paths.post(slug),
        icon: "document",
        keywords: slug,
        text,
      }));
  },
};
