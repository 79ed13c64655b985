import { ASSETS } from '#money/assets.ts';
import { CURRENCIES } from '#money/currencies.ts';
import { HIDDEN_AMOUNT } from './hidden-amount.ts';

const UNIT = `(?:${[...ASSETS, ...CURRENCIES].join('|')})`;

/** A reference of a transaction or an inquiry, such as `W-7K2M-9QXD`. */
export const REFERENCE = '\\b[A-Z]-[0-9A-Z]{4}-[0-9A-Z]{4}\\b';

/** A rate, such as `1 BTC = 62000 USD`. */
export const RATE = `\\b1 ${UNIT} = [\\d.,]+ ${UNIT}\\b`;

/** A day, or a month. */
export const DATE = '\\d{4}-\\d{2}(?:-\\d{2})?';

/** A day with its time. */
export const MOMENT = `${DATE} [\\d:]{5,8}`;

/** How long ago something was or how far ahead it is, as it is written in the three languages (src/i18n/spans.ts). */
export const SPAN = 'in \\d+ [a-z]+|\\d+ [a-z]+ ago|\\d+ ?[^\\s\\d]{1,3}[前後后]|just now|たった今|刚刚';

/** The same, with a mark that separates, which begins no line; their brackets no line breaks off. */
const TIME = `(?:${SPAN}|${MOMENT}|${DATE})(?: ·)?`;
const AMOUNT = `\\d[\\d.,]* ${UNIT}\\b`;

/** The word before a mark that separates, which begins no line. */
const SEPARATED = '\\S{1,9} ·';

const WHOLE = [HIDDEN_AMOUNT, REFERENCE, RATE, TIME, AMOUNT, SEPARATED].join('|');

/** The ending of a word and the particle after it, but not the word after them. */
const ENDING = '(?:(?![おご][一-龠]|こと|もの|ため|とき|まで|から|つい|くださ)[ぁ-ん]){0,3}(?:から|まで)?';

/** Chinese characters, with the number that they count and the mark of politeness before them. */
const LETTERS = '[おご]?(?:[約约第]?\\d+ ?)?[一-龠]{1,10}';

/** A word of two parts with a kana between them, such as 問い合わせ, and not the beginning of a longer run. */
const COMPOUND = '[おご]?[一-龠][いえきぎけげしせちてびみりれ][一-龠]{1,2}(?![一-龠])';

/**
 * What is read as one in scripts without spaces. Dictionaries of browsers know neither 质押 nor バイナリー. Longer runs may
 * be broken: a phone has no room.
 */
export const WORDS = new RegExp(`((?:[ァ-ヶー]{2,10}|${COMPOUND}|${LETTERS})${ENDING})`);

/** Beyond this, a line of a narrow window has no room. */
const LONGEST = 24;
/** The same of an amount, which is also in the lines of a list, behind a mark. */
const LONGEST_AMOUNT = 22;
const AN_AMOUNT = new RegExp(`^${AMOUNT}$`);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A text as parts that may be broken and parts that are read as one, in turn: references, rates, times, spans until or
 * since them, and amounts that a line has room for.
 *
 * @param also one more that is read as one, unless it is too long for a line
 */
export function wholeParts(text: string, also = ''): readonly string[] {
  const whole = also === '' || also.length > LONGEST ? WHOLE : `${escaped(also)}|${WHOLE}`;
  const parts: string[] = [''];
  for (const [place, part] of text.split(new RegExp(`(${whole})`)).entries())
    if (place % 2 === 1 && (part.length <= LONGEST_AMOUNT || !AN_AMOUNT.test(part))) parts.push(part, '');
    else parts.push(`${parts.pop()}${part}`);
  return parts;
}
