import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

describe("a public address", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "223.255.255.255",
    "2600:1f18:4a3f:6900::1",
    "2a00:1450:4001:81b::200e",
    "2001:4860:4860::8888",
  ])("is %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ["this network", ["0.0.0.0", "0.1.2.3"]],
    ["private networks", ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1"]],
    ["carrier-grade NAT", ["100.64.0.1", "100.127.255.255"]],
    ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
    ["link-local, with clouds' metadata", ["169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0"]],
    ["protocol assignments", ["192.0.0.8", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1"]],
    ["documentation", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"]],
    ["benchmarks", ["198.18.0.1", "198.19.255.255"]],
    ["multicast and broadcast", ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"]],
    ["reserved", ["240.0.0.1", "4000::1", "8000::1"]],
    ["the unspecified address", ["::"]],
    ["unique local addresses", ["fc00::1", "fd12:3456:789a::1", "fec0::1"]],
    ["mapped IPv4", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::127.0.0.1"]],
    ["translated IPv4", ["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "2002:7f00:1::", "2001::1"]],
    [
      "other text",
      ["", "localhost", "127.1", "0x7f000001", "2130706433", "1.1.1.1.", "1.1.1.1/32", " 1.1.1.1"],
    ],
  ])("isn't one of %s", (_kind, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
