// Exact arithmetic on decimal strings (D-02). Internally, digits are integers of any length, so nothing is rounded
// unless requested.

/**
 * An exact decimal number as text: `12.5`, `-0.00000001`. Results of the functions here are in their shortest form,
 * without trailing zeros; arguments may have them, as the database writes `12.500000000000000000`.
 */
export type Amount = string;

/** The number is `digits` divided by ten to the power of `scale`. */
interface Exact {
  digits: bigint;
  scale: number;
}

const DECIMAL = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** Whether a text is an exact decimal number, of either sign and any length. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * The shortest way to write an amount: `12.50` is `12.5`, `-0.0` is `0`.
 *
 * @throws RangeError, like every function of this file, if a text is not an exact decimal number
 */
export function normal(amount: Amount): Amount {
  return write(read(amount));
}

/** -1 if `a` is less than `b`, 0 if they are equal, 1 if it is more. */
export function compare(a: Amount, b: Amount): -1 | 0 | 1 {
  const scale = widerScale(read(a), read(b));
  const [left, right] = [at(read(a), scale), at(read(b), scale)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function isZero(amount: Amount): boolean {
  return read(amount).digits === 0n;
}

export function isPositive(amount: Amount): boolean {
  return read(amount).digits > 0n;
}

export function isNegative(amount: Amount): boolean {
  return read(amount).digits < 0n;
}

export function smaller(a: Amount, b: Amount): Amount {
  return normal(compare(a, b) <= 0 ? a : b);
}

export function larger(a: Amount, b: Amount): Amount {
  return normal(compare(a, b) >= 0 ? a : b);
}

export function add(a: Amount, b: Amount): Amount {
  const scale = widerScale(read(a), read(b));
  return write({ digits: at(read(a), scale) + at(read(b), scale), scale });
}

export function subtract(a: Amount, b: Amount): Amount {
  return add(a, negate(b));
}

export function negate(amount: Amount): Amount {
  const { digits, scale } = read(amount);
  return write({ digits: -digits, scale });
}

/** An amount without its sign. */
export function unsigned(amount: Amount): Amount {
  return isNegative(amount) ? negate(amount) : normal(amount);
}

export function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce(add, '0');
}

/** The exact product, with as many decimals as needed: round it down to the scale of its unit. */
export function multiply(a: Amount, b: Amount): Amount {
  const [left, right] = [read(a), read(b)];
  return write({ digits: left.digits * right.digits, scale: left.scale + right.scale });
}

/** The quotient, rounded down to `scale` decimals. @throws RangeError also for a divisor of zero */
export function divideFloor(a: Amount, b: Amount, decimals: number): Amount {
  return write({ digits: quotient(a, b, decimals, floorDivision), scale: decimals });
}

/** The quotient, rounded up to `scale` decimals: for a minimum amount, which rounding down would miss. */
export function divideCeil(a: Amount, b: Amount, decimals: number): Amount {
  return write({ digits: quotient(a, b, decimals, (left, right) => -floorDivision(-left, right)), scale: decimals });
}

/** The greatest number with this many decimals that is not above the amount (so `-1.25` becomes `-1.3`). */
export function floorTo(amount: Amount, decimals: number): Amount {
  return divideFloor(amount, '1', decimals);
}

/**
 * The nearest number with this many decimals, halves away from zero: for figures that are shown and never paid, such as
 * percentages.
 */
export function roundTo(amount: Amount, decimals: number): Amount {
  const size = isNegative(amount) ? negate(amount) : amount;
  const rounded = floorTo(add(size, `0.${'0'.repeat(decimals)}5`), decimals);
  return isNegative(amount) ? negate(rounded) : rounded;
}

/** Whether the amount can be written with this many decimals. */
export function fits(amount: Amount, decimals: number): boolean {
  return compare(floorTo(amount, decimals), amount) === 0;
}

/** The amount with exactly this many decimals, zeros included: `12.5` is `12.500000`. It must fit. */
export function withDecimals(amount: Amount, decimals: number): Amount {
  if (!fits(amount, decimals)) throw new RangeError(`${amount} has more than ${decimals} decimals`);
  return place(at(read(normal(amount)), decimals), decimals);
}

type Division = (left: bigint, right: bigint) => bigint;

function quotient(a: Amount, b: Amount, decimals: number, divide: Division): bigint {
  const [left, right] = [read(a), read(b)];
  if (right.digits === 0n) throw new RangeError('an amount is divided by zero');
  const sign = right.digits < 0n ? -1n : 1n;
  return divide(sign * left.digits * power(right.scale + decimals), sign * right.digits * power(left.scale));
}

/** BigInt division truncates towards zero, which would round up below zero. The divisor is above zero. */
function floorDivision(left: bigint, right: bigint): bigint {
  const cut = left / right;
  return left < 0n && cut * right !== left ? cut - 1n : cut;
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function widerScale(a: Exact, b: Exact): number {
  return a.scale > b.scale ? a.scale : b.scale;
}

function at({ digits, scale }: Exact, wanted: number): bigint {
  return digits * power(wanted - scale);
}

function read(amount: Amount): Exact {
  if (!DECIMAL.test(amount)) throw new RangeError(`${JSON.stringify(amount)} is not an exact decimal number`);
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = fraction.replace(/0+$/, '');
  return { digits: BigInt(`${whole}${kept}`), scale: kept.length };
}

function write({ digits, scale }: Exact): Amount {
  const text = place(digits, scale);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Writes digits with the point before the last `scale` of them. */
function place(digits: bigint, scale: number): Amount {
  if (scale === 0) return digits.toString();
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}
