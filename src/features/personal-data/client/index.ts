import { authQuery } from "#client/auth-state.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";
import { paths } from "#client/routing/paths.ts";

/** Command palette source of the "Your data" page, for signed-in people. */
export const personalDataPaletteSource: PaletteSource = {
  id: "personal-data",
  load: async ({ api, queryClient }) => {
    const { signedIn } = await queryClient.ensureQueryData(authQuery(api));
    if (!signedIn) return [];
    return [
      {
        id: "your data",
        label: "Your data",
        kind: "Page",
        href: paths.yourData(),
        icon: "user",
        keywords: "download export delete account privacy",
      },
    ];
  },
};
