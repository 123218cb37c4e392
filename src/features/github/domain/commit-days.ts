import { dateInZone, periodWords } from "#shared/time/plain-dates.ts";
import type { Commit } from "./github-data.ts";

/** A day of the timeline (docs/reference/product.md, "Repositories"): `date` is YYYY-MM-DD, null for commits whose date is not known. */
export type CommitDay = { date: string | null; commits: Commit[] };

/** When a commit was written; when it was committed where that is all there is. ISO 8601, null for neither. */
export function commitInstant({ commit }: Commit): string | null {
  const instant = commit.author?.date ?? commit.committer?.date ?? null;
  return instant === null || Number.isNaN(Date.parse(instant)) ? null : instant;
}

/** Commits by day in the site's time zone, the newest day first; within a day as they came. */
export function groupCommitsByDay(commits: readonly Commit[], timeZone: string): CommitDay[] {
  const days = new Map<string | null, Commit[]>();
  for (const commit of commits) {
    const instant = commitInstant(commit);
    const date = instant === null ? null : dateInZone(new Date(instant), timeZone);
    days.set(date, [...(days.get(date) ?? []), commit]);
  }
  return Array.from(days, ([date, members]) => ({ date, commits: members })).sort((one, other) =>
    (other.date ?? "").localeCompare(one.date ?? ""),
  );
}

/** Commits of one day for the chart. */
export type DayCount = { date: string; count: number };

const dayMs = 24 * 60 * 60_000;
const mostChartDays = 84;

/**
 * Commits per day up to the newest, one entry for every day between: twelve weeks, or as far back as `days` reaches
 * where there are older commits that are not loaded (`hasOlder`).
 */
export function commitsPerDay(days: readonly CommitDay[], options: { hasOlder: boolean }): DayCount[] {
  const dated = days.flatMap(({ date, commits }) => (date === null ? [] : [{ date, count: commits.length }]));
  const newest = dated[0];
  const oldest = dated.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const counts = new Map(dated.map(({ date, count }) => [date, count]));
  const lastMs = Date.parse(newest.date);
  const known = Math.round((lastMs - Date.parse(oldest.date)) / dayMs) + 1;
  const length = options.hasOlder ? Math.min(known, mostChartDays) : mostChartDays;
  return Array.from({ length }, (_, index) => {
    const date = new Date(lastMs - (length - 1 - index) * dayMs).toISOString().slice(0, 10);
    return { date, count: counts.get(date) ?? 0 };
  });
}

/**
 * What the chart shows, in words: "8 commits, Aug 21 – Nov 12", without the year where it is `year`, and how many a day at
 * most. Null where there are no days.
 */
export function chartCaption(
  counts: readonly DayCount[],
  year: number,
): { total: string; most: string } | null {
  const [first, last] = [counts[0], counts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(...counts.map(({ count }) => count));
  const period = periodWords(first.date, last.date, `${year}-01-01`);
  return {
    total: `${total} ${total === 1 ? "commit" : "commits"}, ${period}`,
    most: `at most ${most} a day`,
  };
}

/** The first line of a message, and what follows it (empty where nothing does). */
export function messageParts(message: string): { subject: string; body: string } {
  const text = message.replaceAll(/\r\n?/g, "\n").trim();
  const end = text.indexOf("\n");
  return end < 0
    ? { subject: text, body: "" }
    : { subject: text.slice(0, end), body: text.slice(end).trim() };
}
