import { paths } from "#client/routing/paths.ts";
import { billFeedPaths } from "../feed-paths.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Bill } from "../../domain/bill-shapes.ts";
import { billTypeAndNumber, congressGovUrl } from "../../domain/bill-citation.ts";
import { introducedText } from "../../domain/bill-dates.ts";
import { congressName } from "../../domain/bill-reference.ts";
import { billTypeFacts, type BillKey } from "../../domain/bill-types.ts";
import { webAddress } from "../web-address.ts";
import styles from "./bill-title.module.css";

const feedIconPath =
  "M4 4a12 12 0 0 1 12 12M4 9.25A6.75 6.75 0 0 1 10.75 16M5 14.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8";

/** Breadcrumb: HOME > CONGRESS > the bill (docs/reference/product.md, "Bills"). */
export function BillBreadcrumb({ label }: { label: string }) {
  return (
    <Breadcrumb
      items={[
        { label: "HOME", href: paths.home() },
        { label: "CONGRESS", href: paths.congress() },
        { label },
      ]}
    />
  );
}

/** Type, number, date of introduction, title, and links to the bill elsewhere. */
export function BillTitle({ billKey, bill }: { billKey: BillKey; bill: Bill }) {
  const { congress, billType, billNumber } = billKey;
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <h1 className={styles.number}>{billTypeAndNumber(billKey)}</h1>
        {bill.introducedDate === undefined ? null : (
          <p>
            Introduced: <time dateTime={bill.introducedDate}>{introducedText(bill.introducedDate)}</time>
          </p>
        )}
        <p>
          {billTypeFacts[billType].name}, {congressName(congress)}
        </p>
        {bill.laws.map(({ type, number }) => (
          <p key={number} className={styles.law}>
            <Icon name="success" size="small" /> {type} {number}
          </p>
        ))}
      </div>
      <p className={styles.title}>{bill.title}</p>
      <p className={styles.links}>
        <a
          className={buttonClassName({ size: "small" })}
          href={webAddress(bill.legislationUrl) ?? congressGovUrl(billKey)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="external" size="small" /> Congress.gov
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <a
          className={buttonClassName({ size: "small" })}
          href={billFeedPaths.bill(congress, billType, billNumber)}
        >
          <Icon path={feedIconPath} size="small" /> Atom feed
        </a>
      </p>
    </header>
  );
}
