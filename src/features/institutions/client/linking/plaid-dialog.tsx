import { useEffect, useRef } from "react";
import { usePlaidLink, type PlaidLinkError, type PlaidLinkOnSuccessMetadata } from "react-plaid-link";
import type { BankLink, BankLinkState, LinkFailure, SelectedAccounts } from "./bank-link.ts";

type PlaidDialogProps = { link: BankLink; dialog: BankLinkState & { kind: "dialog" } };

/** Plaid's dialog over the page, opened as soon as it is ready. Renders nothing itself. */
export function PlaidDialog({ link, dialog }: PlaidDialogProps) {
  const { linkToken, receivedRedirectUri } = dialog;
  const { open, ready, error } = usePlaidLink({
    token: linkToken,
    ...(receivedRedirectUri === undefined ? {} : { receivedRedirectUri }),
    onSuccess: (publicToken, metadata) => link.dialogFinished(publicToken, selectedAccounts(metadata)),
    onExit: (problem, { request_id }) =>
      link.dialogClosed(problem === null ? null : failureOf(problem, request_id)),
  });
  const isOpened = useRef(false);
  useEffect(() => {
    if (!ready || isOpened.current) return;
    isOpened.current = true;
    open();
  }, [ready, open]);
  useEffect(() => {
    if (error !== null) link.dialogClosed({ message: notLoaded, canRetry: false });
  }, [error, link]);
  return null;
}

const notLoaded =
  "Couldn’t load Plaid’s dialog. If your browser blocks cdn.plaid.com, allow it, then reload this page and try again.";

function failureOf(problem: PlaidLinkError, requestId: string): LinkFailure {
  const words = problem.display_message ?? "";
  return {
    message: words === "" ? "Your bank’s dialog ended with an error." : words,
    ...(requestId === "" ? {} : { requestId }),
    canRetry: true,
  };
}

function selectedAccounts({ institution, accounts }: PlaidLinkOnSuccessMetadata): SelectedAccounts {
  return {
    ...(institution === null
      ? {}
      : { institution: { id: institution.institution_id, name: institution.name } }),
    accounts: accounts.map(({ name, mask }) => ({ name, mask })),
  };
}
