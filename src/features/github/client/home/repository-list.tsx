import { memo } from "react";
import { countText } from "#shared/text/counts.ts";
import { paths } from "#client/routing/paths.ts";
import { Ago } from "#client/words/ago.tsx";
import { Icon } from "#ui/icon.tsx";
import { ExternalLink, Link, linkClassName } from "#ui/link.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { Repository } from "../../domain/github-shapes.ts";
import { LanguageDot } from "../language-dot.tsx";
import styles from "./repository-list.module.css";

type RepositoryListProps = {
  label: string;
  repositories: Repository[];
  /** The owner's repositories link to their pages here, others to GitHub. */
  isOwn: boolean;
  renderedAtMs: number;
};

/** Repositories with name, description, language, stars, and last push. */
export function RepositoryList({ label, repositories, ...shown }: RepositoryListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {repositories.map((repository) => (
        <Entry key={repository.full_name} repository={repository} {...shown} />
      ))}
    </ul>
  );
}

type EntryProps = Pick<RepositoryListProps, "isOwn" | "renderedAtMs"> & { repository: Repository };

/** Drawn again only if the repository has changed: GitHub's answer is mostly what the server sent. */
const Entry = memo(({ repository, isOwn, renderedAtMs }: EntryProps) => (
  <li className={styles.entry}>
    <h3 className={styles.name}>
      {isOwn ? (
        <Link to={paths.repo(repository.name)} className={linkClassName()} viewTransition>
          {repository.name}
        </Link>
      ) : (
        <ExternalLink href={repository.html_url}>{repository.full_name}</ExternalLink>
      )}
    </h3>
    <p className={styles.description}>{repository.description ?? "No description"}</p>
    <p className={styles.facts}>
      {repository.language === null ? null : <LanguageDot language={repository.language} />}
      <span className={styles.fact}>
        <Icon name="star" size="small" />
        {countText(repository.stargazers_count)}
        <VisuallyHidden> stars</VisuallyHidden>
      </span>
      {repository.archived ? <span>Archived</span> : null}
      {repository.fork ? <span>Fork</span> : null}
      {repository.pushed_at === null ? null : (
        <span>
          Pushed <Ago at={repository.pushed_at} renderedAtMs={renderedAtMs} />
        </span>
      )}
    </p>
  </li>
));

/** Placeholder of the list's final size. */
export function RepositoryListSkeleton({ count }: { count: number }) {
  return (
    <div className={styles.list} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.entry}>
          <span className={styles.name}>
            <Skeleton width="45%" />
          </span>
          <span className={styles.description}>
            <Skeleton width="80%" />
          </span>
          <span className={styles.facts}>
            <Skeleton width="60%" />
          </span>
        </div>
      ))}
    </div>
  );
}
