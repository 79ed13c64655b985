import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CLOSED, Ending, guideThrough, type GuidePosition, type Guiding } from '#walk/guide/act.ts';
import { hasLeft } from '#walk/guide/guide.ts';
import { ENDINGS } from '#walk/guide/languages/words.ts';
import { actOf } from '../support/acts.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-broken-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A page on which nothing answers any more, at an act that can't even begin. */
function atBrokenPage(expectPresence: () => void): { readonly place: GuidePosition; readonly options: Guiding } {
  const gone = () => Promise.reject(new Error('The page is gone.'));
  const act = { ...actOf('sign-out', 'CONFIRM'), first: 0 };
  const place = {
    stage: { page: { url: () => 'http://localhost/Signout', evaluate: gone, screenshot: gone } },
    steps: [],
    act,
    number: 1,
    from: 1,
    count: 2,
    cast: { introduced: () => [] },
    expectPresence,
  };
  const terminal = { tell: () => undefined, fresh: () => undefined };
  const options = { terminal, culture: 'en-US', folder, byHand: false };
  return { place: place as unknown as GuidePosition, options: options as unknown as Guiding };
}

describe('an act that can’t begin, since the page is broken', () => {
  it('is a finding, and the next path goes on', async () => {
    const { place, options } = atBrokenPage(() => undefined);
    const { act, why } = await guideThrough(place, options);
    expect(act).toMatchObject({ isDone: false, verdict: null, by: 'guide', number: 1 });
    expect(act.found).toMatch(/^Expected .*The page does not answer\.$/);
    expect(act.details).toContain('The path has no start.');
    expect(why).toBe(ENDINGS.lost);
    expect(hasLeft({ ending: why })).toBe(false);
  });

  it('is none if the tester has closed the window', async () => {
    const { place, options } = atBrokenPage(() => {
      throw new Ending(CLOSED);
    });
    await expect(guideThrough(place, options)).rejects.toThrow(CLOSED);
  });
});
