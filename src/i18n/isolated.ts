/** Hebrew, Arabic and their kin, which are written from right to left. Every page of members loads it: it is short. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/**
 * A person's name as a part of a sentence. One that is written from right to left is isolated from the words around it,
 * as a figure behind it would else be drawn before it. Any other is as it is, also to who copies or searches the text.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
