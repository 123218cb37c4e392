import { memberPaths } from "#client/routing/member-paths.ts";
import { authQuery } from "#client/auth-state.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";

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
        href: memberPaths.importFiles(),
        icon: "upload",
        keywords: "statement bank ofx qfx qif csv camt mt940 upload",
      },
    ];
  },
};
