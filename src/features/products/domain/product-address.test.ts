import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { serialNumberIn, typedSerialNumber } from "./product-address.ts";

function at(address: string) {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  return serialNumberIn(pathname, searchParams.get("serialNumber"));
}

describe("serialNumberIn", () => {
  it("reads the number of the path, whatever it is made of", () => {
    expect(at("/search/FL-100")).toBe("FL-100");
    expect(at("/Search/fl-100/")).toBe("fl-100");
    expect(at("/search/A%20%201")).toBe("A 1");
    expect(at("/search/..%2F..%2Fetc")).toBe("../../etc");
    expect(at("/search/A%252FB")).toBe("A%2FB");
    expect(at("/search/%3Cb%3E'%20OR%201=1")).toBe("<b>' OR 1=1");
  });

  it("reads the number that a form without a script sends", () => {
    expect(at("/search?serialNumber=+FL+100+")).toBe("FL 100");
    expect(at("/search?serialNumber=..")).toBe("..");
  });

  it("is null where nothing is asked for", () => {
    for (const address of [
      "/search",
      "/search/",
      "/search?serialNumber=",
      "/search?serialNumber=%20",
      "/search/%20",
    ]) {
      expect(at(address), address).toBeNull();
    }
  });

  it("takes percent codes that mean no text as they stand", () => {
    expect(serialNumberIn("/search/%E0%A4%A", null)).toBe("%E0%A4%A");
  });
});

describe("typedSerialNumber", () => {
  it("gives what an address can hold and lead back to", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (half, text) => {
        const typed = typedSerialNumber(`${text}\ud800${half}`);
        fc.pre(typed !== "." && typed !== "..");
        expect(serialNumberIn(`/search/${encodeURIComponent(typed)}`, null)).toBe(typed);
      }),
    );
  });
});
