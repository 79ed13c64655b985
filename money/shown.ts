// How amounts are written for people: with en-US grouping in every language (SRC §9, D-02).
import { divideFloor, isNegative, negate, normal, withDecimals, type Amount } from './amount.ts';
import { scaleOf, shownDecimalsOf, type Unit } from './assets.ts';

/**
 * The short form, truncated to the decimals that SRC §9 shows: `1,234.5678` of BTC, `12.30` of USDT. Nothing is ever
 * rounded up; the digits of a negative amount are truncated likewise, so what one member gave and another got looks the
 * same.
 */
export function shown(amount: Amount, unit: Unit): string {
  const decimals = shownDecimalsOf(unit);
  const size = withDecimals(divideFloor(sizeOf(amount), '1', decimals), decimals);
  return signed(amount, grouped(size));
}

/** The exact form with every significant digit and no more: `0.00000001`, `12,500`. The "max" button fills it in. */
export function exact(amount: Amount): string {
  return signed(amount, grouped(normal(sizeOf(amount))));
}

/**
 * The exact form of an amount of the unit, with at least as many decimals as the short form, so that `5,000.00` matches
 * `182.50`; further digits are never left out: `400.00`, `0.00000001`.
 */
export function exactOf(amount: Amount, unit: Unit): string {
  const size = normal(sizeOf(amount));
  const [, fraction = ''] = size.split('.');
  const decimals = shownDecimalsOf(unit);
  return signed(amount, grouped(fraction.length < decimals ? withDecimals(size, decimals) : size));
}

/** The exact form at the scale of the unit, zeros included, for columns of amounts. */
export function exactAtScale(amount: Amount, unit: Unit): string {
  return signed(amount, grouped(withDecimals(sizeOf(amount), scaleOf(unit))));
}

/** Whether the short form leaves out digits, so that the exact one has more to show. */
export function isCut(amount: Amount, unit: Unit): boolean {
  const size = sizeOf(amount);
  return divideFloor(size, '1', shownDecimalsOf(unit)) !== normal(size);
}

function sizeOf(amount: Amount): Amount {
  return isNegative(amount) ? negate(amount) : amount;
}

/** A sign before only zeros would suggest a debt that is not shown. */
function signed(amount: Amount, size: string): string {
  return isNegative(amount) && /[1-9]/.test(size) ? `-${size}` : size;
}

/** Digits with commas between thousands. */
export function grouped(size: Amount): string {
  const [whole = '', fraction] = size.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
