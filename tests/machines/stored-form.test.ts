import { describe, expect, it } from 'vitest';
import { exactly, figure, oneOf, orNull, record, text, type Form } from '#machines/chart/stored-form.ts';
import { resumeOf } from '#machines/graph/ways.ts';
import type { SignInCheckpoint } from '#machines/sign-in/sign-in.types.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';

/**
 * A checkpoint that was stored by another version of the product may have any of its fields under a former name, or as
 * something else: it is dropped, or what is taken over of it has the form that the flow relies on.
 */

interface Rules {
  readonly checkpointForm?: Form<unknown>;
  readonly resumable?: (stored: unknown, ...about: readonly unknown[]) => unknown;
}

const rules = new Map(
  Object.entries(import.meta.glob<Rules>('../../machines/*/*.rules.ts', { eager: true })).map(([file, module]) => [
    /([\w-]+)\.rules\.ts$/.exec(file)?.[1] ?? file,
    module,
  ]),
);

/** The first page checks by hand; its result must be the same. */
const ofSignIn = record<SignInCheckpoint>({
  version: exactly(1),
  step: exactly('secondFactor'),
  challenge: record<SignInCheckpoint['challenge']>({
    methods: (value): value is SignInCheckpoint['challenge']['methods'] =>
      Array.isArray(value) && value.every(oneOf({ totp: true, recoveryCode: true })),
    triesLeft: figure,
    lifetime: figure,
  }),
});

const storing = flows.flatMap((cases) => {
  const { id } = cases.machine;
  const graph = graphOf(cases);
  const saved = graph.edges.flatMap(({ effects }) =>
    effects.flatMap(({ type, params }) => (type === 'saveCheckpoint' ? [params as unknown] : [])),
  );
  const resumed = Object.values(cases.starts).map(({ input }) => resumeOf(input));
  const all = [...saved, ...resumed].filter((each) => each !== null && each !== undefined);
  const distinct = [...new Set(all.map((each) => JSON.stringify(each)))].map((each) => JSON.parse(each) as object);
  const ats = [...new Set(Object.values(cases.starts).map(({ at }) => at.split('#')[0] ?? ''))];
  return distinct.length === 0 ? [] : [{ id, distinct, ats }];
});

/** What a flow gets besides what is stored, if that is more than its age: its rules say what. */
const told: Readonly<Record<string, (at: string) => readonly unknown[]>> = {
  'account-thaw': (at) => [0, at, true],
  'email-change': (at) => [0, at],
  'email-verification': () => [0, true],
  'freeze-link': (at) => [at, true],
  'password-recovery': (at) => [0, at],
  'sign-up': () => [{ deep: true, byLink: false }],
  'two-factor': () => [true],
  'username-recovery': (at) => [0, at],
};

/** What a flow resumes from, at whichever of its addresses the page is opened. */
function takenUp(id: string, stored: unknown, ats: readonly string[]): readonly unknown[] {
  const { resumable } = rules.get(id) ?? {};
  if (resumable === undefined) throw new Error(`machines/${id}/${id}.rules.ts has no resumable.`);
  return ats.map((at) => resumable(stored, ...(told[id]?.(at) ?? [0]))).filter((each) => each !== null);
}

/** The same value with one thing in it otherwise, for each of the things in it. */
function* changesOf(value: unknown): Generator<readonly [what: string, changed: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const put = (changed: unknown): object =>
      Array.isArray(value)
        ? Object.assign([...(value as unknown[])], { [name]: changed })
        : { ...value, [name]: changed };
    if (!Array.isArray(value)) {
      const { [name]: former, ...others } = value as Readonly<Record<string, unknown>>;
      yield [`${name} under a former name`, { ...others, [`former_${name}`]: former }];
    }
    yield [`${name} as something else`, put(typeof inner === 'string' ? 7 : 'something else')];
    yield [`${name} as nothing`, put(undefined)];
    for (const [what, changed] of changesOf(inner)) yield [`${name}.${what}`, put(changed)];
  }
}

describe.each(storing)('what is stored of $id', ({ id, distinct, ats }) => {
  const form = id === 'sign-in' ? ofSignIn : rules.get(id)?.checkpointForm;

  it('has its form, and is found again', () => {
    expect(distinct.filter((stored) => form?.(stored) !== true)).toEqual([]);
    expect(distinct.some((stored) => takenUp(id, stored, ats).length > 0)).toBe(true);
  });

  it('is not trusted in another form', () => {
    const trusted = distinct.flatMap((stored) =>
      [...changesOf(stored)]
        .filter(([, changed]) => takenUp(id, changed, ats).some((taken) => form?.(taken) !== true))
        .map(([what]) => what),
    );
    expect(trusted).toEqual([]);
  });
});

describe('a form', () => {
  const form = record<{ name: string; age: number | null }>({ name: text, age: orNull(figure) });

  it('takes what has every field, whatever there is besides', () => {
    expect(form({ name: 'Mika', age: null })).toBe(true);
    expect(form({ name: 'Mika', age: 7, club: 'Perch' })).toBe(true);
  });

  it.each([
    ['nothing', null],
    ['a text', 'Mika'],
    ['a field under a former name', { fullName: 'Mika', age: 7 }],
    ['a field as something else', { name: 'Mika', age: '7' }],
    ['a figure that is none', { name: 'Mika', age: Number.NaN }],
  ])('does not take %s', (_, value) => {
    expect(form(value)).toBe(false);
  });

  it('does not take a word that every object has for one of its list', () => {
    expect(oneOf({ left: true })('toString')).toBe(false);
  });
});
