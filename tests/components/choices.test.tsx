import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Texts } from '#src/frames/route-parts.tsx';
import { createI18n, type LoadArea } from '#src/i18n/create-i18n.ts';
import { keepCulture } from '#src/i18n/keep-culture.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import type { Culture } from '#src/i18n/cultures.ts';
import { LanguageSwitch } from '#src/ui/language-switch.tsx';
import { keepTheme } from '#src/ui/theme.ts';
import { ThemeSwitch } from '#src/ui/theme-switch.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

/** What a visitor chooses is applied at once, stored, and passed to the server by a cookie. */

function keeperOf<Name extends string, Value>(kept: Map<Name, Value>) {
  return {
    get: (name: Name) => kept.get(name) ?? null,
    set: (name: Name, value: Value) => void kept.set(name, value),
    remove: (name: Name) => void kept.delete(name),
  };
}

const stops: (() => void)[] = [];

beforeEach(() => {
  document.documentElement.lang = 'en-US';
  delete document.documentElement.dataset['theme'];
  for (const name of ['culture', 'theme']) document.cookie = `${name}=; Max-Age=0; Path=/`;
});

afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  cleanup();
});

describe('the language', () => {
  it('is shown, kept and mirrored in the cookie', async () => {
    const kept = new Map<'language', Culture>();
    const { i18n } = await renderWithTexts(<LanguageSwitch />);
    stops.push(keepCulture(i18n, keeperOf(kept), window));
    await userEvent.selectOptions(screen.getByLabelText('Language'), '日本語');
    await waitFor(() => expect(screen.getByLabelText('言語')).toBeDefined());
    expect(document.documentElement.lang).toBe('ja-JP');
    expect(kept.get('language')).toBe('ja-JP');
    expect(document.cookie).toContain('culture=ja-JP');
  });

  it('that another tab chose is adopted', async () => {
    const kept = new Map<'language', Culture>();
    const { i18n } = await renderWithTexts(<LanguageSwitch />);
    stops.push(keepCulture(i18n, keeperOf(kept), window));
    kept.set('language', 'zh-CN');
    window.dispatchEvent(new Event('storage'));
    await waitFor(() => expect(screen.getByLabelText('语言')).toBeDefined());
  });
});

describe('a language whose texts can’t be loaded', () => {
  /** A page with a form, whose texts of other languages come as `load` says. */
  async function showForm(load: LoadArea) {
    const catalogue = Object.fromEntries(
      await Promise.all(
        (['common', 'problems', 'nav', 'contact'] as const).map(
          async (area) => [area, await loadArea('en-US', area)] as const,
        ),
      ),
    );
    const i18n = createI18n({ culture: 'en-US', catalogue, load });
    const kept = new Map<'language', Culture>();
    stops.push(keepCulture(i18n, keeperOf(kept), window));
    await act(async () =>
      render(
        <I18nextProvider i18n={i18n}>
          <LanguageSwitch />
          <Texts areas={['contact']} page={<input aria-label="Message" />} />
        </I18nextProvider>,
      ),
    );
    await userEvent.type(screen.getByLabelText('Message'), 'Where is it?');
    return { i18n, kept };
  }
  const typed = () => screen.getByLabelText<HTMLInputElement>('Message').value;
  const NOT_CHANGED = 'The language couldn’t be changed. Check your connection and try again.';

  it.each(['common', 'nav', 'contact'])('is not shown, kept or told to other tabs: %s', async (lost) => {
    let isAway = true;
    const { i18n, kept } = await showForm((culture, area) =>
      isAway && area === lost ? Promise.reject(new Error('no network')) : loadArea(culture, area),
    );
    await userEvent.selectOptions(screen.getByLabelText('Language'), '日本語');
    expect((await screen.findByRole('alert')).textContent).toBe(NOT_CHANGED);
    expect([i18n.language, document.documentElement.lang, kept.size, typed()]).toEqual([
      'en-US',
      'en-US',
      0,
      'Where is it?',
    ]);
    expect(document.cookie).not.toContain('culture');
    expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('en-US');
    isAway = false;
    await userEvent.selectOptions(screen.getByLabelText('Language'), '日本語');
    expect(await screen.findByLabelText('言語')).toBeDefined();
    expect([kept.get('language'), typed()]).toEqual(['ja-JP', 'Where is it?']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is adopted from another tab once there is a network', async () => {
    let isAway = true;
    let asked = 0;
    const { i18n, kept } = await showForm((culture, area) => {
      asked += 1;
      return isAway ? Promise.reject(new Error('no network')) : loadArea(culture, area);
    });
    kept.set('language', 'zh-CN');
    window.dispatchEvent(new Event('storage'));
    await waitFor(() => expect(asked).toBeGreaterThan(3));
    await act(async () => undefined);
    expect([i18n.language, typed()]).toEqual(['en-US', 'Where is it?']);
    isAway = false;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByLabelText('语言')).toBeDefined();
    expect(typed()).toBe('Where is it?');
  });

  it('does not take the place of a later choice when it comes at last', async () => {
    let letCome = (): void => undefined;
    const late = new Promise<void>((resolve) => (letCome = resolve));
    const { i18n } = await showForm(async (culture, area) => {
      if (culture === 'ja-JP') await late;
      return loadArea(culture, area);
    });
    await userEvent.selectOptions(screen.getByLabelText('Language'), '日本語');
    await userEvent.selectOptions(screen.getByLabelText('Language'), '简体中文');
    await screen.findByLabelText('语言');
    await act(async () => letCome());
    await waitFor(() => expect(i18n.hasResourceBundle('ja-JP', 'contact')).toBe(true));
    expect(i18n.language).toBe('zh-CN');
  });
});

describe('the theme', () => {
  it('is applied, stored and mirrored; choosing the system’s theme removes the cookie', async () => {
    const kept = new Map<'theme', 'light' | 'dark'>();
    stops.push(keepTheme(keeperOf(kept), window));
    await renderWithTexts(<ThemeSwitch />);
    await userEvent.selectOptions(screen.getByLabelText('Appearance'), 'Dark');
    expect(document.documentElement.dataset['theme']).toBe('perch-dark');
    expect(document.cookie).toContain('theme=dark');
    await waitFor(() => expect(kept.get('theme')).toBe('dark'));
    await userEvent.selectOptions(screen.getByLabelText('Appearance'), 'System');
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(document.cookie).not.toContain('theme');
    await waitFor(() => expect(kept.has('theme')).toBe(false));
  });

  it('that is stored is applied again if only its cookie is gone', () => {
    stops.push(keepTheme(keeperOf(new Map<'theme', 'light' | 'dark'>([['theme', 'light']])), window));
    expect(document.documentElement.dataset['theme']).toBe('perch-light');
    expect(document.cookie).toContain('theme=light');
  });
});
