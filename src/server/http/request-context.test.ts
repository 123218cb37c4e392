import { describe, expect, it } from "vitest";
import { clientAddress } from "./request-context.ts";

describe("clientAddress", () => {
  const trusted = (address: string) => address.startsWith("10.");

  it("is the peer if no proxy is trusted, whatever the header claims", () => {
    expect(clientAddress("203.0.113.9", "198.51.100.1", () => false)).toBe("203.0.113.9");
  });

  it("is the right-most address that no trusted proxy added", () => {
    expect(clientAddress("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2", trusted)).toBe("198.51.100.1");
  });

  it("accepts hops with a port", () => {
    expect(clientAddress("10.0.0.1", "198.51.100.1:4711, 10.0.0.2:80", trusted)).toBe("198.51.100.1");
    expect(clientAddress("10.0.0.1", "[2001:db8::1]:4711", trusted)).toBe("2001:db8::1");
  });

  it("stops at anything that isn't an address", () => {
    expect(clientAddress("10.0.0.1", "198.51.100.1, <script>", trusted)).toBe("10.0.0.1");
  });
});
