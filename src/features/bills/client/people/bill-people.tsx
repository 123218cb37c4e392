import { Chip } from "#ui/status/chip.tsx";
import { ExternalLink } from "#ui/link.tsx";
import type { Bill, BillBlocks } from "../../domain/bill-shapes.ts";
import { dayText } from "../../domain/bill-dates.ts";
import { BillBlock } from "../bill/bill-block.tsx";
import { MoreDetails } from "../more-details.tsx";
import { withUniqueKeys } from "./unique-keys.ts";
import { webAddress } from "../web-address.ts";
import styles from "./bill-people.module.css";

/** Sponsors by full name, with a mark on those who introduced the bill by request. */
export function BillSponsors({ block }: { block: BillBlocks["billDetails"] }) {
  const { sponsors, constitutionalAuthorityStatementText: authority } = block.bill;
  return (
    <BillBlock title="Sponsors" age={block} what="the sponsors">
      {sponsors.length === 0 ? <p className={styles.none}>No sponsors to display</p> : null}
      <ul className={styles.sponsors}>
        {withUniqueKeys(sponsors, ({ fullName }) => fullName).map(({ key, item }) => (
          <li key={key} className={styles.sponsor}>
            <span className={styles.name}>{item.fullName}</span>
            {item.isByRequest === "Y" ? <Chip icon="user">By request</Chip> : null}
          </li>
        ))}
      </ul>
      {authority === undefined ? null : (
        <MoreDetails summary="Constitutional authority">
          <p className={styles.authority}>{authority}</p>
        </MoreDetails>
      )}
    </BillBlock>
  );
}

/** Cost estimates by the Congressional Budget Office; hidden if there are none (docs/reference/product.md, "Bills"). */
export function BillCostEstimates({ block }: { block: BillBlocks["billDetails"] }) {
  const estimates = block.bill.cboCostEstimates;
  if (estimates.length === 0) return null;
  const keyed = withUniqueKeys(estimates, ({ url }) => url);
  return (
    <BillBlock title="CBO Cost Estimates" count={estimates.length} age={block} what="the cost estimates">
      <Estimates estimates={keyed.slice(0, firstEstimates)} />
      {keyed.length > firstEstimates ? (
        <MoreDetails summary={`${keyed.length - firstEstimates} more cost estimates`}>
          <Estimates estimates={keyed.slice(firstEstimates)} />
        </MoreDetails>
      ) : null}
    </BillBlock>
  );
}

const firstEstimates = 5;

type Estimate = Bill["cboCostEstimates"][number];

function Estimates({ estimates }: { estimates: { key: string; item: Estimate }[] }) {
  return (
    <ul className={styles.estimates}>
      {estimates.map(({ key, item }) => (
        <li key={key} className={styles.estimate}>
          <p>{estimateText(item)}</p>
          <p className={styles.source}>
            {item.pubDate === undefined ? null : (
              <time dateTime={item.pubDate}>{dayText(item.pubDate, "short")}</time>
            )}
            <EstimateLink url={item.url} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function estimateText({ title, description }: Estimate): string {
  return description?.trim() || title?.trim() || "Cost estimate";
}

function EstimateLink({ url }: { url: string }) {
  const address = webAddress(url);
  return address === null ? null : <ExternalLink href={address}>Cost estimate on cbo.gov</ExternalLink>;
}
