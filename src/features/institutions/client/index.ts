import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { authQuery } from "#client/auth-state.ts";
import type { PaletteEntry, PaletteSource } from "#client/command-palette/palette-entry.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { accountLabel } from "#shared/banks.ts";
import { setupTokenHash } from "./linking/setup-token-address.ts";
import { bankLinkOf } from "./linking/use-bank-link.ts";

/** Dialog for an account without a link. Its code loads when it's first opened. */
export const ManualDialog = lazyDialog(async () => (await import("./manual/manual-dialog.tsx")).ManualDialog);

/** Command palette source for members: linked banks by bank or account name, each leading to its income, and linking one. */
export const institutionPaletteSource: PaletteSource = {
  id: "institutions",
  what: "banks",
  load: async ({ api, queryClient, config }) => {
    const { isMember } = await queryClient.ensureQueryData(authQuery(api));
    if (!isMember) return [];
    const items = await queryClient.fetchQuery(institutionsQuery(api));
    const banks = items.map(({ institutionAccessItemId, institution, accounts }): PaletteEntry => ({
      id: `institution ${institutionAccessItemId}`,
      label: institution.name,
      kind: "Bank",
      href: memberPaths.accountIncome(institutionAccessItemId),
      icon: "bank",
      keywords: accounts.map(accountLabel).join(" "),
    }));
    const linkBank: PaletteEntry = {
      id: "link a bank",
      label: "Link a bank",
      kind: "Action",
      icon: "plus",
      // The Accounts page shows how the link goes, and a dialog opens over it: the bank's, or one for a setup token.
      ...(config.bankLinks.hasDialog
        ? { href: paths.accounts(), act: () => bankLinkOf(queryClient, api).start({ kind: "create" }) }
        : { href: `${paths.accounts()}${setupTokenHash}` }),
    };
    return [...banks, linkBank];
  },
};
