import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { fillPerson, readCongressDate, readNext } from "./congress-transform.ts";

const nobody = { firstName: null, lastName: null, fullName: null, party: null, state: null, district: null };

describe("a person", () => {
  it.each([
    ["Rep. Sarbanes, John P. [D-MD-3]", "D", "MD", 3],
    ["Sen. Lee, Mike [R-UT]", "R", "UT", null],
    ["Rep. Hageman, Harriet M. [R-WY-At Large]", "R", "WY", 0],
    ["Rep. Nobody", null, null, null],
  ])("%s has party, state and district from the full name", (fullName, party, state, district) => {
    expect(fillPerson({ ...nobody, fullName })).toMatchObject({ party, state, district });
  });

  it("keeps fields given in addition to the name", () => {
    const person = { ...nobody, fullName: "Sen. King, Angus S., Jr. [I-ME]", party: "ID", state: "ME" };
    expect(fillPerson(person)).toEqual(person);
  });

  it("builds a full name from its parts", () => {
    expect(fillPerson({ ...nobody, firstName: "Tina", lastName: "Smith" }).fullName).toBe("Smith, Tina");
    expect(fillPerson(nobody).fullName).toBeNull();
  });
});

describe("a date", () => {
  it.each([
    ["2022-04-06", "2022-04-06", null],
    ["2022-09-29T03:27:05Z", "2022-09-29", "2022-09-29T03:27:05.000Z"],
    ["2025-01-16T11:00:00-05:00", "2025-01-16", "2025-01-16T16:00:00.000Z"],
    ["2022-09-29T03:27:05", "2022-09-29", "2022-09-29T03:27:05.000Z"],
    ["2022-09-29T99:99", "2022-09-29", null],
  ])("%s is the day %s at %s", (value, day, instant) => {
    const read = readCongressDate(value);
    expect([read?.day, read?.instant?.toISOString() ?? null]).toEqual([day, instant]);
  });

  it.each([
    null,
    "",
    "yesterday",
    "2022-13-45",
    "04/06/2022",
    // Days that don't exist, which the database would refuse along with the whole page of a list.
    "2022-02-30",
    "2022-04-31T10:00:00Z",
    "2023-02-29",
    "0000-01-01",
  ])("%s is rejected", (value) => {
    expect(readCongressDate(value)).toBeNull();
  });

  it("never throws on any text", () => {
    fc.assert(fc.property(fc.string(), (value) => void readCongressDate(value)));
  });
});

describe("the next page", () => {
  const path = "bill/118/hr";

  it.each([
    [
      "https://api.congress.gov/v3/bill/118/hr?offset=250&limit=250&format=json",
      "offset=250&limit=250&format=json",
    ],
    // As recorded: a different scheme, a bare space.
    [
      "http://api.congress.gov/v3/bill/118/hr?offset=20&limit=20&sort=updateDate desc",
      "offset=20&limit=20&sort=updateDate+desc&format=json",
    ],
    ["/v3/bill/118/hr?offset=20&format=xml", "offset=20&format=json"],
  ])("%s is requested as JSON, relative to our own base URL", (next, query) => {
    expect(readNext(next, path)).toBe(`${path}?${query}`);
  });

  it("has no key, even if the service included one", () => {
    const next = readNext("https://api.congress.gov/v3/bill/118/hr?offset=20&api_key=secret", path);
    expect(next).not.toContain("secret");
  });

  it("stays at our service whatever its host", () => {
    expect(readNext("https://elsewhere.example/v3/bill/118/hr?offset=20", path)).toBe(
      "bill/118/hr?offset=20&format=json",
    );
  });

  it.each([
    "https://api.congress.gov/v3/member?offset=20",
    "https://api.congress.gov/v3/bill/118/hres?offset=20",
    "http://[",
    "/v3/bill/118/hr/../../member",
  ])("%s is refused", (next) => {
    expect(() => readNext(next, path)).toThrow(Error);
  });

  it("works if the service has a different base URL", () => {
    expect(readNext("https://api.congress.gov/v3/Bill/118/HR?offset=20", path)).toBe(
      "bill/118/hr?offset=20&format=json",
    );
  });

  it.each([null, "", " "])("is absent at the end (%s)", (next) => {
    expect(readNext(next, path)).toBeNull();
  });
});
