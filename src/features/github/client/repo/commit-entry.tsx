import { useState } from "react";
import { Moment } from "#client/words/moment.tsx";
import { ExternalLink } from "#ui/link.tsx";
import { commitInstant, messageParts } from "../../domain/commit-days.ts";
import type { Commit } from "../../domain/github-shapes.ts";
import { AccountPicture } from "../account/account-picture.tsx";
import { CommitChanges } from "./commit-changes.tsx";
import styles from "./commit-entry.module.css";

/** A commit: author, message, time, and link, with the full message and changed files on request. */
export function CommitEntry({ name, commit }: { name: string; commit: Commit }) {
  const [isOpen, setIsOpen] = useState(false);
  const { subject, body } = messageParts(commit.commit.message);
  const instant = commitInstant(commit);
  return (
    <li className={styles.commit}>
      <AccountPicture name={authorName(commit)} url={commit.author?.avatar_url} />
      <div className={styles.text}>
        <p className={styles.subject}>{subject === "" ? "No message" : subject}</p>
        <p className={styles.facts}>
          <Author commit={commit} />
          {instant === null ? null : <Moment instant={instant} form="time" />}
          <ExternalLink href={commit.html_url}>
            <code>{commit.sha.slice(0, 7)}</code>
          </ExternalLink>
        </p>
        <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary>{body === "" ? "Changes" : "Message and changes"}</summary>
          {body === "" ? null : <p className={styles.body}>{body}</p>}
          {isOpen ? <CommitChanges name={name} sha={commit.sha} /> : null}
        </details>
      </div>
    </li>
  );
}

function Author({ commit }: { commit: Commit }) {
  const { author } = commit;
  if (author === null) return <span>{authorName(commit)}</span>;
  return <ExternalLink href={author.html_url}>{author.login}</ExternalLink>;
}

/** Returns the account, or the author's name if the email address belongs to no account. */
function authorName({ author, commit }: Commit): string {
  return author?.login ?? (commit.author?.name || "Unknown author");
}
