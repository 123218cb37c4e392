import type { ReactNode } from "react";
import { Ago } from "#client/words/ago.tsx";
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
