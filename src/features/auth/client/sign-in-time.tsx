import { relativeTime } from "#shared/time/relative-time.ts";
import { zoneWriter } from "#shared/time/zone-writer.ts";
import styles from "./users-page.module.css";

/** Instant shown both relative to `asOf` and in the site's time zone. */
export function SignInTime({ at, asOf, timeZone }: { at: string; asOf: Date; timeZone: string }) {
  const date = new Date(at);
  const exact = zoneWriter(timeZone, { dateStyle: "medium", timeStyle: "short" }).format(date);
  return (
    <time dateTime={at} className={styles.time}>
      <span>{relativeTime(date, asOf)}</span>
      <span className={styles.exact}>{exact}</span>
    </time>
  );
}
