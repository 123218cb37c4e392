import { expect, it } from "vitest";
import { safeReturnPath } from "#features/auth/domain/return-path.ts";
import { parseBillCitation } from "#features/bills/domain/bill-citation.ts";
import { eventOfAction } from "#features/bills/domain/progress/bill-events.ts";
import { createSummaryCleaner } from "#features/bills/server/index-pass/summary-cleaner.ts";
import { gitHubQueryOf } from "#features/code-search/domain/query/github-query.ts";
import { parseCodeQuery } from "#features/code-search/domain/query/parse-code-query.ts";
import { plainText } from "#features/content/domain/content-text.ts";
import { readmeMarkup } from "#features/github/domain/readme-markup.ts";
import { readmeToHtml } from "#features/github/server/readme-html.ts";
import { serialNumberKey, tidySerialNumber } from "#features/products/domain/serial-number.ts";
import { htmlSegments } from "#ui/code/html-segments.ts";
import { tidyText } from "#shared/text/plain-text.ts";
import { transformContent } from "#upstreams/wordpress/wordpress-transform.ts";
import { redact } from "#server/log.ts";
import { htmlToText, sanitizeHtml } from "#server/pages/sanitize-html.ts";
import { isFullRun } from "../support/night.ts";

/*
 * Parsing external input must take time proportional to its length, not its square: eight times the text may take at most 32
 * times as long (quadratic time would take 64 times, on top of seconds). Only ratios within a run are compared.
 */

const shortLength = 10_000;
const times = 8;
const mostGrowth = 32;
/** Below this duration, measurements are mostly noise. */
const leastMs = 4;
const rounds = 3;

const cleanSummary = createSummaryCleaner();
const title = (rendered: string) =>
  transformContent({
    pages: [
      {
        id: 1,
        slug: "a",
        link: "https://a.example/",
        title: { rendered },
        content: { rendered: "", protected: false },
      },
    ],
    posts: [],
    tags: [],
    categories: [],
  });

const readers: Record<string, (text: string) => unknown> = {
  "external HTML": (text) => sanitizeHtml(text, { headingIds: true }),
  "HTML as text": (text) => htmlToText(text),
  "a README": (text) => readmeToHtml(text, { path: "README.md", htmlUrl: null, imageOrigins: [] }),
  "a README on its page": (text) => readmeMarkup(sanitizeHtml(text)),
  "a post on its page": (text) => htmlSegments(sanitizeHtml(text)),
  "a post's words": (text) => plainText(sanitizeHtml(text)),
  "a title of WordPress": title,
  "a summary of a bill": cleanSummary,
  "a citation": parseBillCitation,
  "an action on a bill": (text) => eventOfAction({ text: text.slice(0, 4000) }),
  "a search": (text) => {
    const parsed = parseCodeQuery(text, "robin", "github");
    return "mistake" in parsed ? parsed : gitHubQueryOf(parsed.query, "robin");
  },
  "a serial number": (text) => serialNumberKey(tidySerialNumber(text)),
  "a name": tidyText,
  "the way back after signing in": (text) => safeReturnPath(text),
  "a line of the log": redact,
};

/** Strings that have made regular expressions backtrack; each is repeated up to the length. */
const units = [
  "<",
  "<a",
  "<a ",
  "<A<",
  "<pre",
  "<pre><code",
  "<pre-e",
  "<h1>",
  "<h1>/",
  "<p>",
  "<img ",
  "<INPUT<I",
  "<input type=",
  "<div\t<pre",
  "<span",
  "<!--",
  "&",
  "&#",
  "&amp",
  "-",
  " ",
  "\t\n",
  "/",
  "\\",
  "=",
  ".",
  "a.",
  "@.",
  "0",
  '"',
  'repo:"',
  "NOT ",
  "(text",
  "eyJ-",
  "eyJa.",
  "Bearer ",
  "access-sandbox-",
  "?code=",
  "notwithstanding ",
  "H.R. ",
];

function costMs(reader: (text: string) => unknown, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuMs();
    reader(text);
    least = Math.min(least, cpuMs() - before);
  }
  return Math.max(leastMs, least);
}

/** Time of this thread alone, whatever else the machine does. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Adds text before and after, so that patterns anchored to an end must search for it. */
const hostile = (unit: string, length: number) =>
  `on passage ${unit.repeat(Math.ceil(length / unit.length))}\u0001x`;

it.skipIf(!isFullRun).each(Object.keys(readers))(
  "%s takes time proportional to its length, whatever it contains",
  (name) => {
    const reader = readers[name];
    if (reader === undefined) throw new Error(`No reader ${name}`);
    const slow = units.filter((unit) => {
      const short = costMs(reader, hostile(unit, shortLength));
      return costMs(reader, hostile(unit, shortLength * times)) > short * mostGrowth;
    });
    expect(slow).toEqual([]);
  },
);
