import type pg from 'pg';
import { types } from '#server/platform/system/postgres-driver.ts';

/**
 * How column values arrive in JavaScript, the same on both engines. Money and counters never pass through a binary
 * float: int8 becomes BigInt, numeric stays text, and a date stays text since a Date would shift it by the time zone.
 */

const INT8 = 20;
const DATE = 1082;
const TIMESTAMP = 1114;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

type Parse = (text: string) => unknown;
type Nested = string | null | Nested[];

/** The table of `pg`; its published type lists the scalar types only. */
const defaultParser = types.getTypeParser as (oid: number, format?: string) => Parse;
const parseTextArray = defaultParser(TEXT_ARRAY) as (text: string) => Nested[];

function toBigInts(value: Nested): unknown {
  if (value === null) return null;
  return Array.isArray(value) ? value.map(toBigInts) : BigInt(value);
}

const textParsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [INT8, (text) => BigInt(text)],
  [INT8_ARRAY, (text) => toBigInts(parseTextArray(text))],
  [DATE, (text) => text],
  [DATE_ARRAY, (text) => parseTextArray(text)],
  // A timestamp without zone has no moment in it; columns use timestamptz, and a stray one must not be guessed at.
  [TIMESTAMP, (text) => text],
]);

/** Given to every pg client, so that no module-wide parser table of `pg` is changed behind anybody's back. */
export const valueTypes = {
  getTypeParser(oid: number, format: 'text' | 'binary' = 'text'): unknown {
    const own = format === 'text' ? textParsers.get(oid) : undefined;
    return own ?? defaultParser(oid, format);
  },
} as pg.CustomTypesConfig;
