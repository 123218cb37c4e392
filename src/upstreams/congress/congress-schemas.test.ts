import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { billRowSchema, congressSchemas } from "./congress-schemas.ts";
import {
  sampleAnswers,
  variantsOf,
  withOneFieldAbsent,
} from "../../../tests/support/stand-ins/congress-samples.ts";

const lists = { ...congressSchemas, bills: billRowSchema.array() };
const names = Object.keys(congressSchemas) as (keyof typeof congressSchemas)[];

/** Returns the paths of nulls and empty lists at any depth. */
function gapsIn(value: unknown, path = ""): string[] {
  if (value === null || (Array.isArray(value) && value.length === 0)) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => gapsIn(inner, `${path}.${name}`));
}

describe("responses of api.congress.gov", () => {
  it.each(names)("contain every parsed field (%s)", (name) => {
    expect(gapsIn(congressSchemas[name].parse(sampleAnswers[name]))).toEqual([]);
  });

  it.each(names)("are parsed with any one field absent, leaving only that one empty (%s)", (name) => {
    for (const { where, answer } of withOneFieldAbsent(sampleAnswers[name])) {
      const read = congressSchemas[name].safeParse(answer);
      expect(read.success, where).toBe(true);
      const elsewhere = gapsIn(read.data).filter(
        (gap) => !`${gap}.`.startsWith(`.${where}.`) && !`.${where}.`.startsWith(`${gap}.`),
      );
      expect(elsewhere, where).toEqual([]);
    }
  });

  it.each(names)("are parsed, or rejected with a reason, with any value in a field (%s)", (name) => {
    for (const { where, answer } of variantsOf(sampleAnswers[name])) {
      expect(() => congressSchemas[name].safeParse(answer), where).not.toThrow();
    }
  });

  it.each(names)("never crash the parser (%s)", (name) => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        const read = congressSchemas[name].safeParse(answer);
        if (read.success) expect(congressSchemas[name].parse(copy(read.data))).toEqual(read.data);
      }),
    );
  });

  it.each(names)("are read back unchanged from a copy (%s)", (name) => {
    for (const { where, answer } of variantsOf(sampleAnswers[name])) {
      const read = congressSchemas[name].safeParse(answer);
      if (read.success) expect(congressSchemas[name].parse(copy(read.data)), where).toEqual(read.data);
    }
  });

  it("in a list only require a congress, a type and a number", () => {
    const [row] = lists.bills.parse([{ congress: 119, type: "HR", number: "6", latestAction: null }]);
    expect(row).toMatchObject({
      congress: 119,
      type: "HR",
      number: "6",
      title: null,
      latestAction: null,
      laws: [],
    });
    for (const missing of ["congress", "type", "number"]) {
      const incomplete = { congress: 119, type: "HR", number: "6", [missing]: undefined };
      expect(billRowSchema.safeParse(incomplete).success, missing).toBe(false);
    }
  });
});

describe("a value", () => {
  it("converts a bill's number to text", () => {
    const related = { congress: 117, type: "S", number: 1720 };
    expect(congressSchemas.relatedBills.parse([related])[0]?.number).toBe("1720");
    expect(billRowSchema.parse({ ...related, number: "590½" }).number).toBe("590½");
  });

  it("normalizes a type to upper case without dots", () => {
    expect(billRowSchema.parse({ congress: 114, type: "H.J.Res.", number: "29" }).type).toBe("HJRES");
  });

  it("drops a URL that isn't http(s)", () => {
    const links = ["javascript:alert(1)", "data:text/html,x", "//elsewhere.example"];
    const formats = links.map((url) => ({ type: "PDF", url }));
    const [version] = congressSchemas.textVersions.parse([{ type: "Enrolled Bill", formats }]);
    expect(version?.formats.map(({ url }) => url)).toEqual([null, null, null]);
  });

  it.each([
    ["Y", true],
    ["N", false],
    [undefined, false],
    [true, true],
  ])("by request %s is %s", (isByRequest, expected) => {
    const bill = congressSchemas.bill.parse({
      ...sampleAnswers.bill,
      sponsors: [{ bioguideId: "S000510", isByRequest }],
    });
    expect(bill.sponsors[0]?.isByRequest).toBe(expected);
  });

  it("drops an empty row", () => {
    expect(congressSchemas.textVersions.parse([{}, { date: null }, { type: "Enrolled Bill" }])).toHaveLength(
      1,
    );
  });

  it("accepts a single row without brackets", () => {
    expect(congressSchemas.committees.parse({ systemCode: "hsju00" })).toHaveLength(1);
  });
});

function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
