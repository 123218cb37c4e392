import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import type { Cosponsor } from "./bill-shapes.ts";
import { cosponsorGrowth, growthSentence, partyName, partySplit } from "./cosponsor-figures.ts";

function cosponsor(given: Partial<Cosponsor>): Cosponsor {
  return { fullName: "Rep. Someone", ...given };
}

describe("partySplit", () => {
  it("counts current cosponsors, largest party first", () => {
    const split = partySplit([
      cosponsor({ party: "R" }),
      cosponsor({ party: "D" }),
      cosponsor({ party: "D" }),
      cosponsor({ party: "D", sponsorshipWithdrawnDate: "2021-05-01" }),
      cosponsor({}),
      cosponsor({ party: "W" }),
    ]);
    expect(split).toEqual([
      { party: "D", name: "Democrats", count: 2 },
      { party: "", name: "Party unknown", count: 1 },
      { party: "R", name: "Republicans", count: 1 },
      { party: "W", name: "W", count: 1 },
    ]);
  });

  it("names the party of one legislator", () => {
    expect(partyName("D")).toBe("Democrat");
    expect(partyName("W")).toBe("W");
    expect(partyName(undefined)).toBe("Party unknown");
  });
});

describe("cosponsorGrowth", () => {
  it("steps on each day the number changes, and down when someone withdraws", () => {
    const steps = cosponsorGrowth([
      cosponsor({ sponsorshipDate: "2021-02-01" }),
      cosponsor({ sponsorshipDate: "2021-01-04" }),
      cosponsor({ sponsorshipDate: "2021-01-04", sponsorshipWithdrawnDate: "2021-03-01" }),
      cosponsor({}),
    ]);
    expect(steps).toEqual([
      { day: "2021-01-04", count: 2 },
      { day: "2021-02-01", count: 3 },
      { day: "2021-03-01", count: 2 },
    ]);
    expect(growthSentence(steps, (day) => day)).toBe(
      "From 2 on 2021-01-04 to 2 on 2021-03-01, with a peak of 3 on 2021-02-01.",
    );
  });

  it("has no sentence if nothing changed", () => {
    expect(growthSentence([], String)).toBeNull();
    expect(growthSentence([{ day: "2021-01-04", count: 5 }], String)).toBeNull();
  });

  it("ends with the number of dated, current cosponsors, whatever the order", () => {
    const date = fc
      .date({ min: new Date("2019-01-03"), max: new Date("2027-01-02"), noInvalidDate: true })
      .map((instant) => instant.toISOString().slice(0, 10));
    const anybody = fc
      .record({ sponsorshipDate: date, withdrawn: fc.boolean() })
      .map(({ sponsorshipDate, withdrawn }) =>
        cosponsor({ sponsorshipDate, ...(withdrawn ? { sponsorshipWithdrawnDate: sponsorshipDate } : {}) }),
      );
    fc.assert(
      fc.property(fc.array(anybody), (everybody) => {
        const steps = cosponsorGrowth(everybody);
        const staying = everybody.filter((one) => one.sponsorshipWithdrawnDate === undefined).length;
        expect(steps.at(-1)?.count ?? 0).toBe(staying);
        expect(steps.map(({ day }) => day)).toEqual(steps.map(({ day }) => day).toSorted());
      }),
    );
  });
});
