// What a person types into the fields of a form, in plain words.
import type { Control, OutcomeCase, TypedThing } from '#machines/chart/cases.ts';
import type { Culture } from '#walk/paths/report.ts';
import { demo, inDemoClub, thirdParty, type Person } from './people.ts';
import { chosenText, isForPassword } from './choices.ts';
import { labelText } from '#walk/paths/texts.ts';
import { wordsIn } from './languages/languages.ts';
import type { Words } from './languages/words.ts';

/** The fields that are filled in at an act, by their labels. */
export type TypedData = readonly { readonly field: string; readonly value: string; readonly isPassword?: boolean }[];

/** The language of the form, and who types. */
export interface Typing {
  readonly culture: Culture;
  readonly person: Person;
}

/** The fields of a form with what goes into them. */
export function typed(
  { fields = {}, follows = [] }: Control,
  payload: object,
  instead: NonNullable<OutcomeCase<object>['typed']>,
  { culture, person }: Typing,
): TypedData {
  const words = wordsIn(culture);
  const filledIn = Object.entries(fields).filter(
    ([name]) => !follows.includes(name) || valueIn(payload, name) !== undefined,
  );
  return filledIn.map(([name, label]) => {
    const keys = [label].flat();
    const other = instead[name];
    const value =
      (typeof other === 'object' ? inWords(other, words) : other) ??
      codeInWords(keys, words) ??
      chosenText(keys, asPerson(written(valueIn(payload, name), words), person), culture);
    return { field: labelText(keys, culture), value, ...(isForPassword(keys) ? { isPassword: true } : {}) };
  });
}

/** A code is different each time, so a script says where to find it. */
function codeInWords(keys: readonly string[], words: Words): string | null {
  const places = keys.flatMap((key) => codes[key] ?? []);
  return places.length === 0 ? null : inWords(places, words);
}

function inWords(things: readonly TypedThing[], words: Words): string {
  return things.map((thing) => words[thing]).join(words.or);
}

const codes: Readonly<Record<string, 'appCode' | 'mailedCode' | 'recoveryCode'>> = {
  'challenge:code': 'appCode',
  'challenge:recoveryCode': 'recoveryCode',
  'challenge:eitherCode': 'appCode',
  'confirmation:code': 'appCode',
  'mail-code:code': 'mailedCode',
  'two-factor:emailCode': 'mailedCode',
  'two-factor:codeLabel': 'appCode',
  'two-factor:recoveryCode': 'recoveryCode',
};

/**
 * The samples belong to `demo`; for another member, that member's values replace them, and those of the other party
 * likewise.
 */
function asPerson(sample: string, person: Person): string {
  const known = inDemoClub(sample);
  if (known !== sample) return known;
  if (sample === thirdParty(demo).username) return thirdParty(person).username;
  if (sample === demo.username) return person.username;
  return sample === `${demo.username}@perch.example` ? `${person.username}@perch.example` : sample;
}

function valueIn(payload: object, field: string): unknown {
  for (const [name, value] of Object.entries(payload)) {
    if (name === field) return value;
    if (typeof value === 'object' && value !== null) {
      const inner = valueIn(value as object, field);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

function written(value: unknown, words: Words): string {
  if (typeof value === 'boolean') return value ? words.on : words.off;
  if (value === '') return words.empty;
  if (typeof value !== 'string') throw new Error(`Nobody types ${JSON.stringify(value)} into a field.`);
  return value;
}
