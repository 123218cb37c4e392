import { countText } from "#shared/text/counts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { ExternalLink } from "#ui/link.tsx";
import { amendmentLine, type AmendmentLine } from "../../domain/amendments.ts";
import { congressGovUrl } from "../../domain/bill-citation.ts";
import { dayText } from "../../domain/bill-dates.ts";
import type { BillPageView } from "../../domain/bill-page-view.ts";
import { BillBlock } from "./bill-block.tsx";
import { billQuery } from "../bill-queries.ts";
import { useBillView } from "./bill-view.tsx";
import { withUniqueKeys } from "../people/unique-keys.ts";
import styles from "./bill-amendments.module.css";

const stepSize = 50;

/** Amendments (docs/reference/product.md, "Bills"); long lists, such as a budget's, load in steps. */
export function BillAmendments({ block }: { block: BillPageView["billAmendments"] }) {
  const { billKey } = useBillView();
  const [asked, setAsked] = useState(0);
  const isAskedFor = asked > 0;
  const whole = useQuery({ ...billQuery(useApi(), billKey), enabled: isAskedFor });
  const known = isAskedFor ? (whole.data?.billAmendments.amendments ?? block.amendments) : block.amendments;
  const lines = known
    .slice(0, Math.max(asked, block.amendments.length))
    .map((amendment) => amendmentLine(amendment, billKey.congress));
  const remaining = block.total - lines.length;
  return (
    <BillBlock title="Amendments" count={block.total} age={block} what="the amendments">
      {lines.length === 0 ? <p className={styles.none}>No amendments to display</p> : null}
      <ul className={styles.list}>
        {withUniqueKeys(lines, ({ label }) => label).map(({ key, item }) => (
          <Line key={key} line={item} />
        ))}
      </ul>
      {remaining > 0 ? (
        <p className={styles.more}>
          <Button
            size="small"
            className={styles.scripted}
            isPending={isAskedFor && whole.isFetching}
            onClick={() => {
              if (whole.isError) void whole.refetch();
              else setAsked(lines.length + stepSize);
            }}
          >
            {whole.isError ? "Try again" : `Show ${Math.min(stepSize, remaining)} more`}
          </Button>
          <span aria-live="polite">
            {whole.isError
              ? "Couldn’t load the other amendments."
              : `${lines.length} of ${countText(block.total)}`}
          </span>
          <ExternalLink href={`${congressGovUrl(billKey)}/amendments`}>All on Congress.gov</ExternalLink>
        </p>
      ) : null}
    </BillBlock>
  );
}

function Line({ line }: { line: AmendmentLine }) {
  const { label, kind, about, url, latestAction } = line;
  return (
    <li className={styles.line}>
      <p className={styles.label}>
        {url === null ? label : <ExternalLink href={url}>{label}</ExternalLink>}
        {kind === null ? null : <span className={styles.kind}>{kind}</span>}
      </p>
      {about === null ? null : <p>{about}</p>}
      {latestAction === undefined ? null : (
        <p className={styles.action}>
          {latestAction.actionDate === undefined ? null : (
            <time dateTime={latestAction.actionDate}>{dayText(latestAction.actionDate, "short")}: </time>
          )}
          {latestAction.text}
        </p>
      )}
    </li>
  );
}
