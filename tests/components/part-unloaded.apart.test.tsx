// A page that is not loaded yet and can't be loaded: what is shown instead, and how the page appears later.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { loadArea } from '#src/i18n/load-area.ts';
import { PartBoundary } from '#src/frames/part-boundary.tsx';
import { createNews } from '#src/services/news.ts';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { lazyPage, PageSlot } from '#src/ui/lazy-page.tsx';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp } from './support/open-app.tsx';
import { ID, READ, withdrawal } from './support/receipts.ts';
import { renderWithTexts } from './support/with-texts.tsx';

const network = vi.hoisted(() => ({ isThere: true, hasParts: true, isStuck: false }));
vi.mock('#src/i18n/load-area.ts', async (original) => {
  const real = await original<{ loadArea: typeof loadArea }>();
  const load: typeof loadArea = (...of) =>
    network.isThere ? real.loadArea(...of) : Promise.reject(new TypeError('Failed to fetch'));
  return { loadArea: load };
});

/** Parts of pages whose files can't always be loaded. */
vi.mock('#src/flows/deposit/screens/timeline.tsx', (original) => lostAtTimes(original));
vi.mock('#src/flows/deposit/screens/seen.tsx', (original) => lostAtTimes(original));
vi.mock('#src/ui/qr-drawing.tsx', (original) => lostAtTimes(original));
vi.mock('#src/pages/receipt/done-panel.tsx', (original) => lostAtTimes(original));
vi.mock('#src/pages/dashboard/curve.tsx', (original) => lostAtTimes(original));

async function lostAtTimes(original: () => Promise<object>): Promise<object> {
  const real = await original();
  const parts = Object.entries(real).map(([name, value]: [string, unknown]) => {
    const get = () => {
      // What is imported waits for it.
      if (network.isStuck) return new Promise(() => undefined);
      if (network.hasParts) return value;
      throw new TypeError('Failed to fetch');
    };
    return [name, { get, enumerable: true }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(parts));
}

const user = userEvent.setup({ delay: null });
const side = () => within(screen.getByRole('complementary'));

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/pages/history/history.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/flows/deposit/deposit.route.tsx'),
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  network.isThere = true;
  network.hasParts = true;
  network.isStuck = false;
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

it('a page whose code is gone with its release is reloaded at the first press that fails with a network', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reload = vi.fn();
  vi.stubGlobal('location', { href: location.href, origin: location.origin, reload });
  const page = lazyPage(vi.fn().mockRejectedValue(new TypeError('Failed to fetch')));
  const { subscribe } = createNews<'reached'>();
  const opened = (takeFocus?: () => void) =>
    renderWithTexts(
      <ServicesContext value={{ club: { subscribe } } as unknown as Services}>
        <PartBoundary at="/history" {...(takeFocus && { takeFocus })}>
          <PageSlot waiting="wait">
            <page.Page />
          </PageSlot>
        </PartBoundary>
      </ServicesContext>,
    );
  await opened();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  cleanup();
  // What is typed around a part of a page stays until it is pressed again.
  await opened(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', false));
  expect(reload).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});

it('a page whose texts could not be fetched ahead asks for them itself when it is visited', async () => {
  await openApp('/wallet');
  await screen.findByRole('heading', { level: 1, name: 'My wallet' });
  await goes(false);
  await user.hover(side().getByRole('link', { name: 'Activity' }));
  await act(async () => new Promise((later) => setTimeout(later, 50)));
  network.isThere = true;
  // The click alone: a pointer that comes again would fetch them ahead.
  await act(async () => side().getByRole('link', { name: 'Activity' }).click());
  await screen.findByRole('heading', { level: 1, name: 'Activity' });
});

const UNLOADED = 'This part of the app couldn’t be loaded. Check your connection and try again.';
const again = (): HTMLElement => screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement;

describe('a part of a page that did not load', () => {
  const deposit = example('POST', '/deposits') as { readonly id: string; readonly address: string };

  async function asks(answer: object): Promise<void> {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await openApp('/Deposit', {
      answers: { 'POST /deposits': () => json(answer), [`GET /deposits/${deposit.id}`]: () => json(answer) },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '500');
    network.hasParts = false;
    await user.click(screen.getByRole('button', { name: 'Get address' }));
  }

  it('leaves the address of a deposit in place, and comes at a press', async () => {
    await asks(deposit);
    await screen.findByText('Send to this address');
    await waitFor(() => expect(screen.getAllByText(UNLOADED)).toHaveLength(2));
    expect(screen.getByRole('main').textContent).toContain(deposit.address);
    expect(screen.getByRole('button', { name: 'Cancel request' })).toBeDefined();
    expect(await axeFindings()).toEqual([]);
    network.hasParts = true;
    await user.click(again());
    await screen.findByRole('list', { name: 'Progress' });
    await user.click(again());
    await screen.findByRole('img', { name: /QR code/ });
    expect(screen.queryByText(UNLOADED)).toBeNull();
  });

  it('leaves the rest of a deposit in place when its payment is seen', async () => {
    await asks({ ...deposit, status: 'inProcess', received: '500', confirmations: 1, seenAt: '2026-11-21T03:59:00Z' });
    await screen.findByText(UNLOADED);
    expect(screen.getByRole('heading', { level: 1, name: 'Your deposit' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Your request' })).toBeDefined();
  });

  it('leaves the figures of Home in place, which say once that their chart is missing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    network.hasParts = false;
    await openApp('/');
    await screen.findByText(UNLOADED);
    expect(screen.getAllByText('34,750.00 USD')).not.toEqual([]);
    network.hasParts = true;
    await user.click(again());
    await screen.findByRole('slider');
    await screen.findByText('Show as table');
    expect(screen.queryByText(UNLOADED)).toBeNull();
  });

  it('does not keep a receipt waiting, which says without it that the act is done', async () => {
    network.isStuck = true;
    await openApp(`/Receipt/${ID}`, {
      answers: { [READ]: () => json(withdrawal({ status: 'inProcess' })) },
      state: { notice: 'withdrawalAccepted' },
    });
    await screen.findByText('Withdrawal requested.');
    expect(screen.getByRole('heading', { name: 'What happened' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'See receipt' })).toBeNull();
  });
});
