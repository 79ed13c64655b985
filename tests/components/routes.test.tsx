import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { isKnownPath, isPath, publicPaths } from '#src/paths.ts';
import { ROUTES } from '#tests/client/source-routes.ts';
import { shownText } from '#walk/paths/texts.ts';
import { example, json, openApp } from './support/open-app.tsx';

/**
 * Every route of SRC §2 and every one that the product adds: recognized in any case, titled in its language, guarded.
 */

const mixed = (path: string): string =>
  [...path].map((letter, place) => (place % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('');
/**
 * Each language uses another letter case. A route is opened in one of them, in rotation: tests/locales verifies that
 * every text exists in all three.
 */
const CASES: Readonly<Record<Culture, (path: string) => string>> = {
  'en-US': mixed,
  'ja-JP': (path) => path.toLowerCase(),
  'zh-CN': (path) => path.toUpperCase(),
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const rows = ROUTES.map(
  (route, turn) => [route.path, { ...route, culture: CULTURES[turn % CULTURES.length] ?? 'en-US' }] as const,
);
const titleOf = (key: string, culture: Culture): string => `${shownText(key, culture)} · Perch`;
/** A text of the club, which is titled by the server: the description has one of them. */
const content = (slug: 'privacy' | 'risk', culture: Culture) => ({
  [`GET /contents/${slug}`]: () =>
    json({
      ...(example('GET', '/contents/terms') as object),
      slug,
      title: shownText(`contents:name.${slug}`, culture),
    }),
});
/** The title of a page until it has what it shows, whose own title follows. */
const pending = () => new Promise<Response>(() => {});
/** Otherwise /Maintenance redirects. */
const answersIn = (culture: Culture, path: string) => ({
  ...content('privacy', culture),
  ...content('risk', culture),
  // Whatever the case of the name in the URL.
  ...Object.fromEntries(['news', 'receipts'].map((of) => [`GET /${of}/${path.split('/')[2]}`, pending])),
  'GET /status': () => json({ ...(example('GET', '/status') as object), maintenance: { on: true, until: null } }),
});
const titled = (title: string): Promise<void> => waitFor(() => expect(document.title).toBe(title));

describe.each(rows)('%s', (path, { guard, title, culture }) => {
  it('is recognized in any case and with a trailing slash', () => {
    for (const asked of [path, path.toLowerCase(), path.toUpperCase(), mixed(path), `${path}/`])
      expect(isKnownPath(asked), asked).toBe(true);
    expect(isKnownPath(`${path}/no/such/page`)).toBe(false);
    expect(publicPaths.some((open) => isPath(path, open))).toBe(guard !== 'member');
  });

  it(`is titled in ${culture}`, async () => {
    document.title = '';
    const asked = CASES[culture](path);
    await openApp(asked, { answers: answersIn(culture, asked), culture, signedIn: guard !== 'visitor' });
    await titled(titleOf(title, culture));
  });

  it('requires signing in, or does not', async () => {
    document.title = '';
    await openApp(path, { answers: answersIn('en-US', path), signedIn: guard === 'visitor' });
    await titled(titleOf({ member: 'sign-in:title', visitor: 'dashboard:title', anyone: title }[guard], 'en-US'));
  });
});
