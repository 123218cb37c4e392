import type { BillPageView } from "../../domain/bill-page-view.ts";
import { billTypeAndNumber } from "../../domain/bill-citation.ts";
import { billProgress } from "../../domain/progress/bill-progress.ts";
import { congressAt } from "../../domain/congresses.ts";
import { BillAmendments } from "./bill-amendments.tsx";
import { BillCosponsors } from "../people/bill-cosponsors.tsx";
import { BillHead } from "./bill-head.tsx";
import { BillCostEstimates, BillSponsors } from "../people/bill-people.tsx";
import { BillProgressSteps } from "./bill-progress-steps.tsx";
import { BillCommittees, BillReference, BillRelated, BillSubjects, BillTexts } from "./bill-side.tsx";
import { BillSummaries } from "./bill-summaries.tsx";
import { BillTimelineBlock } from "./bill-timeline-block.tsx";
import { BillBreadcrumb, BillTitle } from "./bill-title.tsx";
import { useBillView } from "./bill-view.tsx";
import styles from "./bill-page.module.css";

/** The page of a bill that exists, whichever parts are missing. */
export function BillContent({ blocks }: { blocks: BillPageView }) {
  const { billKey, today } = useBillView();
  const { bill } = blocks.billDetails;
  const progress = billProgress(
    { ...bill, billType: billKey.billType, actions: blocks.billActions.actions },
    congressAt(today),
  );
  return (
    <article className={styles.page}>
      <BillHead billKey={billKey} bill={bill} status={progress.status} />
      <BillBreadcrumb label={billTypeAndNumber(billKey)} />
      <BillTitle billKey={billKey} bill={bill} />
      <BillProgressSteps progress={progress} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <BillSponsors block={blocks.billDetails} />
          <BillSummaries block={blocks.billSummaries} />
          <BillCosponsors block={blocks.billCosponsors} />
          <BillCostEstimates block={blocks.billDetails} />
          <BillTimelineBlock block={blocks.billActions} />
          <BillAmendments block={blocks.billAmendments} />
        </div>
        <div className={styles.column}>
          <BillReference bill={bill} />
          <BillTexts block={blocks.billText} />
          <BillCommittees block={blocks.billCommittees} bill={bill} />
          <BillSubjects block={blocks.billSubjects} bill={bill} />
          <BillRelated block={blocks.billRelated} />
        </div>
      </div>
    </article>
  );
}
