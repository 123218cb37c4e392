import { authQuery } from "#client/auth-state.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";
import { paths } from "#client/routing/paths.ts";

/** "Your data" in the command palette, for whoever is signed in. */
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
