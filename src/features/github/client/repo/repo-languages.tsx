import { LedgerSection } from "#client/ledger-section.tsx";
import { paths } from "#client/routing/paths.ts";
import { Card, cardLinkClassName } from "#ui/card.tsx";
import { Link } from "#ui/link.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { LanguageBytes } from "../../domain/github-shapes.ts";
import {
  bytesText,
  languageBreakdown,
  percentText,
  type LanguageShare,
} from "../../domain/language-breakdown.ts";
import { languageQuery } from "../../domain/topic-search.ts";
import { failureText } from "../failure-text.ts";
import { LanguageDot } from "../language-dot.tsx";
import type { PanelState } from "../home/use-panel.ts";
import styles from "./repo-languages.module.css";

type RepoLanguagesProps = { name: string; state: PanelState<LanguageBytes> };

/** Languages as one stacked bar and a card each, which searches in that language (docs/reference/product.md, "Repositories"). */
export function RepoLanguages({ name, state }: RepoLanguagesProps) {
  const shares = state.panel === null ? null : languageBreakdown(state.panel.value);
  return (
    <LedgerSection
      id="code"
      eyebrow="Breakdown"
      title="Code"
      aside={shares === null ? null : <Sum shares={shares} />}
    >
      <Faces name={name} state={state} shares={shares} />
    </LedgerSection>
  );
}

function Faces({ name, state, shares }: RepoLanguagesProps & { shares: LanguageShare[] | null }) {
  if (shares === null && state.failure !== null) {
    return (
      <ErrorPanel
        title="Could not load languages"
        headingLevel={3}
        message={failureText(state.failure)}
        onRetry={state.renew}
        isRetrying={state.isFetching}
      />
    );
  }
  if (shares === null) return <LanguagesSkeleton />;
  if (shares.length === 0) {
    return (
      <EmptyState title="No code yet" headingLevel={3} icon="code">
        <p>Languages appear here once the repository has code.</p>
      </EmptyState>
    );
  }
  return (
    <div className={styles.breakdown}>
      <StackedBar shares={shares} />
      <ul className={styles.cards} aria-label="Languages">
        {shares.map((share) => (
          <LanguageCard key={share.language} name={name} share={share} />
        ))}
      </ul>
    </div>
  );
}

function Sum({ shares }: { shares: LanguageShare[] }) {
  if (shares.length === 0) return null;
  const bytes = shares.reduce((sum, { lines }) => sum + lines, 0);
  return (
    <p className={styles.sum}>
      {bytesText(bytes)} in {shares.length === 1 ? "one language" : `${shares.length} languages`}
    </p>
  );
}

/** Narrower segments have no room for a label; the cards below name every language. */
const smallestLabelledPercent = 12;

function StackedBar({ shares }: { shares: LanguageShare[] }) {
  const words = shares.map((share) => `${share.language} ${percentText(share)}`).join(", ");
  return (
    <figure className={styles.figure}>
      <div className={styles.bar} aria-hidden="true">
        {shares.map((share) => (
          <span key={share.language} className={styles.segment} style={{ flexGrow: share.lines }}>
            <span className={styles.stripe} style={{ backgroundColor: share.color }} />
            {share.percent < smallestLabelledPercent ? null : (
              <span className={styles.label}>{share.language}</span>
            )}
          </span>
        ))}
      </div>
      <figcaption>
        <VisuallyHidden>Shares of the code: {words}</VisuallyHidden>
      </figcaption>
    </figure>
  );
}

function LanguageCard({ name, share }: { name: string; share: LanguageShare }) {
  return (
    <Card as="li" isInteractive className={styles.card}>
      <Link
        to={paths.repo(name, { search: languageQuery(share.language) })}
        className={cardLinkClassName}
        title={`Search for ${languageQuery(share.language)}`}
        preventScrollReset
      >
        <LanguageDot language={share.language} />
        <VisuallyHidden>: search its code</VisuallyHidden>
      </Link>
      <p className={styles.numbers}>
        <span className={styles.percent}>{percentText(share)}</span>
        <span className={styles.bytes}>{bytesText(share.lines)}</span>
      </p>
    </Card>
  );
}

function LanguagesSkeleton() {
  return (
    <LoadingRegion label="Loading languages" className={styles.breakdown}>
      <div className={styles.bar}>
        <span className={styles.segment} style={{ flexGrow: 1 }}>
          <Skeleton height="var(--space-4)" />
          <span className={styles.label}>
            <Skeleton width="var(--size-field-min)" />
          </span>
        </span>
      </div>
      <div className={styles.cards}>
        {Array.from({ length: 3 }, (_, index) => (
          <Card key={index} className={styles.card}>
            <Skeleton width="60%" />
            <Skeleton width="80%" height="var(--space-6)" />
          </Card>
        ))}
      </div>
    </LoadingRegion>
  );
}
