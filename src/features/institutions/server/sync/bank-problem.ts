import type { BankItem, PlaidError } from "#upstreams/plaid/index.ts";
import { ownCodes, type BankProblem } from "../../domain/item-state.ts";

/** What `/item/get` says, in the domain's terms. */
export function toBankProblem(item: BankItem): { error: BankProblem | null; consentExpiresAt: Date | null } {
  const { error, consentExpiresAt } = item;
  return {
    error: error === null ? null : { type: error.type, code: error.code },
    consentExpiresAt: consentExpiresAt === null ? null : new Date(consentExpiresAt),
  };
}

/** The code that stands for a failed call where the state is shown. */
export function codeOfFailure(error: PlaidError): string {
  if (error.errorCode !== null) return error.errorCode;
  return error.kind === "our-fault" ? ownCodes.unreadable : ownCodes.unreachable;
}
