import { relativeTime } from "#shared/time/relative-time.ts";
import styles from "./users-page.module.css";

/** Instant shown both relative to `asOf` and in the site's time zone. */
export function SignInTime({ at, asOf, timeZone }: { at: string; asOf: Date; timeZone: string }) {
  const date = new Date(at);
  const exact = date.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <time dateTime={at} className={styles.time}>
      <span>{relativeTime(date, asOf)}</span>
      <span className={styles.exact}>{exact}</span>
    </time>
  );
}
