import type { ReactNode } from "react";
import { relativeTime } from "#shared/time/relative-time.ts";
import { useMinute } from "#client/words/use-minute.ts";
import type { Membership } from "../contract.ts";
import styles from "./household-page.module.css";

const accessWords = { read: "May see it", write: "May see and change it" };

/** Entry of a list of memberships: whose, what they may do, since when, and its buttons. */
export function MembershipEntry({ membership, actions }: { membership: Membership; actions: ReactNode }) {
  const { name, access, invitedAt, acceptedAt } = membership;
  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.fact}>
          {accessWords[access]},{" "}
          {acceptedAt === null ? (
            <>
              invited <Ago at={invitedAt} />
            </>
          ) : (
            <>
              accepted <Ago at={acceptedAt} />
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  );
}

/** Time since an instant: "3 hours ago". `at` is ISO 8601. */
export function Ago({ at }: { at: string }) {
  return <time dateTime={at}>{relativeTime(new Date(at), new Date(useMinute()))}</time>;
}
