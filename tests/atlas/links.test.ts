import { expect, it } from 'vitest';
import { links, placeOf, typedIn, withoutTyped, withTyped } from '#atlas/model/links.ts';

it('what is searched for is part of an address, and does not change the place', () => {
  const asked = links.questions({ ask: 'reach', chart: 'sign-in' });
  for (const hash of ['#/', links.state('sign-in', 'a.b'), asked]) {
    const both = withTyped(withTyped(hash, 'find', 'fee & rule?'), 'inside', '登録');
    expect([typedIn(both, 'find'), typedIn(both, 'inside')]).toEqual(['fee & rule?', '登録']);
    expect(placeOf(withoutTyped(both))).toEqual(placeOf(hash));
    expect(withTyped(withTyped(both, 'find', ''), 'inside', '')).toBe(hash);
  }
  expect(withTyped('', 'find', 'fee')).toBe('#/?find=fee');
  expect(typedIn('#/sign-in', 'find')).toBeNull();
});
