import { expect, it } from 'vitest';
import { withOwnForms } from '#src/lean/forms.plugin.ts';

const catalogue = { title: 'a', days_one: 'b', days_other: 'c', part: { left_one: 'd', left_other: 'e' }, list: ['f'] };

it.each([
  ['en-US', catalogue],
  ['ja-JP', { title: 'a', days_other: 'c', part: { left_other: 'e' }, list: ['f'] }],
  ['zh-CN', { title: 'a', days_other: 'c', part: { left_other: 'e' }, list: ['f'] }],
])('a built catalogue of %s has the forms of its numbers', (culture, built) => {
  expect(JSON.parse(withOwnForms(JSON.stringify(catalogue), culture))).toEqual(built);
});
