import { accountLabel } from "#shared/banks.ts";
/** A bank with its accounts, as far as an import needs it. */
export type Bank = {
  institution: { name: string };
  item: { state: string };
  accounts: readonly {
    accountId: number;
    name: string;
    mask: string | null;
    isoCurrencyCode: string;
  }[];
};

/**
 * Returns the accounts that a file can go to, in its currency as far as it says one. One that was just added (`addedId`) isn't
 * among the banks yet.
 */
export function accountOptions(
  banks: readonly Bank[],
  { isoCurrencyCode, addedId }: { isoCurrencyCode: string | null; addedId: number | null },
): { id: number; label: string }[] {
  const listed = banks
    .filter(({ item }) => item.state !== "removing")
    .flatMap(({ institution, accounts }) =>
      accounts
        .filter((account) => isoCurrencyCode === null || account.isoCurrencyCode === isoCurrencyCode)
        .map(({ accountId, name, mask }) => ({
          id: accountId,
          label: `${institution.name} · ${accountLabel({ name, mask })}`,
        })),
    );
  if (addedId === null || listed.some(({ id }) => id === addedId)) return listed;
  return [...listed, { id: addedId, label: "The new account" }];
}
