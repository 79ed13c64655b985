/** Sizes of text in the diagram. The font is monospaced, so that the layout needs no renderer. */
import type { Line } from './drawing.ts';

export const NAME = { size: 13, letter: 7.83, line: 20 } as const;
export const TEXT = { size: 11, letter: 6.63, line: 15 } as const;
export const PAD = { x: 10, y: 7 } as const;

/** The longest line, in characters; longer ones are truncated. */
const LONGEST = 40;

/** The width in characters; Japanese and Chinese ones are twice as wide. */
export function lettersOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 2 : 1), 0);
}

export function cut(text: string, longest = LONGEST): string {
  return [...text].length <= longest ? text : `${[...text].slice(0, longest - 1).join('')}…`;
}

/** The text of a line. */
export function textOfLine(line: Line): string {
  return line.map(({ text }) => text).join('');
}

export function widthOfText(text: string): number {
  return lettersOf(text) * TEXT.letter;
}

/** The size of lines below each other, with a margin. */
export function sizeOfLines(lines: readonly Line[]): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(...lines.map((line) => widthOfText(textOfLine(line)))) + 8,
    height: lines.length * TEXT.line + 4,
  };
}
