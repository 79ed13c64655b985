// What a walk loads before it stops its clock: if a page is missing, the first walks fail on a busy machine.
import { expect, it } from 'vitest';
import '#src/app/app.tsx';
import { fetchPagesAhead } from '#walk/component/pages-ahead.ts';

const sources = import.meta.glob<string>('../../../src/**/*.tsx', { query: '?raw', import: 'default', eager: true });

it('loads every page of the app, whichever list of routes it is in', async () => {
  const pages = Object.values(sources).flatMap((source) => [
    ...source.matchAll(/^(?:(?:export )?const \w+ =| {2}\w+:) lazyPage[<(]/gm),
  ]);
  expect(pages.length).toBeGreaterThan(40);
  expect(await fetchPagesAhead()).toBe(pages.length);
});
