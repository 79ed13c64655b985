// The fonts of printed files, and which of them has the letters of a word.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Font } from 'fontkit';
import type { Culture } from '#openapi/cultures.ts';
import FONT_FILES from './font-files.json' with { type: 'json' };

/**
 * The fonts, by their places below the root of the product; a release carries these files. Together they have the
 * letters of Latin, Greek and Cyrillic names, of Japanese and of simplified Chinese ones.
 */
export type FontName = keyof typeof FONT_FILES;

/** A font, as the file that is embedded and as what it can draw. */
export interface LoadedFont {
  name: FontName;
  content: Buffer;
  has: (letter: string) => boolean;
}

/** Which font is asked first: the same character looks different in Japanese and in Chinese. */
const ORDER: Readonly<Record<Culture, readonly FontName[]>> = {
  'en-US': ['latin', 'japanese', 'chinese'],
  'ja-JP': ['japanese', 'chinese', 'latin'],
  'zh-CN': ['chinese', 'japanese', 'latin'],
};

/** Reads the fonts of a language, the first one first. Nothing is kept: a file is made rarely, and they are large. */
export async function loadFonts(root: string, culture: Culture): Promise<LoadedFont[]> {
  const { create } = await import('fontkit');
  return Promise.all(
    ORDER[culture].map(async (name) => {
      const content = await readFile(join(root, FONT_FILES[name]));
      // Of a file with a single font, it is the font itself.
      const font = create(content) as Font;
      return { name, content, has: (letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) };
    }),
  );
}

/** A part of a text that one font draws. */
export interface Run {
  font: FontName;
  text: string;
}

/**
 * A text in parts, each in a font that has all its letters. A word keeps one font if any has all of it. A letter that
 * none has is written as its number, such as `[U+AE40]`: something that can be looked up, and never an empty box.
 */
export function runsOf(text: string, fonts: readonly Pick<LoadedFont, 'name' | 'has'>[]): Run[] {
  const runs: Run[] = [];
  const add = (font: FontName, part: string) => {
    const last = runs.at(-1);
    if (last?.font === font) last.text += part;
    else runs.push({ font, text: part });
  };
  const [first] = fonts;
  if (first === undefined) throw new Error('there is no font');
  for (const word of printable(text).split(/(\s+)/)) {
    if (word === '') continue;
    const letters = [...word];
    const whole = fonts.find(({ has }) => letters.every((letter) => has(letter)));
    if (whole !== undefined) add(whole.name, word);
    else
      for (const letter of letters) {
        const font = fonts.find(({ has }) => has(letter));
        if (font === undefined) add(first.name, numberOf(letter));
        else add(font.name, letter);
      }
  }
  return runs;
}

/** Without what has no form of its own, such as selectors of variants; line ends are blanks. */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

const HEX = 16;

function numberOf(letter: string): string {
  return `[U+${(letter.codePointAt(0) ?? 0).toString(HEX).toUpperCase().padStart(4, '0')}]`;
}
