import { createSeedBill, type SeedBill, type SeedCommittee, type SeedMoment } from "./seed-bill.ts";

/*
 * Format of the seed files: each line starts with a keyword, `bill` starts a new bill, empty lines and `#` lines are ignored.
 * ` | ` separates values with spaces; `-` is an unknown value.
 *
 *   bill 117 hr 1
 *   title For the People Act of 2021
 *   updated 2023-01-11T13:49:52Z
 *   introduced 2021-01-04
 *   sponsor S001168 by request
 *   policy Government Operations and Politics
 *   law 117-1
 *   cbo 2021-03-01T16:40:00Z 57035 | title | description
 *   report H. Rept. 117-89,Part 1
 *   committee hsha00 Standing | House Administration Committee
 *   subcommittee hsju10 | Constitution Subcommittee
 *   did 2021-01-04T17:00:00Z Referred To             what the committee above did
 *   cosponsors 2021-01-04 original S001145 N000002   all who joined that day
 *   withdrawn 2021-03-01 S001145
 *   subjects Elections; Lobbying
 *   related 117 s 1 CRS Related bill, House Identical bill | 2021-03-17 its latest action | title
 *   summary 00 2021-01-04 Introduced in House | 2021-03-31T15:20:50Z | HTML
 *   text ih 2021-01-04T05:00:00Z Introduced in House
 *   heading Short Title(s) as Introduced | IH H | title
 *   action 2021-03-03 22:05:36 F H37100 Floor | text | hsha00 hsju00 | H 1 62 2021-03-04T04:05:36Z
 *   amendment samdt 2137 2021-08-10T05:00:00Z | 2021-08-10 latest action | purpose or description
 */

type LineReader = (bill: SeedBill, rest: string, parts: string[]) => void;

/**
 * Parses the bills of a seed file.
 * @throws Error that names an invalid line
 */
export function readSeed(text: string): SeedBill[] {
  const bills: SeedBill[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const keyword = line.split(" ", 1)[0] ?? "";
    const rest = line.slice(keyword.length + 1);
    const bill = bills.at(-1);
    const read = lineReaders[keyword];
    if (keyword === "bill") bills.push(startBill(rest));
    else if (bill === undefined || read === undefined)
      throw new Error(`seed line ${index + 1} begins with "${keyword}"`);
    else
      read(
        bill,
        rest,
        rest.split(/ ?\| ?/).map((part) => part.trim()),
      );
  }
  return bills;
}

function startBill(rest: string): SeedBill {
  const [congress = "", type = "", number = ""] = rest.split(" ");
  return createSeedBill({ congress: Number(congress), type, number });
}

const lineReaders: Record<string, LineReader | undefined> = {
  title: (bill, rest) => void (bill.title = rest),
  updated: (bill, rest) => void (bill.updated = rest),
  introduced: (bill, rest) => void (bill.introduced = rest),
  policy: (bill, rest) => void (bill.policyArea = rest),
  law: (bill, rest) => void bill.laws.push(rest),
  report: (bill, rest) => void bill.reports.push(rest),
  subjects: (bill, rest) => void bill.subjects.push(...rest.split("; ")),
  sponsor(bill, rest) {
    const [bioguideId = ""] = rest.split(" ");
    bill.sponsors.push({ bioguideId, isByRequest: rest.endsWith(" by request") });
  },
  cbo(bill, _, [head = "", title = "", description]) {
    const [published, publication] = firstWords(head, 2);
    bill.costEstimates.push({ published, publication, title, description: description ?? null });
  },
  committee(bill, _, [head = "", name = ""]) {
    const [code, type] = firstWords(head, 1);
    bill.committees.push({ code, type, name, activities: [], subcommittees: [] });
  },
  subcommittee(bill, _, [code = "", name = ""]) {
    bill.committees.at(-1)?.subcommittees.push({ code, name, activities: [] });
  },
  did(bill, rest) {
    const [date, name] = firstWords(rest, 1);
    const committee = bill.committees.at(-1);
    const latest: SeedCommittee | undefined = committee?.subcommittees.at(-1) ?? committee;
    latest?.activities.push({ date, name });
  },
  cosponsors(bill, rest) {
    const [date = "", ...ids] = rest.split(" ");
    const isOriginal = ids[0] === "original";
    for (const bioguideId of isOriginal ? ids.slice(1) : ids)
      bill.cosponsors.push({ bioguideId, date, isOriginal, withdrawn: null });
  },
  withdrawn(bill, rest) {
    const [date, id] = firstWords(rest, 1);
    const cosponsor = bill.cosponsors.find(({ bioguideId }) => bioguideId === id);
    if (cosponsor !== undefined) cosponsor.withdrawn = date;
  },
  related(bill, _, [head = "", latest = "", title = ""]) {
    const [congress, type, number, relations] = firstWords(head, 3);
    bill.related.push({
      congress: Number(congress),
      type,
      number: Number(number),
      relations: relations.split(", ").map((relation) => {
        const [identifiedBy, kind] = firstWords(relation, 1);
        return { identifiedBy, type: kind };
      }),
      latestAction: readMoment(latest),
      title,
    });
  },
  summary(bill, rest) {
    // The HTML comes last and may contain any character.
    const [head = "", updated = ""] = rest.split(" | ", 2);
    const [versionCode, date, description] = firstWords(head, 2);
    const html = rest.slice(head.length + updated.length + 6);
    bill.summaries.push({ versionCode, date, description, updated, html });
  },
  text(bill, rest) {
    const [version, date, name] = firstWords(rest, 2);
    bill.texts.push({ version, date: known(date), name });
  },
  heading(bill, _, [type = "", head = "", title = ""]) {
    const [version, chamber] = firstWords(head, 1);
    bill.titles.push({ type, version: known(version), chamber: known(chamber), title });
  },
  action(bill, _, [head = "", text = "", committees = "", votes = ""]) {
    const [, date = "", time, source = "", code = "", type = ""] =
      /^(\S+)(?: (\d\d:\d\d:\d\d))? (\S) (\S+) (\S+)$/.exec(head) ?? [];
    bill.actions.push({
      date,
      time: time ?? null,
      text,
      source,
      code: known(code),
      type,
      committees: committees.split(" ").filter((name) => name !== ""),
      votes: votes
        .split(", ")
        .filter((vote) => vote !== "")
        .map(readVote),
    });
  },
  amendment(bill, _, [head = "", latest = "", text = ""]) {
    const [type, number, updated] = firstWords(head, 2);
    bill.amendments.push({
      type,
      number,
      updated: known(updated),
      latestAction: readMoment(latest),
      text: text === "" ? null : text,
    });
  },
};

function readMoment(moment: string): SeedMoment | null {
  const [, date, time, text] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))? (.+)$/.exec(moment) ?? [];
  return date === undefined || text === undefined ? null : { date, time: time ?? null, text };
}

function readVote(vote: string): SeedBill["actions"][number]["votes"][number] {
  const [chamber = "", session, roll, date = ""] = vote.split(" ");
  return {
    chamber: chamber === "H" ? "House" : "Senate",
    session: Number(session),
    roll: Number(roll),
    date,
  };
}

/** Splits off `count` words; the rest is one more. Missing parts are empty. */
function firstWords(text: string, count: 1): [string, string];
function firstWords(text: string, count: 2): [string, string, string];
function firstWords(text: string, count: 3): [string, string, string, string];
function firstWords(text: string, count: number): string[] {
  const words = text.split(" ");
  const first = Array.from({ length: count }, (_, index) => words[index] ?? "");
  return [...first, words.slice(count).join(" ")];
}

function known(word: string): string | null {
  return word === "-" || word === "" ? null : word;
}
