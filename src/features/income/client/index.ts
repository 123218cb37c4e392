import { authQuery } from "#client/auth-state.ts";
import type { PaletteEntry, PaletteSource } from "#client/command-palette/palette-entry.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { incomeMonthQuery } from "./income-queries.ts";

/**
 * Command palette entries for members: this month's sources, which lead to their dashboard, and the rent roll of each
 * bank with sources.
 */
export const incomePaletteSource: PaletteSource = {
  id: "income",
  what: "income",
  load: async ({ api, queryClient }) => {
    const { isMember } = await queryClient.ensureQueryData(authQuery(api));
    if (!isMember) return [];
    const institutions = await queryClient.fetchQuery(institutionsQuery(api));
    const entries = await Promise.all(
      institutions.map(async ({ institutionAccessItemId, institution }): Promise<PaletteEntry[]> => {
        const month = await queryClient.fetchQuery(incomeMonthQuery(api, institutionAccessItemId, null));
        const sources = month.incomeSources.map(({ incomeSource }): PaletteEntry => ({
          id: `income ${incomeSource.incomeSourceId}`,
          label: incomeSource.name,
          kind: "Income",
          href: memberPaths.accountIncome(institutionAccessItemId),
          icon: "calendar",
          keywords: `${incomeSource.incomeSourceType} ${institution.name}`,
        }));
        if (sources.length === 0) return [];
        return sources.concat([
          {
            id: `rent roll ${institutionAccessItemId}`,
            label: `Rent Roll, ${institution.name}`,
            kind: "Income",
            href: memberPaths.accountRentRoll(institutionAccessItemId),
            icon: "document",
            keywords: "income due paid",
          },
        ]);
      }),
    );
    return entries.flat();
  },
};
