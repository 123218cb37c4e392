import type { Retry } from "./lazy-part.tsx";
import { ErrorPanel } from "../status/error-panel.tsx";

/** Reason that a part's code can't be loaded, and what to do. */
export const unloadedText =
  "You may be offline, or the site was updated. If trying again doesn’t help, reload this page.";

/** Panel in place of a part of a page whose code couldn't be loaded. */
export function UnloadedPart({ retry, isRetrying }: Retry) {
  return (
    <ErrorPanel
      title="Couldn’t load this part"
      headingLevel={3}
      message={unloadedText}
      onRetry={retry}
      isRetrying={isRetrying}
    />
  );
}
