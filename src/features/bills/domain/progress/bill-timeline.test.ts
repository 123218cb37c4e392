import { describe, expect, it } from "vitest";
import type { BillAction } from "../bill-shapes.ts";
import { billTimeline, countEvents, splitTimeline, voteName } from "./bill-timeline.ts";

function action(given: Partial<BillAction> & { text: string }): BillAction {
  return { actionDate: "2021-03-03", committees: [], recordedVotes: [], ...given };
}

const house = { code: 2, name: "House floor actions" };
const library = { code: 9, name: "Library of Congress" };
const vote = { chamber: "House", rollNumber: 62, sessionNumber: 1, date: "2021-03-04T04:05:36Z" };
const passed = "On passage Passed by the Yeas and Nays: 220 - 210 (Roll no. 62).";

describe("billTimeline", () => {
  it("merges a House row with its Library of Congress duplicate, keeping the milestone, the time, and one vote", () => {
    const days = billTimeline([
      action({ text: passed, sourceSystem: house, actionTime: "23:05:36", recordedVotes: [vote] }),
      action({ text: `Passed/agreed to in House: ${passed}`, sourceSystem: library, recordedVotes: [vote] }),
    ]);
    expect(days).toEqual([
      {
        day: "2021-03-03",
        events: [
          {
            text: passed,
            milestone: "Passed/agreed to in House",
            actionTime: "23:05:36",
            source: "House floor actions",
            committees: [],
            votes: [vote],
          },
        ],
      },
    ]);
  });

  it("merges duplicates that differ only in spaces, whichever comes first", () => {
    const [day] = billTimeline([
      action({ text: "Passed/agreed to in House: Agreed to.(text: CR H1)", sourceSystem: library }),
      action({ text: "Agreed to. (text: CR H1)", sourceSystem: house, actionTime: "10:00:00" }),
    ]);
    expect(day?.events).toMatchObject([{ source: "House floor actions", actionTime: "10:00:00" }]);
  });

  it("merges duplicates whose Congressional Record references differ", () => {
    const [day] = billTimeline([
      action({ text: "Agreed to. (text: CR H7577-7646)", sourceSystem: house }),
      action({
        text: "Resolving differences -- House actions: Agreed to.(text: CR H1)",
        sourceSystem: library,
      }),
    ]);
    expect(day?.events).toMatchObject([{ milestone: "Resolving differences -- House actions" }]);
  });

  it("keeps a chamber's repeated actions in a day, and merges the Library of Congress's repeated rows", () => {
    const unfinished = "Considered as unfinished business. (consideration: CR H6615-6658)";
    const [day] = billTimeline([
      action({ text: unfinished, sourceSystem: house, actionTime: "20:14:59" }),
      action({ text: unfinished, sourceSystem: house, actionTime: "10:19:18" }),
      action({ text: "Introduced in House", sourceSystem: library, actionCode: "Intro-H" }),
      action({ text: "Introduced in House", sourceSystem: library, actionCode: "1000" }),
    ]);
    expect(day?.events.map(({ actionTime }) => actionTime)).toEqual(["20:14:59", "10:19:18", null]);
  });

  it("merges the rows of one referral to several committees", () => {
    const text =
      "Referred to the Committee on the Judiciary, and in addition to the Committee on Homeland Security.";
    const [day] = billTimeline([
      action({ text, sourceSystem: house, committees: [{ name: "Judiciary Committee" }] }),
      action({ text, sourceSystem: house, committees: [{ name: "Homeland Security Committee" }] }),
    ]);
    expect(day?.events).toMatchObject([
      { text, committees: ["Judiciary Committee", "Homeland Security Committee"] },
    ]);
  });

  it("keeps equal texts on different days and different texts on one day", () => {
    const days = billTimeline([
      action({ text: "Considered by Senate.", actionDate: "2021-05-28" }),
      action({ text: "Considered by Senate.", actionDate: "2021-05-27" }),
      action({ text: "Considered again by Senate.", actionDate: "2021-05-27" }),
    ]);
    expect(days.map(({ day, events }) => [day, events.length])).toEqual([
      ["2021-05-28", 1],
      ["2021-05-27", 2],
    ]);
  });

  it("marks signature, law, and introduction as milestones, but not a chamber's text with a colon", () => {
    const [day] = billTimeline([
      action({ text: "Became Public Law No: 117-169.", sourceSystem: library }),
      action({ text: "Signed by President.", sourceSystem: library }),
      action({ text: "Introduced in House", sourceSystem: library }),
      action({ text: "To conference: words of a chamber", sourceSystem: house }),
    ]);
    expect(day?.events.map(({ milestone }) => milestone)).toEqual([
      "Became Public Law No: 117-169",
      "Signed by President",
      "Introduced in House",
      null,
    ]);
  });
});

describe("splitTimeline", () => {
  const days = [30, 5, 15].map((events, index) => ({
    day: `2021-03-0${index + 1}`,
    events:
      billTimeline(Array.from({ length: events }, (_, n) => action({ text: `Event number ${n}` })))[0]
        ?.events ?? [],
  }));

  it("splits after the given number of events, even within a day", () => {
    const { first, rest } = splitTimeline(days, 32);
    expect(first.map(({ day, events }) => [day, events.length])).toEqual([
      ["2021-03-01", 30],
      ["2021-03-02", 2],
    ]);
    expect(rest.map(({ day, events }) => [day, events.length])).toEqual([
      ["2021-03-02", 3],
      ["2021-03-03", 15],
    ]);
    expect(countEvents(first) + countEvents(rest)).toBe(countEvents(days));
  });

  it("doesn't split a timeline that fits", () => {
    expect(splitTimeline(days, 50).rest).toEqual([]);
    expect(splitTimeline([], 20)).toEqual({ first: [], rest: [] });
  });
});

it("names a vote by its chamber and number", () => {
  expect(voteName(vote)).toBe("House roll call 62");
  expect(voteName({ rollNumber: 7 })).toBe("Roll call 7");
});
