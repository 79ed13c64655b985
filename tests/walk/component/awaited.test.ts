import { expect, it } from 'vitest';
import { notYet } from '#walk/component/awaited.ts';

it('reports a flow that was awaited in vain with how long that was, and whether it has begun at all', () => {
  expect(notYet('sign-in', 'signedIn', { now: 'submitting', turns: 60 })).toBe(
    'sign-in did not come to signedIn within 60 turns of the event loop; it is in submitting.',
  );
  expect(notYet('sign-in', 'signedIn', { now: null, turns: 60 })).toMatch(
    / turns of the event loop: it has not begun, so its page may still be loading, as on a busy machine\.$/,
  );
});
