import { describe, expect, it } from "vitest";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import {
  chartCaption,
  commitInstant,
  commitsPerDay,
  groupCommitsByDay,
  messageParts,
} from "./commit-days.ts";
import type { Commit } from "./github-shapes.ts";

function commitAt(authored: string | null, committed: string | null = authored): Commit {
  return {
    sha: `${authored} ${committed}`,
    html_url: "https://github.test/c",
    commit: {
      message: "Change",
      author: { name: "Ada", date: authored },
      committer: { name: "Ada", date: committed },
    },
    author: null,
  };
}

const dateIn = (timeZone: string) => (instant: string) => dateInZone(new Date(instant), timeZone);

describe("groupCommitsByDay", () => {
  it("groups by the day in the site's time zone, not in UTC", () => {
    const late = commitAt("2026-11-21T03:00:00Z");
    const early = commitAt("2026-11-20T14:00:00Z");
    expect(groupCommitsByDay([late, early], dateIn("America/New_York"))).toEqual([
      { date: "2026-11-20", commits: [late, early] },
    ]);
    expect(groupCommitsByDay([late, early], dateIn("UTC")).map(({ date }) => date)).toEqual([
      "2026-11-21",
      "2026-11-20",
    ]);
  });

  it("puts the newest day first, whatever the order of the commits", () => {
    const days = groupCommitsByDay(
      [commitAt("2026-01-02T12:00:00Z"), commitAt("2026-03-01T12:00:00Z"), commitAt("2026-01-02T08:00:00Z")],
      dateIn("UTC"),
    );
    expect(days.map(({ date, commits }) => [date, commits.length])).toEqual([
      ["2026-03-01", 1],
      ["2026-01-02", 2],
    ]);
  });

  it("falls back to the committer's date, and puts commits without a date last", () => {
    const dateless = commitAt(null);
    const days = groupCommitsByDay([dateless, commitAt(null, "2026-01-02T12:00:00Z")], dateIn("UTC"));
    expect(days.map(({ date }) => date)).toEqual(["2026-01-02", null]);
    expect(commitInstant(commitAt("not a date"))).toBeNull();
  });
});

describe("commitsPerDay", () => {
  it("covers every day of twelve weeks, including those without commits", () => {
    const days = groupCommitsByDay(
      [commitAt("2026-11-20T12:00:00Z"), commitAt("2026-11-18T12:00:00Z"), commitAt("2026-11-18T13:00:00Z")],
      dateIn("UTC"),
    );
    const counts = commitsPerDay(days, { hasOlder: false });
    expect(counts).toHaveLength(84);
    expect(counts.slice(-4)).toEqual([
      { date: "2026-11-17", count: 0 },
      { date: "2026-11-18", count: 2 },
      { date: "2026-11-19", count: 0 },
      { date: "2026-11-20", count: 1 },
    ]);
  });

  it("leaves out days whose commits aren't loaded", () => {
    const days = groupCommitsByDay(
      [commitAt("2026-11-20T12:00:00Z"), commitAt("2026-11-18T12:00:00Z")],
      dateIn("UTC"),
    );
    expect(commitsPerDay(days, { hasOlder: true }).map(({ date }) => date)).toEqual([
      "2026-11-18",
      "2026-11-19",
      "2026-11-20",
    ]);
  });

  it("is empty without a dated commit", () => {
    expect(commitsPerDay([], { hasOlder: false })).toEqual([]);
    expect(commitsPerDay(groupCommitsByDay([commitAt(null)], dateIn("UTC")), { hasOlder: false })).toEqual(
      [],
    );
  });
});

describe("the chart’s caption", () => {
  /** Two commits on August 21, five on the day after, one on the last of 84 days, and one before the chart begins. */
  const commits = [
    "2026-11-12T09:00:00Z",
    ...Array.from({ length: 5 }, () => "2026-08-22T09:00:00Z"),
    ...Array.from({ length: 2 }, () => "2026-08-21T09:00:00Z"),
    "2026-06-01T09:00:00Z",
  ].map((instant) => commitAt(instant));
  const counts = commitsPerDay(groupCommitsByDay(commits, dateIn("UTC")), { hasOlder: false });

  it("counts the commits in the chart, not older ones in the list", () => {
    expect(chartCaption(counts, 2026)).toEqual({
      total: "8 commits, Aug 21 – Nov 12",
      most: "Up to 5 a day",
    });
  });

  it("shows the year unless it is this year, and uses the singular for one commit", () => {
    expect(chartCaption(counts, 2027)?.total).toBe("8 commits, Aug 21 – Nov 12, 2026");
    const newYear = [
      { date: "2026-12-31", count: 1 },
      { date: "2027-01-01", count: 0 },
    ];
    expect(chartCaption(newYear, 2027)?.total).toBe("1 commit, Dec 31, 2026 – Jan 1, 2027");
    expect(chartCaption([], 2026)).toBeNull();
  });
});

describe("messageParts", () => {
  it.each([
    ["Fix it", "Fix it", ""],
    ["Fix it\n\nBecause it was broken.\nTwice.", "Fix it", "Because it was broken.\nTwice."],
    ["Fix it\r\n\r\nBecause.", "Fix it", "Because."],
    ["\n  Fix it \n", "Fix it", ""],
    ["", "", ""],
  ])("%j is %j and %j", (message, subject, body) => {
    expect(messageParts(message)).toEqual({ subject, body });
  });
});
