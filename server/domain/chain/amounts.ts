// Converts between exact decimals and the smallest units that chains count in.

/**
 * An exact decimal in smallest units.
 *
 * @param amount digits with at most `scale` decimals; no sign, exponent or digits of other scripts (S-18)
 * @throws Error if it is not such a number
 */
export function toUnits(amount: string, scale: number): bigint {
  const [, whole, fraction = ''] = /^(\d{1,30})(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined || fraction.length > scale)
    throw new Error(`not an amount with at most ${scale} decimals: ${JSON.stringify(amount)}`);
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** Smallest units as an exact decimal with all digits of the scale, for example `0.01000000`. */
export function fromUnits(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
