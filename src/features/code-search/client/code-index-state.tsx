import { countText } from "#shared/text/counts.ts";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { Moment } from "#client/words/moment.tsx";
import { codeIndexQuery } from "./code-search-queries.ts";
import styles from "./search-outcome.module.css";

/** Says how much code the site's own index holds, from when, and what it doesn't have; nothing without an index. */
export function CodeIndexState() {
  const { data } = useQuery(codeIndexQuery(useApi()));
  if (data === undefined || !data.isOn) return null;
  const { repositories, files, text_bytes: bytes, as_of: asOf, failing } = data;
  return (
    <div className={styles.missing}>
      <p>
        {repositories.indexed < repositories.all
          ? `${repositories.indexed} of ${repositories.all} repositories can be searched here so far`
          : `All ${countText(repositories.all)} repositories can be searched here`}
        {`: ${countText(files)} files, ${sizeText(bytes)}`}
        {asOf === null ? null : (
          <>
            , as of <Moment instant={asOf} form="minute" />
          </>
        )}
        .{data.isFailing ? " GitHub couldn’t be reached since then." : null}
      </p>
      {failing.length === 0 ? null : (
        <ul className={styles.missingList}>
          {failing.map(({ repository, reason }) => (
            <li key={repository}>
              {repository}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function sizeText(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;
}
