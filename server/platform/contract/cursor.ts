// Cursors of lists: the number of the last entry of the previous page, in an opaque form.
import { fieldError } from '#server/platform/texts/field-errors.ts';
import { Problem } from './problems.ts';
import type { CallContext } from './types.ts';

const DIGITS = /^[1-9]\d{0,17}$/;

/** The cursor for the entries after an entry. */
export function cursorAfter(entry: number | bigint): string {
  return Buffer.from(String(entry), 'utf8').toString('base64url');
}

/**
 * The entry that a cursor refers to; null without a cursor. @throws Problem invalid_request if the cursor is not ours
 */
export function readCursor(call: CallContext, cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!DIGITS.test(text)) throw unknownCursor(call);
  return BigInt(text);
}

/** A cursor that does not belong to the requested list. */
export function unknownCursor(call: CallContext): Problem {
  return new Problem('invalid_request', { errors: fieldError('cursor', call.culture, 'wrongForm') });
}

const MOMENT_AND_ID = /^(\d{1,15})\.([0-9a-f-]{36})$/;

/** The cursor of an entry in a list by time, whose entries of one moment are ordered by id. */
export function cursorAfterMoment(entry: { at: Date; id: string }): string {
  return Buffer.from(`${entry.at.getTime()}.${entry.id}`, 'utf8').toString('base64url');
}

/**
 * The moment and id that a cursor refers to; null without one. @throws Problem invalid_request if the cursor is not
 * ours
 */
export function readMomentCursor(call: CallContext, cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined) return null;
  const [, time, id] = MOMENT_AND_ID.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (time === undefined || id === undefined || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw unknownCursor(call);
  return { at: new Date(Number(time)), id };
}
