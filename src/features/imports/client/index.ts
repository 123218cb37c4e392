import { authQuery } from "#client/auth-state.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";
import { importPath } from "#client/routing/import-path.ts";

/** Command palette source for members: the screen that imports files. */
export const importPaletteSource: PaletteSource = {
  id: "imports",
  what: "the import",
  load: async ({ api, queryClient }) => {
    const { isMember } = await queryClient.ensureQueryData(authQuery(api));
    if (!isMember) return [];
    return [
      {
        id: "import files",
        label: "Import files",
        kind: "Action",
        href: importPath(),
        icon: "upload",
        keywords: "statement bank ofx qfx qif csv camt mt940 upload",
      },
    ];
  },
};
