import type { Culture } from './cultures.ts';

/** The time zone of the reader's device, unless a test or a receipt sets another. */
export interface Zoned {
  timeZone?: string;
}

function parts(moment: string | Date, zoned: Zoned, options: Intl.DateTimeFormatOptions): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-US', { ...options, ...zoned, hourCycle: 'h23' });
  return Object.fromEntries(format.formatToParts(new Date(moment)).map((part) => [part.type, part.value]));
}

/** YYYY-MM-DD in every language (SRC §9). */
export function formatDate(moment: string | Date, zoned: Zoned = {}): string {
  const p = parts(moment, zoned, { year: 'numeric', month: '2-digit', day: '2-digit' });
  return `${p.year}-${p.month}-${p.day}`;
}

/** HH:MM:SS in every language (SRC §9). */
export function formatTime(moment: string | Date, zoned: Zoned = {}): string {
  const p = parts(moment, zoned, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return `${p.hour}:${p.minute}:${p.second}`;
}

export function formatDateTime(moment: string | Date, zoned: Zoned = {}): string {
  return `${formatDate(moment, zoned)} ${formatTime(moment, zoned)}`;
}

/** "BTC, ETH and USDT", as the language lists things. */
export function formatList(items: readonly string[], culture: Culture): string {
  return new Intl.ListFormat(culture).format(items);
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
