import { countText } from "#shared/text/counts.ts";
import { PageLinks } from "#client/pages/page-links.tsx";
import { paths } from "#client/routing/paths.ts";
import { relativeTime } from "#shared/time/relative-time.ts";
import { buttonClassName } from "#ui/button.tsx";
import { StatusChip } from "#ui/status/chip.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Link, linkClassName } from "#ui/link.tsx";
import { LoadingRegion, Skeleton, SkeletonText } from "#ui/status/skeleton.tsx";
import type { BillListItem } from "../../domain/bill-shapes.ts";
import { billCitation, parseBillCitation } from "../../domain/bill-citation.ts";
import { dayText } from "../../domain/bill-dates.ts";
import { billEnd } from "../../domain/progress/bill-end.ts";
import { readBillType } from "../../domain/bill-types.ts";
import { ordinal } from "#shared/text/ordinal.ts";
import type { BillsAnswer } from "../bill-queries.ts";
import styles from "./bill-list.module.css";

type BillListProps = {
  answer: BillsAnswer;
  q: string;
  now: Date;
  sittingCongress: number;
  /** The rows are from the previous filter, while the new ones load. */
  isOld: boolean;
  pagePath: (page: number) => string;
  /** Address of the list without filters. */
  allPath: string;
  /** Address with the same filter for all Congresses; null if it already covers them. */
  everywherePath: string | null;
};

/** The list's count and age, its rows, and links to its pages. */
export function BillList(props: BillListProps) {
  const { answer, now, sittingCongress, isOld, pagePath } = props;
  const pageCount = Math.max(1, Math.ceil(answer.total / answer.pageSize));
  return (
    <section aria-label="Bills" aria-busy={isOld || undefined} className={styles.results}>
      <div className={styles.facts}>
        <p aria-live="polite">
          <strong>{countText(answer.total)}</strong> {answer.total === 1 ? "bill" : "bills"}
          {answer.congress === "all" ? "" : ` in the ${ordinal(answer.congress)} Congress`}, newest action
          first
        </p>
        <IndexAge index={answer.index} now={now} />
      </div>
      {answer.bills.length === 0 ? (
        <NoBills {...props} pageCount={pageCount} />
      ) : (
        <ol className={styles.list} start={(answer.page - 1) * answer.pageSize + 1}>
          {answer.bills.map((bill) => (
            <BillRow
              key={`${bill.congress} ${bill.type} ${bill.number}`}
              bill={bill}
              sitting={sittingCongress}
            />
          ))}
        </ol>
      )}
      <PageLinks
        label="Pages of bills"
        page={answer.page}
        pageCount={pageCount}
        pagePath={pagePath}
        className={styles.pages}
      />
    </section>
  );
}

function IndexAge({ index, now }: { index: BillsAnswer["index"]; now: Date }) {
  const count = countText(index.indexed);
  if (!index.isComplete) {
    return (
      <output className={styles.age}>
        {index.isFailing
          ? "The import from Congress.gov failed. We’ll retry automatically. "
          : "Importing bills: "}
        {count} {index.indexed === 1 ? "bill" : "bills"} so far.
      </output>
    );
  }
  if (index.asOf === null) return null;
  return (
    <p className={styles.age}>
      Congress.gov, as of <time dateTime={index.asOf}>{relativeTime(new Date(index.asOf), now)}</time> ·{" "}
      {count} bills in all
    </p>
  );
}

function BillRow({ bill, sitting }: { bill: BillListItem; sitting: number }) {
  const billType = readBillType(bill.type);
  const end = billEnd(bill, sitting);
  const { latestAction } = bill;
  return (
    <li className={styles.row}>
      <p className={styles.citation}>
        {billType === null
          ? `${bill.type} ${bill.number}`
          : billCitation({ billType, billNumber: bill.number })}
        <span className={styles.congress}>{ordinal(bill.congress)}</span>
      </p>
      <div className={styles.words}>
        <h2 className={styles.title}>
          {billType === null ? (
            bill.title
          ) : (
            <Link
              className={linkClassName({ variant: "quiet" })}
              to={paths.bill(bill.congress, billType, bill.number)}
              viewTransition
            >
              {bill.title}
            </Link>
          )}
        </h2>
        {latestAction === undefined ? null : (
          <p className={styles.action}>
            {latestAction.actionDate === undefined ? null : (
              <>
                <time className={styles.date} dateTime={latestAction.actionDate}>
                  {dayText(latestAction.actionDate, "short")}
                </time>{" "}
              </>
            )}
            {latestAction.text}
          </p>
        )}
      </div>
      {end === null ? null : (
        <p className={styles.end}>
          <StatusChip tone={end.tone}>{end.words}</StatusChip>
        </p>
      )}
    </li>
  );
}

type NoBillsProps = BillListProps & { pageCount: number };

function NoBills({ answer, q, pagePath, allPath, everywherePath, pageCount }: NoBillsProps) {
  if (!answer.index.isComplete && answer.index.indexed === 0) {
    return (
      <EmptyState title="No bills yet" icon="building">
        {answer.index.isFailing
          ? "Couldn’t import bills from Congress.gov. We’ll retry automatically."
          : "Importing bills from Congress.gov. They’ll appear here shortly."}
      </EmptyState>
    );
  }
  if (answer.page > pageCount) {
    return (
      <EmptyState
        title={`There’s no page ${countText(answer.page)}`}
        icon="building"
        action={
          <Link to={pagePath(1)} className={buttonClassName()}>
            First page
          </Link>
        }
      >
        {pageCount === 1 ? "This list has one page." : `This list has ${countText(pageCount)} pages.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={q === "" ? "No matching bills" : `No bills match “${q}”`}
      icon="building"
      action={
        <Link to={everywherePath ?? allPath} className={buttonClassName()}>
          {everywherePath === null ? "Show all bills" : "Search all Congresses"}
        </Link>
      }
    >
      {parseBillCitation(q) === null
        ? "Try fewer words or remove a filter."
        : "This site has no bill with this number."}
    </EmptyState>
  );
}

const skeletonRows = 8;

/** Placeholder rows of the usual height. */
export function BillListSkeleton() {
  return (
    <LoadingRegion label="Loading bills" className={styles.results ?? ""}>
      <Skeleton width="18em" height="1.2em" />
      <div className={styles.list}>
        {Array.from({ length: skeletonRows }, (_, row) => (
          <div key={row} className={styles.row}>
            <SkeletonText lines={1} />
            <SkeletonText lines={2} />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
