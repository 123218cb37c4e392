import { periodWords } from "#shared/time/plain-dates.ts";
import { compareDates } from "#shared/time/compare-dates.ts";
import type { Commit } from "./github-shapes.ts";

/** A day of the timeline (docs/reference/product.md, "Repositories"): `date` is YYYY-MM-DD, or null for commits without a known date. */
export type CommitDay = { date: string | null; commits: Commit[] };

/** Returns when a commit was authored, or else committed, in ISO 8601; null if neither is known. */
export function commitInstant({ commit }: Commit): string | null {
  const instant = commit.author?.date ?? commit.committer?.date ?? null;
  return instant === null || Number.isNaN(Date.parse(instant)) ? null : instant;
}

/** Groups commits by day, which `dateOf` returns for an instant, newest day first; keeps the order within a day. */
export function groupCommitsByDay(
  commits: readonly Commit[],
  dateOf: (instant: string) => string,
): CommitDay[] {
  const days = new Map<string | null, Commit[]>();
  for (const commit of commits) {
    const instant = commitInstant(commit);
    const date = instant === null ? null : dateOf(instant);
    days.set(date, [...(days.get(date) ?? []), commit]);
  }
  return Array.from(days, ([date, members]) => ({ date, commits: members })).sort((one, other) =>
    compareDates(other.date ?? "", one.date ?? ""),
  );
}

/** Number of commits on one day, for the chart. */
export type DayCount = { date: string; count: number };

const dayMs = 24 * 60 * 60_000;
const maxChartDays = 84;

/**
 * Returns commits per day up to the newest, with an entry for every day in between, for twelve weeks or back to the
 * oldest of `days` if older commits aren't loaded (`hasOlder`).
 */
export function commitsPerDay(days: readonly CommitDay[], options: { hasOlder: boolean }): DayCount[] {
  const dated = days.flatMap(({ date, commits }) => (date === null ? [] : [{ date, count: commits.length }]));
  const newest = dated[0];
  const oldest = dated.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const counts = new Map(dated.map(({ date, count }) => [date, count]));
  const lastMs = Date.parse(newest.date);
  const known = Math.round((lastMs - Date.parse(oldest.date)) / dayMs) + 1;
  const length = options.hasOlder ? Math.min(known, maxChartDays) : maxChartDays;
  return Array.from({ length }, (_, index) => {
    const date = new Date(lastMs - (length - 1 - index) * dayMs).toISOString().slice(0, 10);
    return { date, count: counts.get(date) ?? 0 };
  });
}

/**
 * Describes the chart in words: "8 commits, Aug 21 – Nov 12", without the year if it is `year`, and the busiest day's
 * count. Returns null without days.
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
    most: `Up to ${most} a day`,
  };
}

/** Splits a message into its first line and the rest, which may be empty. */
export function messageParts(message: string): { subject: string; body: string } {
  const text = message.replaceAll(/\r\n?/g, "\n").trim();
  const end = text.indexOf("\n");
  return end < 0
    ? { subject: text, body: "" }
    : { subject: text.slice(0, end), body: text.slice(end).trim() };
}
