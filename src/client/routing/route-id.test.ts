import { describe, expect, it } from "vitest";
import { readRouteId } from "./route-id.ts";

describe("an id in an address", () => {
  it("is a positive integer that the database can store", () => {
    expect(readRouteId("7")).toBe(7);
    expect(readRouteId("2147483647")).toBe(2_147_483_647);
  });

  it.each(["0", "-1", "07", "1.5", "1e3", "2147483648", "99999999999", "nonsense", "", undefined])(
    "can't be %j",
    (text) => {
      expect(readRouteId(text)).toBeNull();
    },
  );
});
