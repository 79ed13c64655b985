import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepCulture } from '#src/i18n/keep-culture.ts';
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
