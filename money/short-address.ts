// The short form of addresses and transactions, whose ends are what people recognize them by.

/** How many characters stay at each end: enough to distinguish an address from others (D-28). */
const HEAD = 8;
const TAIL = 6;

/** `0x9858Ef…aEda94`: both ends (SRC §9); an address that is hardly longer stays whole. */
export function shortAddress(address: string): string {
  return address.length <= HEAD + TAIL + 1 ? address : `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`;
}
