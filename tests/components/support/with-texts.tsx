import type { i18n as I18n } from 'i18next';
import { act, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { createI18n } from '#src/i18n/create-i18n.ts';
import type { Area } from '#src/i18n/areas.ts';
import type { Culture } from '#src/i18n/cultures.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { SupportEmailContext } from '#src/ui/support-email.ts';
import { ToastProvider } from '#src/ui/toast.tsx';

/** An i18n instance with the texts that every page has, and those of some areas. */
export async function textsIn(culture: Culture, areas: readonly Area[] = []): Promise<I18n> {
  const texts = await Promise.all(
    ['common' as const, 'problems' as const, ...areas].map(
      async (area) => [area, await loadArea(culture, area)] as const,
    ),
  );
  return createI18n({ culture, catalogue: Object.fromEntries(texts), load: loadArea });
}

/** Renders controls as a page would: with texts, a router and toasts. */
export async function renderWithTexts(
  children: ReactNode,
  culture: Culture = 'en-US',
  areas: readonly Area[] = [],
): Promise<RenderResult & { i18n: I18n }> {
  const i18n = await textsIn(culture, areas);
  const page = (
    <SupportEmailContext value={SUPPORT_EMAIL}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          <ToastProvider>{children}</ToastProvider>
        </MemoryRouter>
      </I18nextProvider>
    </SupportEmailContext>
  );
  // Awaited, so that what was loaded meanwhile is on the page.
  const rendered = await act(async () => render(page));
  return { ...rendered, i18n };
}
