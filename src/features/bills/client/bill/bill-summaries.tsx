import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { Prose } from "#ui/prose.tsx";
import { SkeletonText } from "#ui/status/skeleton.tsx";
import { dayText } from "../../domain/bill-dates.ts";
import { newestFirst, type BillPageView, type SummaryVersion } from "../../domain/bill-page-view.ts";
import { BillBlock } from "./bill-block.tsx";
import { billQuery } from "../bill-queries.ts";
import { useBillView } from "./bill-view.tsx";
import styles from "./bill-summaries.module.css";

/** Summary by the Congressional Research Service: the newest version, with the others to choose from. */
export function BillSummaries({ block }: { block: BillPageView["billSummaries"] }) {
  const { latest, versions } = block;
  const { billKey } = useBillView();
  const [chosen, setChosen] = useState(0);
  const whole = useQuery({ ...billQuery(useApi(), billKey), enabled: chosen > 0 });
  const older = chosen > 0 ? newestFirst(whole.data?.billSummaries.summaries ?? [])[chosen] : undefined;
  const summary = chosen === 0 ? latest : (older ?? null);
  return (
    <BillBlock title="Summary" age={block} what="the summaries">
      {latest === null ? (
        <p className={styles.remark}>
          No summary yet. The Congressional Research Service usually writes one within weeks.
        </p>
      ) : null}
      <VersionChoice versions={versions} chosen={chosen} onChoose={setChosen} />
      {summary === null ? null : <SummaryText key={chosen} html={summary.text} />}
      {chosen > 0 && whole.isPending ? <SkeletonText lines={6} /> : null}
      {chosen > 0 && whole.isError ? (
        <p className={styles.failed} role="alert">
          Couldn’t load this version.
          <Button
            size="small"
            icon="refresh"
            isPending={whole.isFetching}
            onClick={() => void whole.refetch()}
          >
            Try again
          </Button>
        </p>
      ) : null}
    </BillBlock>
  );
}

type VersionChoiceProps = {
  versions: SummaryVersion[];
  chosen: number;
  onChoose: (index: number) => void;
};

/** The bill version that the summary describes: text for one, a choice for several. */
function VersionChoice({ versions, chosen, onChoose }: VersionChoiceProps) {
  const id = useId();
  const [newest] = versions;
  if (newest === undefined) return null;
  if (versions.length === 1) return <p className={styles.remark}>{versionName(newest)}</p>;
  return (
    <div className={styles.choice}>
      <p className={styles.unscripted}>{versionName(newest)}</p>
      <label htmlFor={id}>Version</label>
      <select
        id={id}
        className={styles.select}
        value={chosen}
        onChange={(event) => onChoose(Number(event.target.value))}
      >
        {versions.map((version, index) => (
          // Versions have no unique name, so the index is the value.
          // oxlint-disable-next-line react/no-array-index-key -- versions have no unique name
          <option key={index} value={index}>
            {versionName(version)}
            {index === 0 ? " (newest)" : ""}
          </option>
        ))}
      </select>
    </div>
  );
}

function versionName({ actionDesc, actionDate }: SummaryVersion): string {
  const parts = [
    actionDesc?.trim() || "Summary",
    actionDate === undefined ? "" : dayText(actionDate, "short"),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** Longest summary, in characters of HTML, that is shown in full: about a screen. */
const wholeUpTo = 2500;

function SummaryText({ html }: { html: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = html.length > wholeUpTo;
  return (
    <>
      <div className={styles.text} data-cut={(isLong && !isOpen) || undefined}>
        <Prose html={html} />
      </div>
      {isLong ? (
        <p className={styles.toggle}>
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Show less" : "Show full summary"}
          </Button>
        </p>
      ) : null}
    </>
  );
}
