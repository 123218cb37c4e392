import { useQuery } from "@tanstack/react-query";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { asOfText } from "#shared/time/as-of-text.ts";
import { codeIndexQuery } from "./code-search-queries.ts";
import styles from "./search-outcome.module.css";

/** Says how much code the site's own index holds, from when, and what it doesn't have; nothing without an index. */
export function CodeIndexState() {
  const { timeZone } = usePublicConfig();
  const { data } = useQuery(codeIndexQuery(useApi()));
  if (data === undefined || !data.isOn) return null;
  const { repositories, files, text_bytes: bytes, as_of: asOf, failing } = data;
  return (
    <div className={styles.missing}>
      <p>
        {repositories.indexed < repositories.all
          ? `${repositories.indexed} of ${repositories.all} repositories can be searched here so far`
          : `All ${repositories.all.toLocaleString("en-US")} repositories can be searched here`}
        {`: ${files.toLocaleString("en-US")} files, ${sizeText(bytes)}`}
        {asOf === null ? "." : `, as of ${asOfText(new Date(asOf), timeZone)}.`}
        {data.isFailing ? " GitHub couldn’t be reached since then." : null}
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
