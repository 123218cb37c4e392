import { authQuery } from "#client/auth-state.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";
import { paths } from "#client/routing/paths.ts";

/** Command palette source of the pages about the signed-in person: their data and their devices. */
export const personalDataPaletteSource: PaletteSource = {
  id: "personal-data",
  what: "your data",
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
      {
        id: "your devices",
        label: "Your devices",
        kind: "Page",
        href: paths.yourDevices(),
        icon: "lock",
        keywords: "passkey session browser sign out everywhere security",
      },
    ];
  },
};
