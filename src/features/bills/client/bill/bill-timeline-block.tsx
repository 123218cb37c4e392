import { ExternalLink } from "#ui/link.tsx";
import type { BillBlocks, RecordedVote } from "../../domain/bill-shapes.ts";
import { actionTimeText, dayText, relativeDay } from "../../domain/bill-dates.ts";
import {
  billTimeline,
  countEvents,
  splitTimeline,
  voteName,
  type TimelineDay,
  type TimelineEvent,
} from "../../domain/progress/bill-timeline.ts";
import { BillBlock } from "./bill-block.tsx";
import { useBillView } from "./bill-view.tsx";
import { MoreDetails } from "../more-details.tsx";
import { withUniqueKeys } from "../people/unique-keys.ts";
import { webAddress } from "../web-address.ts";
import styles from "./bill-timeline-block.module.css";

/** Events shown before the reader asks for the rest. */
const firstEvents = 20;

/** The bill's actions by day, newest first (docs/reference/product.md, "Bills"). */
export function BillTimelineBlock({ block }: { block: BillBlocks["billActions"] }) {
  const days = billTimeline(block.actions);
  const { first, rest } = splitTimeline(days, firstEvents);
  return (
    <BillBlock title="Timeline" count={countEvents(days)} age={block} what="the actions">
      {days.length === 0 ? <p className={styles.none}>No actions to display</p> : <Days days={first} />}
      {rest.length === 0 ? null : (
        <MoreDetails summary={`Show ${countEvents(rest)} earlier actions`}>
          <Days days={rest} />
        </MoreDetails>
      )}
    </BillBlock>
  );
}

function Days({ days }: { days: TimelineDay[] }) {
  const { today } = useBillView();
  return (
    <ol className={styles.days}>
      {days.map(({ day, events }) => (
        <li key={day} className={styles.day}>
          <p className={styles.when}>
            <span className={styles.relative}>{relativeDay(day, today)}</span>
            <time dateTime={day}>{dayText(day, "short")}</time>
          </p>
          <ul className={styles.events}>
            {withUniqueKeys(events, ({ actionTime, text }) => `${actionTime ?? ""} ${text}`).map(
              ({ key, item }) => (
                <Event key={key} event={item} />
              ),
            )}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Event({ event }: { event: TimelineEvent }) {
  const time = event.actionTime === null ? null : actionTimeText(event.actionTime);
  const isNamedByText = event.milestone !== null && event.text.startsWith(event.milestone);
  return (
    <li className={styles.event} data-milestone={event.milestone === null ? undefined : true}>
      {event.milestone === null || isNamedByText ? null : (
        <strong className={styles.milestone}>{event.milestone}</strong>
      )}
      <span>{isNamedByText ? <strong>{event.text}</strong> : event.text}</span>{" "}
      {withUniqueKeys(event.votes, voteName).map(({ key, item }) => (
        <Vote key={key} vote={item} />
      ))}
      {time === null ? null : <span className={styles.time}>{time}</span>}
    </li>
  );
}

function Vote({ vote }: { vote: RecordedVote }) {
  const address = webAddress(vote.url);
  return (
    <span className={styles.vote}>
      {address === null ? voteName(vote) : <ExternalLink href={address}>{voteName(vote)}</ExternalLink>}
    </span>
  );
}
