import type { Handlers, Kernel } from "#server/feature.ts";
import type { manualCalls } from "../../manual-contract.ts";
import { ManualAccounts } from "./manual-accounts.ts";
import { countManualLink, linkManualAccount } from "./manual-links.ts";

type DeleteBank = (userId: string, institutionAccessItemId: number) => Promise<void>;

/** Handlers of the calls about manual accounts. `deleteBank` deletes a bank with its history. */
export function manualHandlers(kernel: Kernel, deleteBank: DeleteBank): Handlers<typeof manualCalls> {
  const manual = new ManualAccounts(kernel, deleteBank);
  return {
    saveManualAccount: (input, { session }) => manual.save(session.userId, input),
    closeManualAccount: ({ accountId, isClosed }, { session }) =>
      manual.setClosed(session.userId, accountId, isClosed),
    deleteManualAccount: ({ accountId }, { session }) => manual.remove(session.userId, accountId),
    getManualAccountLink: (input, { session }) => countManualLink(kernel, session.userId, input),
    linkManualAccount: (input, { session }) => linkManualAccount(kernel, session.userId, input),
    checkBalance: (input, { session }) => manual.checkBalance(session.userId, input),
  };
}
