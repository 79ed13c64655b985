// Short forms of addresses, and addresses that could be taken for another by them (D-28).

const HEAD = 8;
const TAIL = 6;
/** Characters that people compare; a swindler can make addresses that share this many at both ends within hours. */
const COMPARED = 4;
/** What all addresses of a kind begin with tells nothing. */
const COMMON_START = /^(0x|(?:bc|tb|bcrt)1[qp]|[123mn])/i;

/** Both ends of an address with an ellipsis between them; what is short already stays whole. */
export function shortened(address: string): string {
  return address.length <= HEAD + TAIL + 1 ? address : `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`;
}

/** Whether two different addresses, both in their normal forms, look alike at both ends. Case counts for nothing: the eye passes over it. */
export function resembles(a: string, b: string): boolean {
  if (a === b) return false;
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  return startOf(first) === startOf(second) && first.slice(-COMPARED) === second.slice(-COMPARED);
}

function startOf(address: string): string {
  return address.replace(COMMON_START, '').slice(0, COMPARED);
}
