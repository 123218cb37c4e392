import { useEffect } from "react";
import { NavigationType, useBlocker, type BlockerFunction } from "react-router";
import type { UnsavedGuard } from "../form/unsaved-guard.ts";

/** Asks before the browser's Back or Forward leaves a dialog with unsaved input. Mount it only then: a router has one blocker at a time. */
export function BackGuard({ request }: Pick<UnsavedGuard, "request">) {
  const blocker = useBlocker(leavesDialog);
  useEffect(() => {
    if (blocker.state === "blocked") request(blocker.proceed, blocker.reset);
  }, [blocker, request]);
  return null;
}

/** Links and the site's own steps can't leave a dialog. A dialog can be in the hash, and stays open while a list below it changes. */
const leavesDialog: BlockerFunction = ({ historyAction, currentLocation, nextLocation }) =>
  historyAction === NavigationType.Pop &&
  (currentLocation.pathname !== nextLocation.pathname || currentLocation.hash !== nextLocation.hash);
