import { usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { paths } from "#client/routing/paths.ts";
import { billFeedPaths } from "../feed-paths.ts";
import type { Bill } from "../../domain/bill-shapes.ts";
import { billTypeAndNumber, fullBillCitation } from "../../domain/bill-citation.ts";
import type { BillKey } from "../../domain/bill-types.ts";

type BillHeadProps = { billKey: BillKey; bill: Bill; status: string };

/** Metadata of a bill for search engines, link previews, and feed readers. */
export function BillHead({ billKey, bill, status }: BillHeadProps) {
  const { publicUrl } = usePublicConfig();
  const { congress, billType, billNumber } = billKey;
  const path = paths.bill(congress, billType, billNumber);
  const citation = fullBillCitation(billKey);
  const trail = [
    { name: "Home", path: paths.home() },
    { name: "Congress", path: paths.congress() },
    { name: billTypeAndNumber(billKey), path },
  ];
  return (
    <>
      <DocumentHead
        title={`${citation}: ${bill.title}`}
        description={`${status}. Sponsors, cosponsors, actions, amendments, and text of ${citation}: ${bill.title}`.slice(
          0,
          maxDescriptionCharacters,
        )}
        canonicalPath={path}
        jsonLd={[
          legislationJsonLd(`${publicUrl}${path}`, citation, bill),
          breadcrumbJsonLd(publicUrl, trail),
        ]}
      />
      <link
        rel="alternate"
        type="application/atom+xml"
        href={billFeedPaths.bill(congress, billType, billNumber)}
        title={`Actions on ${citation}`}
      />
    </>
  );
}

/** Slightly more than search engines show of a description. */
const maxDescriptionCharacters = 300;

/** Returns schema.org Legislation. */
function legislationJsonLd(url: string, citation: string, bill: Bill): Record<string, unknown> {
  const { title, introducedDate, updateDate, sponsors, laws, legislationUrl } = bill;
  return {
    "@type": "Legislation",
    "@id": url,
    url,
    name: title,
    legislationIdentifier: citation,
    legislationType: laws.length === 0 ? "Bill" : "Act",
    legislationJurisdiction: { "@type": "Country", name: "United States" },
    legislationLegalForce: laws.length === 0 ? "NotInForce" : "InForce",
    ...(introducedDate === undefined ? {} : { legislationDate: introducedDate.slice(0, 10) }),
    ...(updateDate === undefined ? {} : { dateModified: updateDate }),
    ...(laws.length === 0 ? {} : { alternateName: laws.map(({ type, number }) => `${type} ${number}`) }),
    sponsor: sponsors.map(({ fullName }) => ({ "@type": "Person", name: fullName })),
    sameAs: legislationUrl,
    inLanguage: "en-US",
  };
}
