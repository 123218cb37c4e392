import type { BankItem } from "#upstreams/plaid/index.ts";
import { ownCodes, type BankProblem } from "../../domain/item-status.ts";
import type { BankError } from "../sources/bank-source.ts";

/** Converts an item from `/item/get` to the domain's terms. */
export function toBankProblem(item: BankItem): { error: BankProblem | null; consentExpiresAt: Date | null } {
  const { error, consentExpiresAt } = item;
  return {
    error: error === null ? null : { type: error.type, code: error.code },
    consentExpiresAt: consentExpiresAt === null ? null : new Date(consentExpiresAt),
  };
}

/** Returns the state code for a failed call. */
export function codeOfFailure(error: BankError): string {
  if (error.errorCode !== null) return error.errorCode;
  return error.kind === "our-fault" ? ownCodes.unreadable : ownCodes.unreachable;
}
