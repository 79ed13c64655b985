/** Distinguishes owners and reveals nothing of a token: 32 bits (FNV-1a) of one with 256 random bits. */
export function markOf(owner: string): string {
  let mark = 0x811c9dc5;
  for (const letter of owner) mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (mark >>> 0).toString(16);
}
