// Where a host name or address is, judged without asking a name server, whose answer can change.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

/** Whether a host name or address is this machine under a name that nobody else can take over. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Whether a host is on this machine or in a network that the internet doesn't route to: loopback, RFC 1918, unique
 * local and link-local addresses, and the folder of a Unix socket. Any other name is not, not even `db` or
 * `node.local`: whoever answers for the name decides where it leads.
 */
export function isPrivateHost(host: string): boolean {
  if (host.startsWith('/') || isLoopback(host)) return true;
  const address = host.replace(/^\[|\]$/g, '');
  if (isIPv4(address)) return PRIVATE.check(address, 'ipv4');
  return isIPv6(address) && PRIVATE.check(address, 'ipv6');
}
