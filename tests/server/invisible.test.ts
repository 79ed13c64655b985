import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInvisible, plainLine, plainLines, visibleOf } from '#server/platform/texts/invisible.ts';

/** What is stored of typed texts: all that a reader sees, and nothing that hides in between. */

/** Each shows as nothing: marks of direction, joiners, fillers, tags, a soft hyphen, blank symbols and others. */
const NOTHING = [
  ...['\u200F', '\u200E', '\u061C', '\u200B', '\u200C', '\u200D', '\u2060', '\u00AD', '\uFEFF', '\u034F', '\u180E'],
  ...['\u3164', '\uFFA0', '\u115F', '\u1160', '\u2800', '\u202E', '\u2066', '\uFE0F', '\u{E0100}', '\u{E0041}'],
  ...['\u0000', '\u0007', '\u0085', '\u2028', '\u2029', '\uFFFE', '\uFFFF', '\uD800', '\u00A0', '\u3000', '\t', '\n'],
  ...['\u{1D159}', '\u{13441}', '\u{13442}', '\u{16FE4}'],
];
const nothing = fc.constantFrom(...NOTHING);
const typed = fc.array(fc.oneof(nothing, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 12 });
const joined = (parts: readonly string[]) => parts.join('');

describe('a typed line', () => {
  it('is empty if nothing of it is visible', () => {
    for (const each of NOTHING) expect([each, plainLine(each)]).toEqual([each, '']);
    fc.assert(fc.property(fc.array(nothing).map(joined), (text) => plainLine(text) === '' && isInvisible(text)));
  });

  it('keeps all that is visible, in its order', () => {
    fc.assert(
      fc.property(typed.map(joined), (text) => {
        expect(visibleOf(plainLine(text)).normalize('NFC')).toBe(
          visibleOf(text.replace(/\p{Cs}|\p{NChar}/gu, '')).normalize('NFC'),
        );
      }),
    );
  });

  it('stays as it is when it is typed again', () => {
    fc.assert(fc.property(typed.map(joined), (text) => plainLine(plainLine(text)) === plainLine(text)));
  });

  it.each([
    ['Ren\u200B Arai', 'Ren Arai'],
    ['\u202EMika\u00AD Sato\u2060', 'Mika Sato'],
    ['Ada\u3164Byron', 'AdaByron'],
    ['Ada\u{16FE4}Byron', 'AdaByron'],
    ['Ada\u{1D159}Byron\u{13441}', 'Ada Byron'],
    ['a\uFE0F\uFE0Fb', 'a\uFE0Fb'],
    ['a\u200D\u200Db', 'ab'],
  ])('loses what hides in it: %j', (text, plain) => {
    expect(plainLine(text)).toBe(plain);
  });

  it.each([
    ['joiners of a script', 'می\u200Cخواهم'],
    ['a variant of a kanji', '葛\u{E0100}城'],
    ['emojis that are joined', '👩\u{1F3FD}\u200D🚀 👨\u200D👩\u200D👧'],
    ['an emoji with its variant', '❤\uFE0F\u200D🔥'],
    ['blanks of any width', '佐藤\u3000純'],
  ])('keeps %s', (_what, text) => {
    expect(plainLine(text)).toBe(text);
  });
});

it('a typed text keeps its line breaks', () => {
  expect(plainLines(' When?\r\n\u200BToday\u202E\u0007\nor not ')).toBe('When?\nToday \nor not');
});
