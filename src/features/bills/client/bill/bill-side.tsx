import { compareDates } from "#shared/time/compare-dates.ts";
import { paths } from "#client/routing/paths.ts";
import { Chip } from "#ui/status/chip.tsx";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { ExternalLink, Link, linkClassName } from "#ui/link.tsx";
import type {
  Bill,
  BillBlocks,
  BillCommittee,
  CommitteeActivity,
  RelatedBill,
} from "../../domain/bill-shapes.ts";
import { billCitation } from "../../domain/bill-citation.ts";
import { dayText } from "../../domain/bill-dates.ts";
import { billReference } from "../../domain/bill-reference.ts";
import { readBillType } from "../../domain/bill-types.ts";
import { ordinal } from "#shared/text/ordinal.ts";
import { BillBlock } from "./bill-block.tsx";
import { useBillView } from "./bill-view.tsx";
import { MoreDetails } from "../more-details.tsx";
import { withUniqueKeys } from "../people/unique-keys.ts";
import { webAddress } from "../web-address.ts";
import styles from "./bill-side.module.css";

/** The bill's citation, ready to copy. */
export function BillReference({ bill }: { bill: Bill }) {
  const reference = billReference(useBillView().billKey, bill);
  return (
    <section className={styles.reference} aria-labelledby="bill-reference">
      <h2 id="bill-reference" className={styles.referenceTitle}>
        Cite
      </h2>
      <p className={styles.referenceText}>{reference}</p>
      <CopyButton text={reference} label="Copy citation" className={styles.copy} />
    </section>
  );
}

/** The bill's published texts on Congress.gov, newest first; one without a date is still being printed. */
export function BillTexts({ block }: { block: BillBlocks["billText"] }) {
  const versions = block.textVersions.toSorted((a, b) => compareDates(b.date ?? "9999", a.date ?? "9999"));
  return (
    <BillBlock title="Text" age={block} what="the text versions">
      {block.textVersions.length === 0 ? (
        <p className={styles.none}>The text isn’t published yet.</p>
      ) : (
        <ul className={styles.list}>
          {withUniqueKeys(versions, ({ type, date }) => `${type ?? ""} ${date ?? ""}`).map(
            ({ key, item }) => (
              <li key={key}>
                <p className={styles.name}>{item.type ?? "Text"}</p>
                {item.date === undefined ? null : (
                  <p className={styles.note}>
                    <time dateTime={item.date}>{dayText(item.date, "short")}</time>
                  </p>
                )}
                <p className={styles.links}>
                  {item.formats.map(({ type, url }) => {
                    const address = webAddress(url);
                    return address === null ? null : (
                      <ExternalLink key={url} href={address}>
                        {type ?? "Text"}
                      </ExternalLink>
                    );
                  })}
                </p>
              </li>
            ),
          )}
        </ul>
      )}
    </BillBlock>
  );
}

/** Committees that have considered the bill, and their reports; hidden if there are none. */
export function BillCommittees({ block, bill }: { block: BillBlocks["billCommittees"]; bill: Bill }) {
  const reports = [...new Set(bill.committeeReports.map(({ citation }) => citation))];
  if (block.asOf !== null && block.committees.length === 0 && reports.length === 0) return null;
  return (
    <BillBlock title="Committees" count={block.committees.length} age={block} what="the committees">
      {block.committees.length === 0 ? null : (
        <ul className={styles.list}>
          {withUniqueKeys(block.committees, ({ name }) => name).map(({ key, item }) => (
            <li key={key}>
              <p className={styles.name}>{committeeName(item)}</p>
              <Activities activities={item.activities} />
              {item.subcommittees.length === 0 ? null : (
                <ul className={styles.nested}>
                  {withUniqueKeys(item.subcommittees, ({ name }) => name).map((subcommittee) => (
                    <li key={subcommittee.key}>
                      {subcommittee.item.name}
                      <Activities activities={subcommittee.item.activities} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
      {reports.length === 0 ? null : <p className={styles.reports}>Reports: {reports.join(", ")}</p>}
    </BillBlock>
  );
}

/** Adds the chamber to names that both chambers use, such as "Judiciary Committee". */
function committeeName({ name, chamber }: BillCommittee): string {
  return chamber === undefined || name.includes(chamber) ? name : `${chamber}: ${name}`;
}

function Activities({ activities }: { activities: CommitteeActivity[] }) {
  if (activities.length === 0) return null;
  return (
    <p className={styles.note}>
      {activities
        .map(({ name, date }) => (date === undefined ? name : `${name} ${dayText(date, "short")}`))
        .join(" · ")}
    </p>
  );
}

const firstSubjects = 12;

/** The bill's subjects, as assigned by the Library of Congress. */
export function BillSubjects({ block, bill }: { block: BillBlocks["billSubjects"]; bill: Bill }) {
  const { legislativeSubjects } = block.subjects;
  const policyArea = block.subjects.policyArea ?? bill.policyArea;
  const keyed = withUniqueKeys(legislativeSubjects, ({ name }) => name);
  return (
    <BillBlock title="Subjects" age={block} what="the subjects">
      {policyArea === undefined && keyed.length === 0 ? (
        <p className={styles.none}>No subjects assigned yet.</p>
      ) : null}
      {policyArea === undefined ? null : (
        <p>
          <Chip icon="tag">{policyArea.name}</Chip>
        </p>
      )}
      <ul className={styles.subjects}>
        {keyed.slice(0, firstSubjects).map(({ key, item }) => (
          <li key={key}>{item.name}</li>
        ))}
      </ul>
      {keyed.length > firstSubjects ? (
        <MoreDetails summary={`${keyed.length - firstSubjects} more subjects`}>
          <ul className={styles.subjects}>
            {keyed.slice(firstSubjects).map(({ key, item }) => (
              <li key={key}>{item.name}</li>
            ))}
          </ul>
        </MoreDetails>
      ) : null}
    </BillBlock>
  );
}

const firstRelated = 6;

/** Related bills, such as companion or earlier ones, with links to their pages here. */
export function BillRelated({ block }: { block: BillBlocks["billRelated"] }) {
  const keyed = withUniqueKeys(
    block.relatedBills,
    ({ congress, type, number }) => `${congress} ${type} ${number}`,
  );
  return (
    <BillBlock title="Related bills" count={keyed.length} age={block} what="the related bills">
      {keyed.length === 0 ? <p className={styles.none}>No related bills.</p> : null}
      <ul className={styles.list}>
        {keyed.slice(0, firstRelated).map(({ key, item }) => (
          <Related key={key} related={item} />
        ))}
      </ul>
      {keyed.length > firstRelated ? (
        <MoreDetails summary={`${keyed.length - firstRelated} more related bills`}>
          <ul className={styles.list}>
            {keyed.slice(firstRelated).map(({ key, item }) => (
              <Related key={key} related={item} />
            ))}
          </ul>
        </MoreDetails>
      ) : null}
    </BillBlock>
  );
}

function Related({ related }: { related: RelatedBill }) {
  const { congress, type, number, title, relationshipDetails } = related;
  const billType = readBillType(type);
  const kinds = [...new Set(relationshipDetails.flatMap((detail) => detail.type ?? []))];
  return (
    <li>
      <p className={styles.name}>
        {billType === null ? (
          `${type} ${number}`
        ) : (
          <Link className={linkClassName()} to={paths.bill(congress, billType, number)} viewTransition>
            {billCitation({ billType, billNumber: number })}
          </Link>
        )}
        <span className={styles.congress}>{ordinal(congress)}</span>
      </p>
      {title === undefined ? null : <p>{title}</p>}
      {kinds.length === 0 ? null : <p className={styles.note}>{kinds.join(" · ")}</p>}
    </li>
  );
}
