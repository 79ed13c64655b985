// Reads an amount that a member typed (D-25). All three languages of the interface group with commas and have a decimal
// point.
import { fits, floorTo, isZero, multiply, normal, type Amount } from './amount.ts';
import { scaleOf, type Unit } from './assets.ts';

/** Why typed text is not accepted as an amount. */
export type TypedRefusal =
  | 'empty'
  | 'not_a_number'
  /** Digits or points of another script or width. */
  | 'other_digits'
  | 'sign'
  | 'exponent'
  /** Commas, points or spaces that other countries would read differently. */
  | 'ambiguous'
  | 'too_many_decimals'
  | 'too_large'
  | 'zero';

/** `reading`: what the text was probably meant to be, shown with the refusal; null if that is unclear. */
export type Typed = { kind: 'amount'; amount: Amount } | { kind: 'refused'; why: TypedRefusal; reading: Amount | null };

const PLAIN = /^(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.\d+)?$/;
const WITH_EXPONENT = /^([\d.,]+)e([+-]?\d{1,3})$/i;
const SPACED = /^[\d.,]+(?:[\s'’_][\d.,]+)+$/;
/** More than any club has; the books have room for more, so that sums do not overflow. */
const MAX_WHOLE_DIGITS = 15;
const FURTHEST_EXPONENT = 30;

/** The amount that a member's text means in a unit, or why it means none. Nothing is guessed. */
export function readTyped(text: string, unit: Unit): Typed {
  const typed = text.trim();
  if (typed === '') return refused('empty', null);
  const plain = inPlainDigits(typed);
  if (plain !== typed) return refused('other_digits', readingOf(plain));
  if (/^[+\-−]/.test(typed)) return refused('sign', readingOf(typed));
  if (WITH_EXPONENT.test(typed)) return refused('exponent', readingOf(typed));
  if (!/^[\d.,]*\d[\d.,]*$/.test(typed))
    return refused(SPACED.test(typed) ? 'ambiguous' : 'not_a_number', readingOf(typed));
  if (!PLAIN.test(typed)) return refused('ambiguous', readingOf(typed));
  return withinBounds(plainNumber(typed), unit);
}

function withinBounds(amount: Amount, unit: Unit): Typed {
  const decimals = scaleOf(unit);
  if ((amount.split('.')[0] ?? '').length > MAX_WHOLE_DIGITS) return refused('too_large', amount);
  if (!fits(amount, decimals)) return refused('too_many_decimals', floorTo(amount, decimals));
  if (isZero(amount)) return refused('zero', '0');
  return { kind: 'amount', amount };
}

function refused(why: TypedRefusal, reading: Amount | null): Typed {
  return { kind: 'refused', why, reading };
}

/** The text with every digit, point and comma in its ordinary form, whatever script or width it was typed in. */
function inPlainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => valueOfDigit(digit))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

/** Every script has its ten digits in sequence, beginning with zero. */
function valueOfDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** The likeliest meaning of a text that is not accepted as it is. */
function readingOf(text: string): Amount | null {
  const [, sign = '', size = ''] = /^([+\-−]?)\s*(.*)$/s.exec(text) ?? [];
  const exponent = WITH_EXPONENT.exec(size);
  const number = exponent === null ? separated(size) : scaled(separated(exponent[1] ?? ''), exponent[2] ?? '');
  if (number === null) return null;
  return normal(sign === '' || sign === '+' ? number : `-${number}`);
}

function scaled(number: Amount | null, exponent: string): Amount | null {
  const places = BigInt(exponent);
  if (number === null || places > FURTHEST_EXPONENT || places < -FURTHEST_EXPONENT) return null;
  const size = 10n ** (places < 0n ? -places : places);
  return multiply(number, places < 0n ? `0.${size.toString().slice(1).replace(/0$/, '1')}` : size.toString());
}

/** The last separator is the decimal point if it is the only one of its character; all others are grouping. */
function separated(text: string): Amount | null {
  const joined = text.replace(/[\s'’_]/g, '');
  if (!/^[\d.,]*\d[\d.,]*$/.test(joined)) return null;
  if (PLAIN.test(joined)) return plainNumber(joined);
  const last = joined.search(/[.,]\d*$/);
  const kinds = new Set(joined.replace(/\d/g, ''));
  const lastKind = joined.charAt(last);
  const isPoint = joined.indexOf(lastKind) === last;
  if (!isPoint && kinds.size === 2) return null;
  const whole = (isPoint && last >= 0 ? joined.slice(0, last) : joined).replace(/[.,]/g, '');
  return plainNumber(`${whole.replace(/^0+(?=\d)/, '')}.${isPoint && last >= 0 ? joined.slice(last + 1) : ''}`);
}

/** Digits with at most one point, and without commas that have no meaning any more. */
function plainNumber(text: string): Amount {
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.');
  return normal(`${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`);
}
