// Names as strangers see them: enough to recognize an acquaintance, too little to identify anybody.

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** A word this short shows its first letter only. */
const FEW_LETTERS = 2;

/** Scripts whose names begin with the family name. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;

/**
 * A person's name with the family name shortened, such as `Mika S.` and `佐… 純`; of a name in one word its beginning,
 * such as `佐…`.
 */
export function shortName(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const [first = '', ...others] = words;
  const last = others.at(-1);
  if (last === undefined) return beginning(first);
  return words.every((word) => FAMILY_FIRST.test(word))
    ? `${firstLetters(first, 1)}… ${last}`
    : `${first} ${firstLetters(last, 1)}.`;
}

/** A shortened username, such as `mi…`. */
export function shortUsername(username: string): string {
  return beginning(username);
}

function beginning(word: string): string {
  const count = [...letters.segment(word)].length;
  return `${firstLetters(word, count <= FEW_LETTERS ? 1 : 2)}…`;
}

function firstLetters(word: string, count: number): string {
  return [...letters.segment(word)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('');
}
