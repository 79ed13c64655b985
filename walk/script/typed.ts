// What a person types into the fields of a form, in plain words.
import type { Control } from '#machines/chart/cases.ts';
import type { Culture } from '#walk/paths/report.ts';
import { demo, inDemoClub, thirdParty, type Person } from './people.ts';
import { chosenText, isForPassword } from './choices.ts';
import { labelText } from '#walk/paths/texts.ts';

/** The fields that are filled in at an act, by their labels. */
export type TypedData = readonly { readonly field: string; readonly value: string; readonly isPassword?: boolean }[];

/** The language of the form, and who types. */
export interface Typing {
  readonly culture: Culture;
  readonly person: Person;
}

/** The fields of a form with what goes into them. */
export function typed(
  { fields = {} }: Control,
  payload: object,
  instead: Readonly<Record<string, string>>,
  { culture, person }: Typing,
): TypedData {
  return Object.entries(fields).map(([name, label]) => {
    const keys = [label].flat();
    const value =
      instead[name] ??
      codeInWords(keys) ??
      chosenText(keys, asPerson(written(valueIn(payload, name)), person), culture);
    return { field: labelText(keys, culture), value, ...(isForPassword(keys) ? { isPassword: true } : {}) };
  });
}

/** A code is different each time, so a script says where to find it. */
function codeInWords(keys: readonly string[]): string | null {
  const places = keys.flatMap((key) => codes[key] ?? []);
  return places.length === 0 ? null : places.join(', or ');
}

const APP = 'a code of the authenticator app that was not used yet';
const MAIL = 'the code of the newest mail (/outbox)';
const codes: Readonly<Record<string, string>> = {
  'challenge:code': APP,
  'challenge:recoveryCode': 'where the screen asks for one, a recovery code that was not used yet',
  'challenge:eitherCode': APP,
  'confirmation:code': APP,
  'mail-code:code': MAIL,
  'two-factor:emailCode': MAIL,
  'two-factor:codeLabel': APP,
  'two-factor:recoveryCode': 'where the screen asks for one, a recovery code that was not used yet',
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

function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === '') return '(leave empty)';
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
