// How amounts are written for people: with en-US grouping in every language (SRC §9, D-02).
import { divideFloor, isNegative, negate, normal, withDecimals, type Amount } from './amount.ts';
import { shownDecimalsOf, type Unit } from './assets.ts';

/** Zeros beyond this many decimals are left out: they say nothing, and a phone has no room for them. */
const LEAST_DECIMALS = 2;

/**
 * The short form, truncated to the decimals that SRC §9 shows at most: `1,234.5678` of BTC, `5,000.00` of MSPC. Nothing
 * is ever rounded up; the digits of a negative amount are truncated likewise, so what one member gave and another got
 * looks the same. Where it leaves out digits, it is marked (`src/ui/amount.tsx`).
 */
export function shown(amount: Amount, unit: Unit): string {
  return signed(amount, grouped(padded(divideFloor(sizeOf(amount), '1', shownDecimalsOf(unit)), unit)));
}

/** The exact form with every significant digit and no more: `0.00000001`, `12,500`. The "max" button fills it in. */
export function exact(amount: Amount): string {
  return signed(amount, grouped(normal(sizeOf(amount))));
}

/**
 * The exact form of an amount of the unit beside others, so that `5,000.00` matches `182.50`: the short form, as long
 * as that leaves out nothing, and otherwise every further digit: `400.00`, `0.00000001`.
 */
export function exactOf(amount: Amount, unit: Unit): string {
  return signed(amount, grouped(padded(normal(sizeOf(amount)), unit)));
}

/** With as many decimals as an amount of the unit has at least. */
function padded(size: Amount, unit: Unit): Amount {
  const [, fraction = ''] = size.split('.');
  const most = shownDecimalsOf(unit);
  const least = most < LEAST_DECIMALS ? most : LEAST_DECIMALS;
  return fraction.length < least ? withDecimals(size, least) : size;
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
