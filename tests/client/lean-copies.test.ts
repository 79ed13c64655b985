import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import clone from '#src/lean/clone.ts';
import cloneDeep from '#src/lean/clone-deep.ts';
import isPlainObject from '#src/lean/is-plain-object.ts';
import toPath from '#src/lean/to-path.ts';

/** The replacements do the same as Formik's own helpers, with everything that our forms contain. */

// Formik's CommonJS build requires the package under its other name; it is installed wherever Formik is.
const lodash = createRequire(createRequire(import.meta.url).resolve('formik'))('lodash') as Record<
  string,
  (value: unknown) => unknown
>;

const values = [
  { username: 'demo', nested: { list: [1, { two: 2 }] } },
  [1, [2]],
  {},
  [],
  { at: null, missing: undefined },
];

describe.each(values.map((value) => [JSON.stringify(value), value]))('%s', (_name, value) => {
  it('is copied like lodash copies it', () => {
    expect(clone(value as object)).toEqual(lodash['clone']?.(value));
    expect(cloneDeep(value)).toEqual(lodash['cloneDeep']?.(value));
  });

  it('is a different object after copying, and a deep copy shares nothing', () => {
    const source = { inner: value };
    expect(clone(source)).not.toBe(source);
    expect(clone(source).inner).toBe(value);
    expect(cloneDeep(source).inner).not.toBe(value);
  });
});

it.each(['username', 'people[0].name', 'people.0.name', 'a.b.c', ''])(
  'the path "%s" is read like lodash reads it',
  (path) => {
    expect(toPath(path)).toEqual(lodash['toPath']?.(path));
  },
);

it.each([[{}], [Object.create(null)], [[]], [null], ['text'], [1], [new Date(0)], [new Map()], [() => 1]])(
  '%o is plain or not, as for lodash',
  (value) => {
    expect(isPlainObject(value)).toBe(lodash['isPlainObject']?.(value));
  },
);

it('a class instance keeps its class in a copy', () => {
  class Amount {
    digits = '100';
  }
  expect(clone(new Amount())).toBeInstanceOf(Amount);
});
