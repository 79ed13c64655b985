// A page that is not loaded yet and can't be loaded: what is shown instead, and how the page appears later.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { loadPageArea } from '#src/i18n/load-page-area.ts';
import { PartBoundary } from '#src/frames/part-boundary.tsx';
import { createNews } from '#src/services/news.ts';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { lazyPage, PageSlot } from '#src/ui/lazy-page.tsx';
import { axeFindings } from './support/axe.ts';
import { openApp } from './support/open-app.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

const network = vi.hoisted(() => ({ isThere: true }));
vi.mock('#src/i18n/load-page-area.ts', async (original) => {
  const real = await original<{ loadPageArea: typeof loadPageArea }>();
  const load: typeof loadPageArea = (...of) =>
    network.isThere ? real.loadPageArea(...of) : Promise.reject(new TypeError('Failed to fetch'));
  return { loadPageArea: load };
});

const user = userEvent.setup({ delay: null });
const side = () => within(screen.getByRole('complementary'));

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/pages/history/history.page.tsx'),
    import('#src/frames/member-frame.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  network.isThere = true;
});

async function goes(isThere: boolean): Promise<void> {
  network.isThere = isThere;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  await act(async () => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
}

it('a page opened without a network leaves the frame in place, and opens by itself when the network is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await openApp('/wallet');
  await screen.findByRole('heading', { level: 1, name: 'My wallet' });
  await goes(false);
  await user.click(side().getByRole('link', { name: 'Activity' }));
  await screen.findByRole('heading', { level: 1, name: 'This page isn’t on your device yet' });
  expect(screen.getByText('It opens automatically when you’re back online.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.body.textContent).not.toContain('web-');
  expect(await axeFindings()).toEqual([]);
  await user.click(side().getByRole('link', { name: 'Wallet' }));
  await screen.findByRole('heading', { level: 1, name: 'My wallet' });
  await user.click(side().getByRole('link', { name: 'Activity' }));
  await screen.findByRole('heading', { level: 1, name: 'This page isn’t on your device yet' });
  await goes(true);
  await screen.findByRole('heading', { level: 1, name: 'Activity' });
  expect(side().getByRole('link', { name: 'Activity' })).toBeDefined();
});

it('a page whose code did not load is loaded again at a press, and says what to do if there is a network', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(() => <p>Here</p>);
  const page = lazyPage(load);
  const { subscribe } = createNews<'reached'>();
  await renderWithTexts(
    <ServicesContext value={{ club: { subscribe } } as unknown as Services}>
      <PartBoundary at="/history">
        <PageSlot waiting="wait">
          <page.Page />
        </PageSlot>
      </PartBoundary>
    </ServicesContext>,
  );
  await screen.findByText('This part of the app couldn’t be loaded. Check your connection and try again.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('Here')).toBeDefined());
  expect(load).toHaveBeenCalledTimes(2);
});
