import { expect, it } from 'vitest';
import { compare } from './skips.mjs';

const LINE = 'money > is moved';

it('a skip that stands in no line fails', () => {
  expect(compare([{ name: LINE, skipped: true }], [])).toEqual([
    `${LINE} is skipped and stands in no line of the table of exceptions`,
  ]);
  expect(compare([{ name: LINE, skipped: true }], [LINE])).toEqual([]);
  expect(compare([{ name: LINE, skipped: false }], [])).toEqual([]);
});

it('a line that no test is meant by fails', () => {
  expect(compare([{ name: 'another', skipped: false }], [LINE])).toEqual([
    `the table of exceptions has ${LINE}, and no test is called so`,
  ]);
});
