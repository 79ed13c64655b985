import { isIPv6 } from 'node:net';

/** One caller may own a whole IPv6 /64, so it counts as one address. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = ip.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail === '' ? [] : tail.split(':'))];
  return `${all.slice(0, 4).join(':')}::/64`;
}
