import { withoutAccents } from "./clean-text.ts";
import { isPlainDate } from "#shared/time/plain-dates.ts";

/** Order of day, month, and year in dates that print the three as numbers; of the year only if it has two digits. */
export type DateOrder = "dmy" | "mdy" | "ymd";

/** A date as printed: already certain, or two numbers that can be day and month, and what it is if the year comes first. */
export type DateParts =
  | { date: string }
  | { first: number; second: number; year: number; yearFirst: string | null };

/** Every order, the likeliest first. */
export const dateOrders: readonly DateOrder[] = ["mdy", "dmy", "ymd"];

/** Longer texts aren't dates. */
const mostCharacters = 40;
const time = String.raw`(?:[T ,]+\d{1,2}[:.]?\d{2}\b.*)?$`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})${time}`, "s");
const compact = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${time}`, "s");
const numeric = new RegExp(String.raw`^(\d{1,2})([-/. ])(\d{1,2})([-/. '’]{1,2})(\d{4}|\d{1,2})${time}`, "s");
const dayThenName = new RegExp(
  String.raw`^(\d{1,2})[-/. ]{0,2}(\p{L}{3,10})[-/. ,]{0,2}(\d{4}|\d{2})${time}`,
  "su",
);
const nameThenDay = new RegExp(
  String.raw`^(\p{L}{3,10})[-/. ]{0,2}(\d{1,2})[-/. ,]{1,2}(\d{4}|\d{2})${time}`,
  "su",
);

/**
 * Takes a printed date apart (docs/reference/import.md, "Dates"). A time behind it is dropped, never converted. Returns null if
 * it's no date in any order, so that a date which exists in one order only needs no decision.
 */
export function dateParts(text: string, today: string): DateParts | null {
  const tidy = text.trim();
  if (tidy.length > mostCharacters || !/\d/.test(tidy)) return null;
  const found = yearFirst.exec(tidy);
  if (found !== null) return certain(found[1], found[3], found[4]);
  return compactParts(tidy) ?? numericParts(tidy, today) ?? namedParts(tidy, today);
}

/** Returns a date as `YYYY-MM-DD`, or null if it doesn't exist in this order. */
export function inOrder(parts: DateParts, order: DateOrder): string | null {
  if ("date" in parts) return parts.date;
  if (order === "ymd") return parts.yearFirst;
  const [day, month] = order === "dmy" ? [parts.first, parts.second] : [parts.second, parts.first];
  return plainDate(String(parts.year), String(month), String(day));
}

function compactParts(text: string): DateParts | null {
  const found = compact.exec(text);
  if (found === null) return null;
  const year = certain(found[1], found[2], found[3]);
  if (year !== null) return year;
  const [, first = "", second = "", last = ""] = /^(\d{2})(\d{2})(\d{4})/.exec(text) ?? [];
  return numbers(first, second, last);
}

function numericParts(text: string, today: string): DateParts | null {
  // QIF pads days with spaces: "6/ 4' 8".
  const [, first = "", , second = "", mark = "", year = ""] =
    numeric.exec(text.replaceAll(/([-/.'’]) +(?=\d)/g, "$1")) ?? [];
  const isAfter2000 = /['’]/.test(mark) && year.length < 4;
  if (year === "" || (year.length === 1 && !isAfter2000)) return null;
  if (isAfter2000) return numbers(first, second, `20${year.padStart(2, "0")}`);
  return numbers(first, second, fullYear(year, today), yearFirstDate([first, second, year], today));
}

/** Returns the date if the first of three numbers of two digits is its year: none of the last century's, which no bank exports so. */
function yearFirstDate([year = "", month = "", day = ""]: readonly string[], today: string): string | null {
  if (year.length !== 2 || day.length !== 2) return null;
  const whole = fullYear(year, today);
  return whole.startsWith("20") ? plainDate(whole, month, day) : null;
}

/** Returns the numbers of a date if they are one in at least one order. */
function numbers(
  first: string,
  second: string,
  year: string,
  yearFirst: string | null = null,
): DateParts | null {
  const parts = { first: Number(first), second: Number(second), year: Number(year), yearFirst };
  return dateOrders.every((order) => inOrder(parts, order) === null) ? null : parts;
}

function namedParts(text: string, today: string): DateParts | null {
  const bare = text.replace(/^\p{L}{2,3}\.?,? (?=\d{1,2}[-/. ]{1,2}\p{L})/u, "");
  const [, day = "", name = "", year = ""] = dayThenName.exec(bare) ?? [];
  if (day !== "") return certain(fullYear(year, today), monthOfName(name), day);
  const [, firstName = "", secondDay = "", lastYear = ""] = nameThenDay.exec(bare) ?? [];
  return certain(fullYear(lastYear, today), monthOfName(firstName), secondDay);
}

/** Reads a year of two digits: up to next year in this century, otherwise in the last. */
export function fullYear(year: string, today: string): string {
  if (year.length === 4) return year;
  const century = Number(year) <= (Number(today.slice(0, 4)) + 1) % 100 ? "20" : "19";
  return century + year.padStart(2, "0");
}

function certain(year = "", month = "", day = ""): DateParts | null {
  const date = plainDate(year, month, day);
  return date === null ? null : { date };
}

/** Returns an existing day of the years 1900 to 2199. */
export function plainDate(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isPlainDate(date) && isReadYear(year) ? date : null;
}

/** Returns true for the years whose dates are read. */
export function isReadYear(year: string): boolean {
  return year >= "1900" && year < "2200";
}

/** Beginnings of the months' names in English, German, Dutch, French, Spanish, Italian, and Portuguese, without accents. */
const monthNames = [
  "jan ene gen",
  "feb fev",
  "mar mrz mrt maa",
  "apr avr abr",
  "may mai mei mag",
  "jun juin giu",
  "jul juil lug",
  "aug aou ago",
  "sep set",
  "oct okt out ott",
  "nov",
  "dec dez dic",
].map((names) => names.split(" "));

function monthOfName(name: string): string {
  const plain = withoutAccents(name).toLowerCase();
  const index = monthNames.findIndex((names) => names.some((start) => plain.startsWith(start)));
  return index === -1 ? "" : String(index + 1);
}
