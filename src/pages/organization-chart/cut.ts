/** Letters about as wide as two others: Chinese, Japanese and Korean ones, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const BROAD = /[mwMWQ@%&]/;
const CAPITAL = /\p{Lu}/u;
const NARROW = /[\sfijlrtI1'’.,:;|!()-]/;
const MARK = /\p{M}/u;

const ELLIPSIS = '…';

/** The width of a letter, in widths of an average small one. */
function widthOf(letter: string): number {
  if (MARK.test(letter)) return 0;
  if (WIDE.test(letter)) return 1.85;
  if (BROAD.test(letter)) return 1.6;
  if (NARROW.test(letter)) return 0.6;
  return CAPITAL.test(letter) ? 1.25 : 1.05;
}

function roomOf(text: string): number {
  return Array.from(text).reduce((room, letter) => room + widthOf(letter), 0);
}

/** Whether a text fits into a room, in widths of an average letter. */
export function fits(text: string, room: number): boolean {
  return roomOf(text) <= room;
}

/**
 * A text, or as much of its beginning as fits into a room with an ellipsis. SVG can neither wrap nor truncate text, and
 * what was drawn can be measured only afterwards.
 */
export function cut(text: string, room: number): string {
  if (fits(text, room)) return text;
  const kept: string[] = [];
  let left = room - roomOf(ELLIPSIS);
  for (const letter of Array.from(text)) {
    left -= widthOf(letter);
    if (left < 0) break;
    kept.push(letter);
  }
  return `${kept.join('').trimEnd()}${ELLIPSIS}`;
}

/**
 * A name in one line, or in two if it is longer: as many of its words as fit into the first, and as much of the others
 * as fits into the second.
 */
export function inLines(name: string, room: number): readonly string[] {
  if (fits(name, room)) return [name];
  const words = name.split(' ');
  const first = words.findLastIndex((_, end) => end > 0 && fits(words.slice(0, end).join(' '), room));
  if (first < 1) return [cut(name, room)];
  return [words.slice(0, first).join(' '), cut(words.slice(first).join(' '), room)];
}
