import { BlockList, isIPv4, isIPv6 } from "node:net";

/*
 * Addresses that only exist inside a machine or a network, or that aren't hosts at all: the entries of IANA's special-purpose
 * registries (RFC 6890 and its updates) that aren't globally reachable, and multicast. IPv6 is refused as a whole outside
 * 2000::/3, the only block IANA has assigned to hosts; inside it, the ranges that carry an IPv4 address are refused, because a
 * gateway may turn them into one.
 */
const privateRanges4: readonly [network: string, bits: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

const privateRanges6: readonly [network: string, bits: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

const private4 = new BlockList();
for (const [network, bits] of privateRanges4) private4.addSubnet(network, bits, "ipv4");
const private6 = new BlockList();
for (const [network, bits] of privateRanges6) private6.addSubnet(network, bits, "ipv6");
const unicast6 = new BlockList();
unicast6.addSubnet("2000::", 3, "ipv6");

/** Returns true for an IP address that the whole internet can reach; false for any other text. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !private4.check(address, "ipv4");
  // A zone (fe80::1%eth0) only makes sense on a local network.
  if (!isIPv6(address) || address.includes("%")) return false;
  return unicast6.check(address, "ipv6") && !private6.check(address, "ipv6");
}
