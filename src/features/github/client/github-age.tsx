import { Moment } from "#client/words/moment.tsx";
import { useIsHydrated } from "#client/hydrated.ts";
import { Button } from "#ui/button.tsx";
import { failureText } from "./failure-text.ts";
import styles from "./github-age.module.css";
import type { PanelState } from "./home/use-panel.ts";

type GitHubAgeProps = { panels: PanelState<unknown>[] };

/**
 * Shows how old the data is, with a button to refresh it, because cached answers never expire
 * (docs/reference/product.md, "Repositories"). If GitHub couldn't be reached, says that this is an older copy.
 */
export function GitHubAge({ panels }: GitHubAgeProps) {
  const isHydrated = useIsHydrated();
  const times = panels.flatMap(({ panel }) => (panel?.asOfMs ? [panel.asOfMs] : []));
  const asOf = times.length === 0 ? null : new Date(Math.min(...times));
  const stale = panels.find(({ panel, failure }) => panel !== null && failure !== null);
  // There is no data to date, and each part shows its own error.
  if (panels.every(({ panel, failure }) => panel === null && failure !== null)) return null;
  return (
    <div className={styles.age}>
      <p className={styles.line}>
        <span className={styles.time}>
          {asOf === null ? (
            "From GitHub"
          ) : (
            <>
              As of <Moment instant={asOf.toISOString()} form="minute" />
            </>
          )}
        </span>
        <Button
          size="small"
          variant="quiet"
          icon="refresh"
          className={isHydrated ? undefined : styles.waiting}
          isPending={isHydrated && panels.some(({ isFetching }) => isFetching)}
          onClick={() => panels.forEach(({ renew }) => renew())}
        >
          Refresh
        </Button>
      </p>
      {stale?.failure ? (
        <output className={styles.note}>{failureText(stale.failure)} You’re seeing an older copy.</output>
      ) : null}
    </div>
  );
}
