import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { serialNumberIn, typedSerialNumber } from "./product-address.ts";

function at(address: string) {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  return serialNumberIn(pathname, searchParams.get("serialNumber"));
}

describe("serialNumberIn", () => {
  it("reads the number from the path, whatever its characters", () => {
    expect(at("/search/FL-100")).toBe("FL-100");
    expect(at("/Search/fl-100/")).toBe("fl-100");
    expect(at("/search/A%20%201")).toBe("A 1");
    expect(at("/search/..%2F..%2Fetc")).toBe("../../etc");
    expect(at("/search/A%252FB")).toBe("A%2FB");
    expect(at("/search/%3Cb%3E'%20OR%201=1")).toBe("<b>' OR 1=1");
  });

  it("reads the number sent by a form without JavaScript", () => {
    expect(at("/search?serialNumber=+FL+100+")).toBe("FL 100");
    expect(at("/search?serialNumber=..")).toBe("..");
  });

  it("is null without a number", () => {
    for (const address of [
      "/search",
      "/search/",
      "/search?serialNumber=",
      "/search?serialNumber=%20",
      "/search/%20",
      "/search/%00",
      "/search/%20%E2%80%8B",
    ]) {
      expect(at(address), address).toBeNull();
    }
  });

  it("keeps invalid percent codes as they are", () => {
    expect(serialNumberIn("/search/%E0%A4%A", null)).toBe("%E0%A4%A");
  });
});

describe("typedSerialNumber", () => {
  it("round-trips any text through an address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (half, text) => {
        const typed = typedSerialNumber(`${text}\ud800${half}`);
        fc.pre(typed !== "." && typed !== "..");
        expect(serialNumberIn(`/search/${encodeURIComponent(typed)}`, null)).toBe(typed);
      }),
    );
  });
});
