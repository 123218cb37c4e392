import { chooseTheme, themes, type Theme } from "#ui/theme/theme.ts";
import type { IconName } from "#ui/icon.tsx";
import { authQuery } from "../auth-state.ts";
import { authPaths } from "../routing/paths.ts";
import type { PaletteEntry, PaletteSource } from "./palette-entry.ts";

const themeLooks: Record<Theme, { label: string; icon: IconName }> = {
  system: { label: "System theme", icon: "monitor" },
  light: { label: "Light theme", icon: "sun" },
  dark: { label: "Dark theme", icon: "moon" },
};

const themeEntries = themes.map((theme): PaletteEntry => ({
  id: `theme ${theme}`,
  label: themeLooks[theme].label,
  icon: themeLooks[theme].icon,
  kind: "Action",
  keywords: "color appearance mode",
  act: () => chooseTheme(theme),
}));

const signOutEntry: PaletteEntry = {
  id: "sign out",
  label: "Sign out",
  kind: "Action",
  icon: "logout",
  keywords: "logout",
  // The server answers this address, so it isn't a route.
  act: () => globalThis.location.assign(authPaths.logout()),
};

/** Actions of the command palette: themes for everyone, signing out for people with a session. */
export const actionSource: PaletteSource = {
  id: "actions",
  what: "actions",
  atOnce: themeEntries,
  load: async ({ api, queryClient }) => {
    const { signedIn } = await queryClient.ensureQueryData(authQuery(api));
    return signedIn ? [...themeEntries, signOutEntry] : themeEntries;
  },
};
