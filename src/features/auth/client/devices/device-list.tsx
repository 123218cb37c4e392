import type { ReactNode } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import { zoneWriter } from "#shared/time/zone-writer.ts";
import styles from "./your-devices-page.module.css";

/** List of passkeys, sessions, or accounts. */
export function DeviceList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

type DeviceProps = {
  name: ReactNode;
  /** Facts below the name, one line each. */
  facts: readonly ReactNode[];
  actions?: ReactNode;
};

/** Entry of the list: its name, facts, and buttons. */
export function Device({ name, facts, actions }: DeviceProps) {
  return (
    <li className={styles.device}>
      <div>
        <p className={styles.name}>{name}</p>
        {facts.map((fact, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the facts of an entry keep their order
          <p key={index} className={styles.fact}>
            {fact}
          </p>
        ))}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </li>
  );
}

/** Day of an instant in the site's time zone: "Nov 21, 2026". `at` is ISO 8601. */
export function Day({ at }: { at: string }) {
  const { timeZone } = usePublicConfig();
  const words = zoneWriter(timeZone, { dateStyle: "medium" });
  return <time dateTime={at}>{words.format(new Date(at))}</time>;
}
