import { describe, expect, it } from "vitest";
import { isFiltered, listQuery } from "#client/lists/list-view.ts";
import { paths } from "#client/routing/paths.ts";
import { readRegisterView, registerExportHref, registerInput } from "./register-view.ts";

const read = (query: string) => readRegisterView(new URLSearchParams(query));

describe("the view of all transactions", () => {
  it("survives the URL", () => {
    const view = read(
      "q=blue fig&bank=3&account=7&kind=leftOut&show=maybe&category=-1&tag=5&rule=6&currency=JPY&payee=Blue+Fig%0AOwl&exceptPayee=Fern&from=2026-11-01&to=2026-11-30&min=0.5&max=20&sort=amount&direction=desc&page=2&pageSize=25",
    );
    const { search } = new URL(paths.transactions(listQuery(view)), "http://localhost");
    expect(read(search)).toEqual(view);
    expect(isFiltered(view)).toBe(true);
    expect(registerInput(view)).toEqual({
      q: "blue fig",
      institutionAccessItemId: 3,
      accountId: 7,
      kind: "leftOut",
      maybe: "true",
      financialCategoryId: -1,
      tag: 5,
      ruleId: 6,
      isoCurrencyCode: "JPY",
      payee: "Blue Fig\nOwl",
      exceptPayee: "Fern",
      from: "2026-11-01",
      to: "2026-11-30",
      minAmount: 0.5,
      maxAmount: 20,
      sort: "amount",
      direction: "desc",
      page: 2,
      pageSize: 25,
    });
  });

  it("ignores invalid values", () => {
    const whole = read("");
    expect(
      read(
        "bank=0&account=x&kind=all&show=all&category=-2&tag=-1&rule=0&currency=yen&payee=&from=2026-02-30&to=soon&min=-1&max=1e3&page=0&pageSize=7",
      ),
    ).toEqual(whole);
    expect(isFiltered(whole)).toBe(false);
    expect(registerInput(whole)).toEqual({ page: 1, pageSize: 5 });
    expect(whole).toEqual({ page: 1, sort: null, pageSize: 5 });
  });

  it.each(["%00", "%20", "%E2%80%8B%0A"])("finds nothing to search for in %s", (q) => {
    expect(isFiltered(read(`q=${q}`))).toBe(false);
  });

  it("turns reversed ranges around", () => {
    expect(read("from=2026-11-30&to=2026-11-01&min=20&max=3")).toEqual(
      read("from=2026-11-01&to=2026-11-30&min=3&max=20"),
    );
  });

  it("exports all matching rows, not a page", () => {
    expect(registerExportHref(read("kind=income&page=3&sort=name"), "csv")).toBe(
      "/api/ExportLedger?kind=income&format=csv",
    );
    expect(registerExportHref(read("page=3"), "ofx")).toBe("/api/ExportLedger?format=ofx");
  });
});
