// Addresses whose short forms look the same (D-28).

/**
 * How many characters people compare; an attacker can generate addresses that share this many at both ends within
 * hours.
 */
const COMPARED = 4;
/** The prefix that all addresses of a kind share; it distinguishes nothing. */
const COMMON_START = /^(0x|(?:bc|tb|bcrt)1[qp]|[123mn])/i;

/**
 * Whether two different addresses, in normal form, look alike at both ends. Letter case is ignored, as the eye ignores
 * it.
 */
export function resembles(a: string, b: string): boolean {
  if (a === b) return false;
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  return startOf(first) === startOf(second) && first.slice(-COMPARED) === second.slice(-COMPARED);
}

function startOf(address: string): string {
  return address.replace(COMMON_START, '').slice(0, COMPARED);
}
