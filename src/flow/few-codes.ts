const FEW_CODES = 3;

/** Whether so few recovery codes are left that the member should make new ones. */
export function areFewCodes(left: number): boolean {
  return left <= FEW_CODES;
}
