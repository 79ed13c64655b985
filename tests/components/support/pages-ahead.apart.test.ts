// What a walk fetches before it stops its clock: with a page left out, the first walks fail where the machine is busy.
import { expect, it } from 'vitest';
import '#src/app/app.tsx';
import { fetchPagesAhead } from '#tests/support/pages-ahead.ts';

const sources = import.meta.glob<string>('../../../src/**/*.tsx', { query: '?raw', import: 'default', eager: true });

it('fetches every page of the app, whichever list of routes it stands in', async () => {
  const pages = Object.values(sources).flatMap((source) => [
    ...source.matchAll(/^(?:export )?const \w+ = lazyPage[<(]/gm),
  ]);
  expect(pages.length).toBeGreaterThan(40);
  expect(await fetchPagesAhead()).toBe(pages.length);
});
