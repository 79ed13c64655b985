// A calendar entry in the format of RFC 5545, for the time at which something is due (D-27).

/** The content of an entry. */
export interface CalendarEntry {
  /** Never changes: importing the file again updates the entry instead of adding one. */
  readonly uid: string;
  /** RFC 3339: when the entry takes place, and when the file was made. */
  readonly at: string;
  readonly madeAt: string;
  readonly title: string;
  readonly text: string;
  /** The page of the app that shows it. */
  readonly url: string;
}

/** Octets, without the line break (RFC 5545 §3.1). */
const LONGEST_LINE = 75;
/** The alarm goes off an hour before. */
const ALARM_BEFORE = '-PT1H';

/** The content of the file, with lines ended and folded as the standard requires. */
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

/** `20261201T040000Z`, whatever the time zone of the input. */
function utcStamp(moment: string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** Folded between characters, never inside one: a reader that decodes line by line would find half a character. */
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
