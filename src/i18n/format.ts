import type { Culture } from './cultures.ts';

/** The time zone of the reader's device, unless a test or a receipt sets another. */
export interface Zoned {
  timeZone?: string;
}

/** The clock of another zone: a browser takes longer to make one than to show a page of moments by it. */
const clocks: Record<string, Intl.DateTimeFormat> = {};

/** The moment by the clock of the reader's device, or of another zone: `2026-11-27 06:40:12`, as Swedish writes it. */
function local(moment: string | Date, { timeZone }: Zoned): string {
  const date = new Date(moment);
  // By the device's clock, which may be set to another zone while the page is open.
  if (timeZone === undefined) return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  clocks[timeZone] ??= new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return clocks[timeZone].format(date);
}

/** YYYY-MM-DD in every language (SRC §9). */
export function formatDate(moment: string | Date, zoned: Zoned = {}): string {
  return local(moment, zoned).slice(0, 10);
}

/** HH:MM:SS in every language (SRC §9). */
export function formatTime(moment: string | Date, zoned: Zoned = {}): string {
  return local(moment, zoned).slice(11, 19);
}

/** HH:MM, in a row of a list whose receipt has the seconds. */
export function formatMinute(moment: string | Date, zoned: Zoned = {}): string {
  return local(moment, zoned).slice(11, 16);
}

export function formatDateTime(moment: string | Date, zoned: Zoned = {}): string {
  return local(moment, zoned).slice(0, 19).replace('T', ' ');
}

const lists: Partial<Record<Culture, Intl.ListFormat>> = {};

/** "BTC, ETH and USDT", as the language lists things. */
export function formatList(items: readonly string[], culture: Culture): string {
  return (lists[culture] ??= new Intl.ListFormat(culture)).format(items);
}

/**
 * "4:32", "240:00:00": a span of milliseconds in hours, minutes and seconds, rounded up to whole seconds and never
 * below zero.
 */
export function formatSpan(span: number): string {
  const seconds = Math.max(0, Math.ceil(span / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`;
}
