import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { goBack } from '#src/bridge/bridge.ts';
import { Alert } from '#src/ui/alert.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ErrorBoundary, PartUnloaded } from '#src/ui/error-boundary.tsx';
import { lazyPage, PageSlot } from '#src/ui/lazy-page.tsx';
import { OfflineBanner } from '#src/ui/offline-banner.tsx';
import { QrCode } from '#src/frames/qr-code.tsx';
import { StepIndicator } from '#src/ui/step-indicator.tsx';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { renderWithTexts } from './support/with-texts.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('copying', () => {
  it.each([
    ['en-US', 'Copied to clipboard.'],
    ['ja-JP', 'クリップボードにコピーしました。'],
  ] as const)('says in %s that it worked', async (culture, words) => {
    const user = userEvent.setup();
    await renderWithTexts(<CopyButton text="K7Q2M9XA" item="X" />, culture);
    await user.click(screen.getByRole('button'));
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(await navigator.clipboard.readText()).toBe('K7Q2M9XA');
  });

  it('says that it did not work, and what to do', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await renderWithTexts(<CopyButton text="K7Q2M9XA" item="referral code" />);
    await user.click(screen.getByRole('button', { name: 'Copy: referral code' }));
    expect((await screen.findAllByText('Couldn’t copy. Select the text and copy it by hand.')).length).toBeGreaterThan(
      0,
    );
  });
});

describe('without a network', () => {
  it('a banner says so as long as that lasts', async () => {
    await renderWithTexts(<OfflineBanner />);
    expect(screen.getByRole('status').textContent).toBe('');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByRole('status').textContent).toContain('You’re offline');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('a page that fails', () => {
  function Broken(): never {
    throw new TypeError('no such thing');
  }

  it('shows a reference, a way forward and the one official support (D-30)', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderWithTexts(
      <ErrorBoundary home="/">
        <Broken />
      </ErrorBoundary>,
    );
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toMatch(/Reference: web-\d{8}T\d{6}Z-TypeError/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
    expect(document.body.textContent).toContain(SUPPORT_EMAIL);
  });

  it('says so if it could not be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const page = lazyPage(() => Promise.reject(new Error('offline')));
    await renderWithTexts(
      <ErrorBoundary home="/">
        <PageSlot waiting="wait">
          <page.Page />
        </PageSlot>
      </ErrorBoundary>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be loaded');
    expect(new PartUnloaded('x').name).toBe('PartUnloaded');
  });
});

describe('a lazy page', () => {
  it('that was loaded ahead renders at once', async () => {
    const page = lazyPage(() => Promise.resolve(() => <p>Here</p>));
    await page.preload();
    await renderWithTexts(
      <PageSlot waiting="wait">
        <page.Page />
      </PageSlot>,
    );
    expect(screen.getByText('Here')).toBeDefined();
  });

  it('is busy until it is there', async () => {
    let arrives = (_: () => ReactNode): void => undefined;
    const page = lazyPage(() => new Promise<() => ReactNode>((resolve) => (arrives = resolve)));
    const { container } = await renderWithTexts(
      <PageSlot waiting="wait">
        <page.Page />
      </PageSlot>,
    );
    expect(container.querySelector('[aria-busy="true"]')?.textContent).toBe('wait');
    arrives(() => <p>Here</p>);
    expect(await screen.findByText('Here')).toBeDefined();
    expect(container.querySelector('[aria-busy]')).toBeNull();
  });

  it('that could not be loaded ahead is loaded again by the visit', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(() => <p>Here</p>);
    const page = lazyPage(load);
    await page.preload();
    await renderWithTexts(
      <PageSlot waiting="wait">
        <page.Page />
      </PageSlot>,
    );
    expect(await screen.findByText('Here')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('small parts', () => {
  it('an alert is announced with its reference and actions', async () => {
    await renderWithTexts(
      <Alert title="System error" reference="req-7d1f" actions={<button type="button">Again</button>} />,
    );
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Reference: req-7d1f');
    expect(alert.querySelector('button')).not.toBeNull();
  });

  it('steps say which is the current one', async () => {
    await renderWithTexts(<StepIndicator label="Steps" steps={['App', 'Key']} current={1} />);
    expect(screen.getByText('2. Key').closest('li')?.getAttribute('aria-current')).toBe('step');
  });

  it('a QR code is one drawing with a name, without inner HTML', async () => {
    await renderWithTexts(<QrCode text="otpauth://totp/Perch:demo?secret=ABC" label="Key of your account" />);
    const code = await screen.findByRole('img', { name: 'Key of your account' });
    expect(code.querySelectorAll('path')).toHaveLength(2);
    expect(code.querySelectorAll('path')[1]?.getAttribute('d')).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
  });

  it('Back goes through the shell of a phone app if there is one, otherwise through the browser (D-22)', () => {
    const [android, iPhone, browser] = [vi.fn(), vi.fn(), vi.fn()];
    const history = { back: browser };
    goBack({ PerchAndroid: { goBack: android }, history });
    goBack({ webkit: { messageHandlers: { goBack: { postMessage: iPhone } } }, history });
    goBack({ webkit: {}, history });
    expect([android, iPhone, browser].map((way) => way.mock.calls.length)).toEqual([1, 1, 1]);
    expect(iPhone).toHaveBeenCalledWith(null);
  });

  it('a shell takes precedence over any other Back of a page', () => {
    const [android, iPhone, browser, router] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    const history = { back: browser };
    goBack({ PerchAndroid: { goBack: android }, history }, router);
    goBack({ webkit: { messageHandlers: { goBack: { postMessage: iPhone } } }, history }, router);
    goBack({ webkit: { messageHandlers: {} }, history }, router);
    expect([android, iPhone, browser, router].map((way) => way.mock.calls.length)).toEqual([1, 1, 0, 1]);
  });
});
