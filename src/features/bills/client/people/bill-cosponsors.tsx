import { Chip } from "#ui/status/chip.tsx";
import { DataTable, type DataTableColumn } from "#ui/table/data-table.tsx";
import { useMemo } from "react";
import type { BillBlocks, Cosponsor } from "../../domain/bill-shapes.ts";
import { dayText } from "../../domain/bill-dates.ts";
import { cosponsorGrowth, partyName, partySplit } from "../../domain/cosponsor-figures.ts";
import { BillBlock } from "../bill/bill-block.tsx";
import { CosponsorGrowth } from "./cosponsor-growth.tsx";
import { MoreDetails } from "../more-details.tsx";
import { PartySplit } from "./party-split.tsx";
import { withUniqueKeys } from "./unique-keys.ts";
import styles from "./bill-cosponsors.module.css";

/** Cosponsors by party, over time, and in a table of 5, 10, or 25 per page (docs/reference/product.md, "Bills"). */
export function BillCosponsors({ block }: { block: BillBlocks["billCosponsors"] }) {
  const { cosponsors } = block;
  // A legislator may join, withdraw, and join again: the date tells the rows apart.
  const rows = useMemo(
    () =>
      withUniqueKeys(
        cosponsors,
        ({ bioguideId, fullName, sponsorshipDate }) => `${bioguideId ?? fullName} ${sponsorshipDate ?? ""}`,
      ),
    [cosponsors],
  );
  const withdrawn = cosponsors.filter(
    ({ sponsorshipWithdrawnDate }) => sponsorshipWithdrawnDate !== undefined,
  );
  return (
    <BillBlock
      title="Cosponsors"
      count={cosponsors.length - withdrawn.length}
      age={block}
      what="the cosponsors"
    >
      {cosponsors.length === 0 ? (
        <p className={styles.none}>No cosponsors to display</p>
      ) : (
        <>
          <div className={styles.figures}>
            <PartySplit split={partySplit(cosponsors)} withdrawn={withdrawn.length} />
            <CosponsorGrowth steps={cosponsorGrowth(cosponsors)} />
          </div>
          <div className={styles.table}>
            <DataTable
              caption="List of cosponsors"
              isCaptionHidden
              columns={columns}
              rows={rows}
              rowId={rowId}
              rowLabel={rowLabel}
            />
          </div>
          {cosponsors.length > firstPage ? (
            <MoreDetails summary={`Show all ${cosponsors.length}`}>
              <ul className={styles.all}>
                {rows.map(({ key, item }) => (
                  <li key={key}>
                    {item.fullName}
                    {item.sponsorshipWithdrawnDate === undefined ? null : " (withdrawn)"}
                  </li>
                ))}
              </ul>
            </MoreDetails>
          ) : null}
        </>
      )}
    </BillBlock>
  );
}

/** Initial number of rows (docs/reference/product.md, "Bills"). */
const firstPage = 5;

type Row = { key: string; item: Cosponsor };

function rowId({ key }: Row): string {
  return key;
}

function rowLabel({ item }: Row): string {
  return item.fullName;
}

const columns: DataTableColumn<Row>[] = [
  {
    id: "fullName",
    header: "Name",
    isRowHeader: true,
    sortValue: ({ item }) => item.lastName ?? item.fullName.replace(/^\S+\s/, ""),
    cell: ({ item }) => <Name cosponsor={item} />,
  },
  {
    id: "party",
    header: "Party",
    sortValue: ({ item }) => item.party,
    cell: ({ item }) => partyName(item.party),
  },
  {
    id: "state",
    header: "State",
    sortValue: ({ item }) => item.state,
    cell: ({ item }) => item.state ?? "–",
  },
  {
    id: "district",
    header: "District",
    isNumeric: true,
    sortValue: ({ item }) => item.district,
    cell: ({ item }) => districtText(item.district),
  },
];

/** Formats a district: senators have none, and 0 is the whole State (docs/reference/upstreams.md, "Congress fields"). */
function districtText(district: number | undefined): string {
  if (district === undefined) return "–";
  return district === 0 ? "At large" : String(district);
}

function Name({ cosponsor }: { cosponsor: Cosponsor }) {
  const { fullName, sponsorshipDate, sponsorshipWithdrawnDate, isOriginalCosponsor } = cosponsor;
  const joined =
    sponsorshipDate === undefined
      ? null
      : isOriginalCosponsor === true
        ? `Since introduction, ${dayText(sponsorshipDate, "short")}`
        : `Since ${dayText(sponsorshipDate, "short")}`;
  return (
    <span className={styles.name}>
      <span>{fullName}</span>
      {sponsorshipWithdrawnDate === undefined ? (
        joined === null ? null : (
          <span className={styles.since}>{joined}</span>
        )
      ) : (
        <Chip tone="warning" icon="undo">
          Withdrew {dayText(sponsorshipWithdrawnDate, "short")}
        </Chip>
      )}
    </span>
  );
}
