// A calendar entry as RFC 5545 wants it, for the moment at which something is due (D-27).

/** What an entry says. */
export interface CalendarEntry {
  /** The same forever: importing the file again changes the entry and adds none. */
  readonly uid: string;
  /** RFC 3339: the moment it is about, and the one at which the file was made. */
  readonly at: string;
  readonly madeAt: string;
  readonly title: string;
  readonly text: string;
  /** Where the app shows it. */
  readonly url: string;
}

/** Octets, the line break not counted (RFC 5545 §3.1). */
const LONGEST_LINE = 75;
/** The entry calls an hour ahead. */
const ALARM_BEFORE = '-PT1H';

/** The file's text, lines ended and folded as the standard wants it. */
export function calendarOf({ uid, at, madeAt, title, text, url }: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Perch//Wallet//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utcStamp(madeAt)}`,
    `DTSTART:${utcStamp(at)}`,
    'DURATION:PT15M',
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:${ALARM_BEFORE}`,
    `DESCRIPTION:${escaped(title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20261201T040000Z`, whatever zone the moment was written in. */
function utcStamp(moment: string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** Cut between characters, never inside of one: a reader that decodes line by line would find half a sign. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length;
    if (octets + size > LONGEST_LINE) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += sign;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}
