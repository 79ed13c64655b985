// Replies in which no two values are equal, and how a page shows each of them.
import { example, NOW } from './open-app.tsx';

/** A part of a reply. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test states what it expects of the reply right after
export type Json = Readonly<Record<string, any>>;

/** Values that are not figures of their own: numbers of seats and stages, and shares, of which each page shows one. */
const LEFT_ALONE = /(seatNo|SeatNo|level|stage|state|month|day|[rR]ate|[sS]hare|[sS]pread|ruleVersion)$/;
const DAY_MS = 86_400_000;

let next = 0;
/** The same reply with a different value at every place: amounts, counts and times. */
export function distinct<T>(value: T, key = ''): T {
  if (Array.isArray(value)) return value.map((item) => distinct(item as unknown, key)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, distinct(of as unknown, name)])) as T;
  if (LEFT_ALONE.test(key)) return value;
  next += 1;
  if (typeof value === 'number') return (100 + next) as T;
  if (typeof value !== 'string') return value;
  if (/^-?\d+(\.\d+)?$/.test(value) && key !== 'id') return `${1000 + next}.25` as T;
  // All in the past, each on a different day and hour.
  return (/^\d{4}-\d\d-\d\dT/.test(value) ? new Date(NOW - next * (DAY_MS + 61_000)).toISOString() : value) as T;
}

export const of = (path: string, rest: object = {}): Json => ({ ...distinct(example('GET', path) as Json), ...rest });
export const grouped = (amount: string, decimals: number) => {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  return `${Number(whole).toLocaleString('en-US')}.${fraction.padEnd(decimals, '0')}`;
};
export const plain = (amount: string) => grouped(amount, 2);
export const money = (amount: string, unit: string) => `${plain(amount)} ${unit}`;
export const usd = (amount: string) => money(amount, 'USD');
/** In local time: the Swedish format is the one that the app uses. */
export const moment = (at: string) => new Date(at).toLocaleString('sv-SE');
export const day = (at: string) => moment(at).slice(0, 10);
export const utc = (at: string) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
export const both = (at: string) => `${moment(at)}${utc(at)}`;
