import { expect, test } from "vitest";
import type { BillListItem } from "../bill-shapes.ts";
import { billEnd } from "./bill-end.ts";

function item(given: Partial<BillListItem>): BillListItem {
  return {
    congress: 117,
    type: "HR",
    number: "1",
    title: "A bill",
    updateDate: "2026-01-01",
    laws: [],
    ...given,
  };
}

test("names the law that a bill became", () => {
  const law = item({
    laws: [{ type: "Public Law", number: "117-169" }],
    latestAction: { actionDate: "2022-08-16", text: "Became Public Law No: 117-169." },
  });
  expect(billEnd(law, 119)).toEqual({ tone: "positive", words: "Became Public Law 117-169" });
});

test("marks an agreed simple resolution as positive", () => {
  const resolution = item({
    type: "SRES",
    latestAction: {
      actionDate: "2022-08-16",
      text: "Submitted in the Senate, considered, and agreed to without amendment and with a preamble by Unanimous Consent.",
    },
  });
  expect(billEnd(resolution, 119)?.tone).toBe("positive");
});

test("shows nothing for a bill that expired, is pending, or is of an unknown type", () => {
  const referred = { actionDate: "2021-01-04", text: "Referred to the House Committee on Foreign Affairs." };
  expect(billEnd(item({ latestAction: referred }), 119)).toBeNull();
  expect(billEnd(item({ latestAction: referred }), 117)).toBeNull();
  expect(billEnd(item({ type: "HAMDT" }), 117)).toBeNull();
});
