// The replacements for the packages that Formik imports do the same for everything that a form contains.
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import merge from '#src/lean/deepmerge.ts';
import isEqual from '#src/lean/react-fast-compare.ts';

const fromFormik = createRequire(createRequire(import.meta.url).resolve('formik'));
const original = {
  merge: fromFormik('deepmerge') as typeof merge,
  isEqual: fromFormik('react-fast-compare') as typeof isEqual,
};

const VALUES: readonly unknown[] = [
  undefined,
  null,
  '',
  '0',
  0,
  NaN,
  true,
  false,
  {},
  { amount: '1' },
  { amount: '1', memo: '' },
  { amount: undefined },
  { memo: '' },
  { people: [{ name: 'a' }, { name: 'b' }] },
  { people: [{ name: 'a' }] },
  { people: [] },
  { people: {} },
  [],
  ['a'],
  ['a', 'b'],
];

it('two values are equal if the original says so', () => {
  for (const a of VALUES)
    for (const b of VALUES)
      expect(isEqual(structuredClone(a), structuredClone(b)), JSON.stringify([a, b])).toBe(
        original.isEqual(structuredClone(a), structuredClone(b)),
      );
});

it.each([
  [{}, {}, {}],
  [{ amount: 'required' }, {}, { amount: 'too small' }],
  [{ amount: 'required' }, { address: 'wrong' }, { memo: 'too long', address: 'checked' }],
  [{ person: { name: 'required' } }, { person: { age: 'required' } }, { person: 'unknown' }],
])('%j, %j and %j are merged as by the original', (...errors) => {
  expect(merge.all(errors)).toEqual(original.merge.all(errors));
});
