// Pages that a mailed link opens, and the language in which they are opened.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Area } from '#src/i18n/areas.ts';
import type { Culture } from '#src/i18n/cultures.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import { memory } from '#tests/client/memory.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { openApp } from './open-app.tsx';

const PAGES = [
  { path: '/Freeze', area: 'account-freeze', text: ['title'] },
  { path: '/Thaw', area: 'account-thaw', text: ['link', 'title'] },
  { path: '/ChangeEmail2', area: 'sign-in', text: ['title'] },
  { path: '/Frozen', area: 'account-thaw', text: ['account', 'title'] },
  { path: '/Signin', area: 'sign-in', text: ['title'] },
  // Its reader signs in first.
  { path: '/Staking', area: 'sign-in', text: ['title'] },
] as const;

/** A text of a page in a language. */
async function textOf(culture: Culture, area: Area, path: readonly string[]): Promise<string> {
  return path.reduce<unknown>(
    (texts, key) => (texts as Record<string, unknown>)[key],
    await loadArea(culture, area),
  ) as string;
}

/** Tests of each page, in one language each; `shift` chooses another than 0 does. */
export function testsOfMailedPages(shift: 0 | 1 | 2): void {
  describe.each(walksInTurns(PAGES, shift))(
    'the link of a mail to $walk.path in $culture',
    ({ walk: { path, area, text }, culture }) => {
      const link = `${path}?culture=${culture}#token=tok_one`;

      it('opens a page in the language of the mail if the browser has stored none, and stores it from then on', async () => {
        const { services } = await openApp(link, { signedIn: false, culture: null });
        await screen.findByRole('heading', { name: await textOf(culture, area, text) });
        expect(services.storage.get('language')).toBe(culture);
        expect(document.documentElement.lang).toBe(culture);
      });

      it('opens a page in the language that the browser has stored', async () => {
        const kept = culture === 'zh-CN' ? 'ja-JP' : 'zh-CN';
        const stores = { local: memory({ 'perch.language': kept }), tab: memory() };
        const { services } = await openApp(link, { signedIn: false, culture: null, stores });
        await screen.findByRole('heading', { name: await textOf(kept, area, text) });
        expect(services.storage.get('language')).toBe(kept);
      });
    },
  );
}
