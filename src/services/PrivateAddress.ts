/** Addresses that lead to this machine, to its network, or nowhere. */
import * as net from "node:net"

const ipv4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const

// The last ones carry an IPv4 address inside, which may be any of the above.
const ipv6 = [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
  ["2001:db8::", 32],
  ["::ffff:0:0", 96],
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["2001::", 32],
] as const

const blocked = { 4: new net.BlockList(), 6: new net.BlockList() }
for (const [address, bits] of ipv4) blocked[4].addSubnet(address, bits, "ipv4")
for (const [address, bits] of ipv6) blocked[6].addSubnet(address, bits, "ipv6")

/** True for every address that is not plainly one of the public internet. */
export const isPrivate = (address: string): boolean => {
  const plain = address.replace(/%.*$/, "")
  if (net.isIPv4(plain)) return blocked[4].check(plain, "ipv4")
  return !net.isIPv6(plain) || blocked[6].check(plain, "ipv6")
}
