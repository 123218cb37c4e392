import type { PartyCount } from "../../domain/cosponsor-figures.ts";
import styles from "./party-split.module.css";

/** Cosponsors by party as a bar and in words. */
export function PartySplit({ split, withdrawn }: { split: PartyCount[]; withdrawn: number }) {
  const total = split.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>By party</figcaption>
      {total === 0 ? null : (
        <div className={styles.bar} aria-hidden="true">
          {split.map(({ party, count }) => (
            <span
              key={party}
              className={styles.part}
              data-party={party}
              style={{ inlineSize: `${(100 * count) / total}%` }}
            />
          ))}
        </div>
      )}
      <ul className={styles.legend}>
        {split.map(({ party, name, count }) => (
          <li key={party}>
            <span className={styles.swatch} data-party={party} aria-hidden="true" />
            {name} <strong>{count}</strong>{" "}
            <span className={styles.percent}>{Math.round((100 * count) / total)}%</span>
          </li>
        ))}
        {withdrawn > 0 ? (
          <li className={styles.percent}>
            {withdrawn} withdrew and {withdrawn === 1 ? "is" : "are"} not counted
          </li>
        ) : null}
      </ul>
    </figure>
  );
}
