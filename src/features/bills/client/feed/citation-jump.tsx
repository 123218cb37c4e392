import { useState } from "react";
import { useNavigate } from "react-router";
import { SearchBox } from "#ui/form/search-box.tsx";
import { billCitation, parseBillCitation, type BillCitation } from "../../domain/bill-citation.ts";
import type { BillsFilter } from "../../domain/bills-filter.ts";
import { ordinal } from "#shared/text/ordinal.ts";
import { listPath, type FeedScreen } from "./feed-screen.ts";

/** Search field: words search titles, a citation opens its bill. Without JavaScript it is a form that searches. */
export function CitationJump({ screen, filter }: { screen: FeedScreen; filter: BillsFilter }) {
  const navigate = useNavigate();
  const [text, setText] = useState(filter.q);
  const cited = parseBillCitation(text);
  const preferredCongress = typeof filter.congress === "number" ? filter.congress : undefined;
  return (
    <SearchBox
      label="Search titles or go to a bill"
      name="q"
      action={screen.path()}
      value={text}
      onChange={setText}
      maxLength={200}
      placeholder="infrastructure or HR 1234"
      description={
        cited === null
          ? "Enter words from the title, or a citation such as HR 1234, 118 S 5, or P.L. 117-2."
          : offer(cited)
      }
      onSubmit={(submitted) => {
        const q = submitted.trim();
        void navigate(
          cited === null
            ? listPath(screen, { ...wordsFilter(filter), q, page: 1 })
            : screen.path({ congress: preferredCongress, q, jump: true }),
        );
      }}
      onClear={() => {
        if (filter.q !== "") void navigate(listPath(screen, { ...filter, q: "", page: 1 }));
      }}
    />
  );
}

/** Searches words in the selected Congress, or in all if none is selected. */
function wordsFilter(filter: BillsFilter): BillsFilter {
  return filter.congress === "newest" ? { ...filter, congress: "all" } : filter;
}

function offer(cited: BillCitation): string {
  if (cited.kind === "law") {
    const name = cited.lawType === "pub" ? "Public Law" : "Private Law";
    return `Press Enter to go to the bill that became ${name} ${cited.congress}-${cited.lawNumber}.`;
  }
  const congress = cited.congress === null ? "" : ` in the ${ordinal(cited.congress)} Congress`;
  return `Press Enter to go to ${billCitation(cited)}${congress}.`;
}
