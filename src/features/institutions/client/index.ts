import { authQuery } from "#client/auth-state.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";
import { paths } from "#client/routing/paths.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { accountLabel } from "./accounts/account-balance.ts";

/** Command palette source for members: linked banks, found by bank or account name, each leading to its income. */
export const institutionPaletteSource: PaletteSource = {
  id: "institutions",
  load: async ({ api, queryClient }) => {
    const { isMember } = await queryClient.ensureQueryData(authQuery(api));
    if (!isMember) return [];
    const items = await queryClient.fetchQuery(institutionsQuery(api));
    return items.map(({ institutionAccessItemId, institution, accounts }) => ({
      id: `institution ${institutionAccessItemId}`,
      label: institution.name,
      kind: "Bank",
      href: paths.accountIncome(institutionAccessItemId),
      icon: "bank",
      keywords: accounts.map(accountLabel).join(" "),
    }));
  },
};
