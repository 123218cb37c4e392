import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  redirect,
  useLoaderData,
  useRevalidator,
  useSearchParams,
  type LoaderFunctionArgs,
  useNavigate,
} from "react-router";
import { useState } from "react";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import type { Api } from "#client/data/api.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { paths } from "#client/routing/paths.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Callout } from "#ui/status/callout.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { Link, linkClassName } from "#ui/link.tsx";
import { SearchBox } from "#ui/form/search-box.tsx";
import { ordinal } from "#shared/text/ordinal.ts";
import { billFeedPaths } from "../feed-paths.ts";
import {
  canonicalBillPath,
  fullBillCitation,
  parseBillCitation,
  billCitation,
  type BillCitation,
} from "../../domain/bill-citation.ts";
import type { BillKey } from "../../domain/bill-types.ts";
import { readBillsFilter, type BillsFilter } from "../../domain/bills-filter.ts";
import { congressAt } from "../../domain/congresses.ts";
import { BillFilters } from "./bill-filters.tsx";
import { BillList, BillListSkeleton } from "./bill-list.tsx";
import { billsQuery, findCitedBill, type BillsAnswer } from "../bill-queries.ts";
import { listPath, type FeedScreen } from "./feed-screen.ts";
import { failureMessage, failureOf, startLoad, type LoadFailure, type PageLoad } from "../bill/page-load.ts";
import { useNow } from "../use-now.ts";
import styles from "./bill-feed.module.css";

const whileImportingMs = 10_000;

/** Loads a list; with `jump`, goes to the bill that `q` cites instead. */
export async function loadFeed({ context, request }: LoaderFunctionArgs, screen: FeedScreen) {
  const { api, queryClient, config } = loadingOf(context);
  const search = new URL(request.url).searchParams;
  const filter = readBillsFilter(search, screen.opensOn);
  const sitting = congressAt(dateInZone(new Date(), config.timeZone));
  if (search.has("jump")) {
    const cited = await citedBill(api, filter, sitting);
    throw redirect(cited === null ? listPath(screen, filter) : canonicalBillPath(cited));
  }
  return startLoad(queryClient, billsQuery(api, filter, sitting));
}

/** Returns the bill that `q` cites, or null. If Congress.gov can't be asked, the bill's own page says so and can ask again. */
async function citedBill(api: Api, { q, congress }: BillsFilter, sitting: number): Promise<BillKey | null> {
  const citation = parseBillCitation(q);
  if (citation === null) return null;
  const preferred = typeof congress === "number" ? congress : null;
  try {
    return await findCitedBill(api, q, preferred);
  } catch (error) {
    if (citation.kind === "law") throw error;
    return { ...citation, congress: citation.congress ?? preferred ?? sitting };
  }
}

/** Bills, newest action first, by Congress, type, and words, all of which are in the address. */
export function BillFeed({ screen }: { screen: FeedScreen }) {
  const [search] = useSearchParams();
  const filter = readBillsFilter(search, screen.opensOn);
  const loaded = useLoaderData<PageLoad>();
  const now = useNow(loaded.renderedAt);
  const { timeZone } = usePublicConfig();
  const sitting = congressAt(dateInZone(now, timeZone));
  const query = useQuery({
    ...billsQuery(useApi(), filter, sitting),
    enabled: loaded.failure === null,
    placeholderData: keepPreviousData,
    // Bills imported in the meantime appear without a reload.
    refetchInterval: ({ state: { data } }) => data?.index.isComplete === false && whileImportingMs,
  });
  const failure =
    query.data === undefined
      ? (loaded.failure ?? (query.error === null ? null : failureOf(query.error)))
      : null;
  return (
    <div className={styles.page}>
      <FeedHead screen={screen} filter={filter} answer={query.data} />
      <header className={styles.head}>
        <h1>{screen.title}</h1>
        <a className={styles.feed} href={feedPath(filter, query.data)}>
          Atom feed
        </a>
      </header>
      <CitationJump key={filter.q} screen={screen} filter={filter} />
      <BillFilters screen={screen} filter={filter} answer={query.data} />
      {failure === null ? (
        <FeedBody
          screen={screen}
          filter={filter}
          answer={query.data}
          now={now}
          sitting={sitting}
          isOld={query.isPlaceholderData}
        />
      ) : (
        <FeedFailure failure={failure} isFetching={query.isFetching} />
      )}
    </div>
  );
}

/** Returns the Atom feed of the list, with the Congress that `newest` resolved to. */
function feedPath({ congress, billType, q }: BillsFilter, answer: BillsAnswer | undefined): string {
  const shown = congress === "newest" ? answer?.congress : congress;
  return billFeedPaths.list({ congress: shown, billType: billType ?? undefined, q });
}

type FeedBodyProps = {
  screen: FeedScreen;
  filter: BillsFilter;
  answer: BillsAnswer | undefined;
  now: Date;
  sitting: number;
  isOld: boolean;
};

function FeedBody({ screen, filter, answer, now, sitting, isOld }: FeedBodyProps) {
  if (answer === undefined) return <BillListSkeleton />;
  const { citation } = answer;
  return (
    <>
      {citation === null ? null : (
        <Callout icon="building" title={citation.title}>
          <Link className={linkClassName()} to={canonicalBillPath(citation)} viewTransition>
            Go to {fullBillCitation(citation)}
          </Link>
        </Callout>
      )}
      <BillList
        answer={answer}
        q={filter.q}
        now={now}
        sittingCongress={sitting}
        isOld={isOld}
        pagePath={(page) => listPath(screen, { ...filter, page })}
        allPath={listPath(screen, { congress: "all", billType: null, q: "", page: 1 })}
        everywherePath={
          answer.congress === "all" ? null : listPath(screen, { ...filter, congress: "all", page: 1 })
        }
      />
    </>
  );
}

function FeedFailure({ failure, isFetching }: { failure: LoadFailure; isFetching: boolean }) {
  const { revalidate, state } = useRevalidator();
  return (
    <ErrorPanel
      title="Couldn’t load bills"
      message={failureMessage(failure, "Something went wrong on our side. Try again in a moment.")}
      onRetry={() => void revalidate()}
      isRetrying={state === "loading" || isFetching}
      {...(failure.requestId === null ? {} : { requestId: failure.requestId })}
    />
  );
}

function FeedHead({ screen, filter, answer }: Pick<FeedBodyProps, "screen" | "filter" | "answer">) {
  const { publicUrl } = usePublicConfig();
  const path = listPath(screen, { ...filter, page: answer?.page ?? filter.page });
  return (
    <>
      <DocumentHead
        title={filter.q === "" ? screen.title : `${filter.q} · ${screen.title}`}
        description="Bills and resolutions of the United States Congress, newest action first, by Congress, type, and title."
        canonicalPath={path}
        jsonLd={[
          breadcrumbJsonLd(publicUrl, [
            { name: "Home", path: paths.home() },
            { name: screen.title, path: screen.path() },
          ]),
        ]}
      />
      <link
        rel="alternate"
        type="application/atom+xml"
        href={feedPath(filter, answer)}
        title="Bills in this list"
      />
    </>
  );
}

/** Search field: words search titles, a citation opens its bill. Without JavaScript it is a form that searches. */
function CitationJump({ screen, filter }: { screen: FeedScreen; filter: BillsFilter }) {
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
