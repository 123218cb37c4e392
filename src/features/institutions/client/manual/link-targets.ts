import { isDebt } from "#shared/banks.ts";
import type { Option } from "#ui/choice/option.ts";
import type { AccessItemView, AccountView } from "../../contract.ts";
import { accountLabel } from "#shared/banks.ts";

/** States of banks that bring no transactions, now or anymore. */
const unlinkedStates = new Set<string>(["manual", "unlinked", "removing", "revoked"]);

/** Returns the accounts of linked banks that a manual account can be (`LinkManualAccount`). */
export function linkTargets(banks: readonly AccessItemView[], account: AccountView): Option<number>[] {
  return banks.flatMap(({ item, institution, accounts }) =>
    unlinkedStates.has(item.state)
      ? []
      : accounts
          .filter((one) => one.isoCurrencyCode === account.isoCurrencyCode && isDebt(one) === isDebt(account))
          .map((one) => ({ id: one.accountId, label: accountLabel(one), description: institution.name })),
  );
}
