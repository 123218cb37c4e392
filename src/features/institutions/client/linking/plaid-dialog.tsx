import { useEffect, useRef } from "react";
import { usePlaidLink, type PlaidLinkError, type PlaidLinkOnSuccessMetadata } from "react-plaid-link";
import type { BankLink, BankLinkState, LinkFailure, ToldAccounts } from "./bank-link.ts";

type PlaidDialogProps = { link: BankLink; dialog: BankLinkState & { kind: "dialog" } };

/** Plaid's own dialog over the page; mounted while one is open and opened as soon as it is ready. Draws nothing itself. */
export function PlaidDialog({ link, dialog }: PlaidDialogProps) {
  const { linkToken, receivedRedirectUri } = dialog;
  const { open, ready, error } = usePlaidLink({
    token: linkToken,
    ...(receivedRedirectUri === undefined ? {} : { receivedRedirectUri }),
    onSuccess: (publicToken, metadata) => link.dialogDone(publicToken, toldAccounts(metadata)),
    onExit: (problem, { request_id }) =>
      link.dialogLeft(problem === null ? null : failureOf(problem, request_id)),
  });
  const isOpened = useRef(false);
  useEffect(() => {
    if (!ready || isOpened.current) return;
    isOpened.current = true;
    open();
  }, [ready, open]);
  useEffect(() => {
    if (error !== null) link.dialogLeft({ message: notLoaded, canRetry: false });
  }, [error, link]);
  return null;
}

const notLoaded =
  "Plaid’s dialog could not be loaded. If something in the browser blocks cdn.plaid.com, allow it, load this page anew and begin again.";

function failureOf(problem: PlaidLinkError, requestId: string): LinkFailure {
  const words = problem.display_message ?? "";
  return {
    message: words === "" ? "The bank’s dialog ended with an error." : words,
    ...(requestId === "" ? {} : { requestId }),
    canRetry: true,
  };
}

function toldAccounts({ institution, accounts }: PlaidLinkOnSuccessMetadata): ToldAccounts {
  return {
    ...(institution === null
      ? {}
      : { institution: { id: institution.institution_id, name: institution.name } }),
    accounts: accounts.map(({ name, mask }) => ({ name, mask })),
  };
}
