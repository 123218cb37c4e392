import { useLocation, useNavigate } from "react-router";

/** Keeps a dialog's open state in the URL hash, so the command palette can link to it. */
export function useDialogInAddress(ownHash: string) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const go = (to: string) => void navigate({ hash: to }, { replace: true, preventScrollReset: true });
  return { isOpen: hash === ownHash, open: () => go(ownHash), close: () => go("") };
}
