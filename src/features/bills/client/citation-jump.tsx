import { useState } from "react";
import { useNavigate } from "react-router";
import { SearchBox } from "#ui/search-box.tsx";
import { billCitation, parseBillCitation, type BillCitation } from "../domain/bill-citation.ts";
import type { BillsFilter } from "../domain/bills-filter.ts";
import { ordinal } from "../domain/congresses.ts";
import type { FeedScreen } from "./bill-feed.tsx";

/** Words search the titles; a citation goes straight to its bill. Without JavaScript the field is a form that searches. */
export function CitationJump({ screen, filter }: { screen: FeedScreen; filter: BillsFilter }) {
  const navigate = useNavigate();
  const [text, setText] = useState(filter.q);
  const cited = parseBillCitation(text);
  const congress = filter.congress === "newest" ? undefined : filter.congress;
  const kept = { congress, billType: filter.billType ?? undefined };
  return (
    <SearchBox
      label="Search titles, or go to a bill"
      name="q"
      action={screen.path()}
      value={text}
      onChange={setText}
      maxLength={200}
      placeholder="infrastructure, or HR 1234"
      description={
        cited === null
          ? "Words of the title, or a citation such as HR 1234, 118 S 5 or P.L. 117-2."
          : offer(cited)
      }
      onSubmit={(q) => {
        void navigate(
          screen.path({ ...(cited === null ? kept : { congress }), q: q.trim(), jump: cited !== null }),
        );
      }}
      onClear={() => {
        if (filter.q !== "") void navigate(screen.path(kept));
      }}
    />
  );
}

function offer(cited: BillCitation): string {
  if (cited.kind === "law") {
    const name = cited.lawType === "pub" ? "Public Law" : "Private Law";
    return `Enter goes to the bill that became ${name} ${cited.congress}-${cited.lawNumber}.`;
  }
  const congress = cited.congress === null ? "" : ` of the ${ordinal(cited.congress)} Congress`;
  return `Enter goes to ${billCitation(cited)}${congress}.`;
}
