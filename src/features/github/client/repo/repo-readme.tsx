import { useQuery } from "@tanstack/react-query";
import { durationText } from "#shared/time/duration-text.ts";
import { LedgerSection } from "#client/ledger-section.tsx";
import { ApiError } from "#shared/envelope.ts";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { ExternalLink } from "#ui/link.tsx";
import { Prose } from "#ui/prose.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import { readmeMarkup } from "../../domain/readme-markup.ts";
import type { readmeQuery } from "./repo-queries.ts";
import styles from "./repo-readme.module.css";

type RepoReadmeProps = { query: ReturnType<typeof readmeQuery> };

/** The README, sanitized by our own server. */
export function RepoReadme({ query }: RepoReadmeProps) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(query);
  return (
    <LedgerSection
      id="readme"
      eyebrow="About"
      title="README"
      aside={
        data?.htmlUrl ? (
          <p className={styles.file}>
            <ExternalLink href={data.htmlUrl}>{data.name ?? "View on GitHub"}</ExternalLink>
          </p>
        ) : null
      }
    >
      {data === undefined && error === null ? (
        <LoadingRegion label="Loading the README">
          <SkeletonText lines={8} />
        </LoadingRegion>
      ) : null}
      {data === undefined && error !== null ? (
        <ErrorPanel
          title="Could not load the README"
          headingLevel={3}
          message={failureText(error, errorUpdatedAt)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          {...(error instanceof ApiError && error.requestId !== null ? { requestId: error.requestId } : {})}
        />
      ) : null}
      {data?.html === null ? (
        <EmptyState title="No README" headingLevel={3} icon="document">
          <p>The owner hasn’t added one yet.</p>
        </EmptyState>
      ) : null}
      {data?.html ? (
        <div className={styles.readme}>
          <Prose html={readmeMarkup(data.html)} />
        </div>
      ) : null}
    </LedgerSection>
  );
}

/** Explains why the README is missing. Our server asks for it, so its own limit counts, not the visitor's. */
function failureText(error: Error, failedAtMs: number): string {
  if (!(error instanceof ApiError) || error.retryAfterSeconds === null || error.statusCode !== 429)
    return "Couldn’t get the README from GitHub. Try again in a moment.";
  const waitMs = failedAtMs + error.retryAfterSeconds * 1000 - Date.now();
  return `GitHub’s rate limit for this site is used up. It resets in ${durationText(waitMs)}.`;
}
