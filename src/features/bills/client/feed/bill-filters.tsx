import type { ReactNode } from "react";
import { countText } from "#shared/text/counts.ts";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { ordinal } from "#shared/text/ordinal.ts";
import { billTypeFacts, billTypes } from "../../domain/bill-types.ts";
import type { BillsFilter } from "../../domain/bills-filter.ts";
import type { BillsAnswer } from "../bill-queries.ts";
import { listPath, type FeedScreen } from "./feed-screen.ts";
import styles from "./bill-filters.module.css";

type BillFiltersProps = { screen: FeedScreen; filter: BillsFilter; answer: BillsAnswer | undefined };

/** Filters by Congress and type, as links with counts: they work without JavaScript and can be shared. */
export function BillFilters({ screen, filter, answer }: BillFiltersProps) {
  if (answer === undefined) return <div className={styles.stand} aria-hidden="true" />;
  const { congress } = answer;
  const { billType } = filter;
  const typeCounts = new Map(answer.facets.billTypes.map((facet) => [facet.billType, facet.count]));
  const path = (change: Partial<BillsFilter>) =>
    listPath(screen, { ...filter, congress, page: 1, ...change });
  return (
    <details className={styles.filters} open={screen.areFiltersOpen}>
      <summary className={styles.summary}>
        <Icon name="filter" size="small" />
        <span>Filters</span>
        <span className={styles.chosen}>
          {congress === "all" ? "All Congresses" : `${ordinal(congress)} Congress`} ·{" "}
          {billType === null ? "all types" : billTypeFacts[billType].abbreviation}
        </span>
        <Icon name="chevron-down" size="small" className={styles.chevron} />
      </summary>
      <div className={styles.lists}>
        <FilterList title="Congress">
          <FilterLink href={path({ congress: "all" })} isChosen={congress === "all"} label="All" />
          {answer.facets.congresses.map((facet) => (
            <FilterLink
              key={facet.congress}
              href={path({ congress: facet.congress })}
              isChosen={congress === facet.congress}
              label={ordinal(facet.congress)}
              count={facet.count}
            />
          ))}
        </FilterList>
        <FilterList title="Type">
          <FilterLink href={path({ billType: null })} isChosen={billType === null} label="All" />
          {billTypes
            .filter((type) => typeCounts.has(type) || type === billType)
            .map((type) => (
              <FilterLink
                key={type}
                href={path({ billType: type })}
                isChosen={billType === type}
                label={billTypeFacts[type].abbreviation}
                title={billTypeFacts[type].name}
                count={typeCounts.get(type) ?? 0}
              />
            ))}
        </FilterList>
      </div>
    </details>
  );
}

function FilterList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav className={styles.list} aria-label={`Filter by ${title}`}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.terms}>{children}</ul>
    </nav>
  );
}

type FilterLinkProps = { href: string; isChosen: boolean; label: string; title?: string; count?: number };

function FilterLink({ href, isChosen, label, title, count }: FilterLinkProps) {
  return (
    <li>
      <Link
        to={href}
        className={styles.term}
        aria-current={isChosen ? "true" : undefined}
        title={title}
        preventScrollReset
      >
        {label}
        {count === undefined ? null : <span className={styles.count}>{countText(count)}</span>}
      </Link>
    </li>
  );
}
