import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lackingIn, oldestBrowsers } from './browsers.ts';

/** What is used although one of the oldest browsers lacks it: each is asked for first, or not missed. */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  'src/pages/organization/share-button.tsx': ['navigator.share'],
  'src/ui/save-file.ts': ['navigator.canShare', 'navigator.share'],
  'src/ui/when-idle.ts': ['window.requestIdleCallback', 'window.cancelIdleCallback'],
};

describe('the app uses nothing that its oldest browsers lack', () => {
  /** The folders whose modules are in the app. */
  const sources = ['src', 'machines', 'money'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  it.each(sources)('%s', (name) => {
    const found = lackingIn(readFileSync(name, 'utf8'));
    expect([...found.keys()]).toEqual(GUARDED[name] ?? []);
  });

  it.each([
    ['AbortSignal.any([one, other])', 'AbortSignal.any'],
    ['URL.canParse(address)', 'URL.canParse'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['window.requestIdleCallback(act)', 'window.requestIdleCallback'],
    ['all.union(others)', 'union'],
    ['host.navigator.canShare(file)', 'navigator.canShare', 'firefox 128'],
    ['known.values().map(nameOf)', 'iterator.map'],
  ])('finds %s', (code, used, browser = 'safari 16.4') => {
    expect([...lackingIn(code).keys()]).toContain(used);
    expect(lackingIn(code).get(used)).toContain(browser);
  });

  it.each(['list.toSorted()', 'AbortSignal.timeout(5)', 'Object.hasOwn(a, b)', 'navigator.clipboard.writeText(text)'])(
    'allows %s',
    (code) => {
      expect([...lackingIn(code)]).toEqual([]);
    },
  );

  it('knows which those are', () => {
    expect(Object.fromEntries(oldestBrowsers())).toMatchObject({ safari: 16.4, safari_ios: 16.4 });
  });
});
