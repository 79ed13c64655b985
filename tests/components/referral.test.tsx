import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { referralLink } from '#src/pages/organization/referral-link.ts';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp, problem } from './support/open-app.tsx';

/** /Referral: the code, a link for each side, and ways to share it. */

const LEFT = `${window.location.origin}/Signup?introducer=K7Q2M9XA&position=left`;

beforeAll(async () => {
  await Promise.all([import('#src/frames/member-frame.tsx'), import('#src/ui/toaster.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

/** Gives the device a feature that only some browsers have. */
function give(name: 'share' | 'clipboard', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

describe('the links', () => {
  it('name code and side, as the sign-up reads them', () => {
    expect(referralLink('https://perch.example', 'K7Q2M9XA', 'right')).toBe(
      'https://perch.example/Signup?introducer=K7Q2M9XA&position=right',
    );
  });

  it('are on the page as text and as a picture, one at a time, and the other is a press away', async () => {
    const user = userEvent.setup({ delay: null });
    await openApp('/Referral');
    await screen.findByText('K7Q2M9XA');
    const sides = within(screen.getByRole('radiogroup', { name: 'Side' }));
    const [left, right] = [
      sides.getByRole('radio', { name: 'Left link' }),
      sides.getByRole('radio', { name: 'Right link' }),
    ];
    const shows = async (side: 'left' | 'right') => {
      const other = side === 'left' ? 'right' : 'left';
      expect(screen.getByText(LEFT.replace('left', side))).toBeDefined();
      expect(screen.queryByText(LEFT.replace('left', other))).toBeNull();
      expect(await screen.findByRole('img', { name: `QR code for ${side} link` })).toBeDefined();
      expect(screen.queryByRole('img', { name: `QR code for ${other} link` })).toBeNull();
      expect(screen.getByRole('heading', { name: side === 'left' ? 'Left link' : 'Right link' })).toBeDefined();
      expect([left, right].map((radio) => (radio as HTMLInputElement).checked)).toEqual([
        side === 'left',
        side === 'right',
      ]);
      expect(screen.getByText(/^A seat can’t be moved later/)).toBeDefined();
    };
    await shows('left');
    await user.click(right);
    await shows('right');
    await user.click(left);
    await shows('left');
    expect(await axeFindings()).toEqual([]);
  });
});

describe('copying', () => {
  it.each([
    ['works', () => Promise.resolve(), 'クリップボードにコピーしました。'],
    ['fails', () => Promise.reject(new Error('denied')), 'コピーできませんでした。文字を選択してコピーしてください。'],
  ])('%s, and says so in Japanese', async (_, writeText, words) => {
    const user = userEvent.setup({ delay: null });
    const written = vi.fn(writeText);
    await openApp('/Referral', { culture: 'ja-JP' });
    give('clipboard', { writeText: written });
    await user.click(await screen.findByRole('button', { name: '左リンクをコピー' }));
    await screen.findByText(words);
    expect(written).toHaveBeenCalledWith(LEFT);
  });
});

describe('sharing', () => {
  const user = userEvent.setup({ delay: null });

  it('is offered only if the device can', async () => {
    await openApp('/Referral');
    await screen.findByText('K7Q2M9XA');
    expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
  });

  it('passes on the link, and is silent if the member closes the sheet', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
    give('share', share);
    await openApp('/Referral');
    await user.click(await screen.findByRole('button', { name: 'Share: left link' }));
    expect(share).toHaveBeenCalledWith({ title: 'Perch', text: 'Join me at Perch:', url: LEFT });
    expect(screen.queryByText(/Couldn’t share/)).toBeNull();
  });

  it('says if it failed, and what to do instead', async () => {
    give('share', () => Promise.reject(new Error('no such app')));
    await openApp('/Referral');
    await user.click(await screen.findByRole('radio', { name: 'Right link' }));
    await user.click(await screen.findByRole('button', { name: 'Share: right link' }));
    await screen.findByText('Couldn’t share. Copy the link instead.');
  });
});

describe('the earnings', () => {
  const EARNINGS = 'GET /referral/earnings';
  const earnings = example('GET', '/referral/earnings') as Record<string, object> & { items: object[] };
  const user = userEvent.setup({ delay: null });

  it('are what was paid, in total and for each member, a page at a time', async () => {
    const elsewhere = {
      username: 'kei',
      name: 'Kei Mori',
      position: null,
      joinedAt: '2026-03-05T09:00:00Z',
      purchasesUsd: '0',
      earnedUsdt: '0',
      lastPurchaseAt: null,
    };
    await openApp('/Referral', {
      answers: {
        [EARNINGS]: (request) =>
          json(
            new URL(request.url).searchParams.get('cursor') === null
              ? { ...earnings, nextCursor: 'NTc' }
              : { ...earnings, items: [elsewhere] },
          ),
      },
    });
    const panel = within(await screen.findByRole('region', { name: 'Referral bonuses' }));
    await panel.findByText('300.00 USDT');
    expect(panel.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '50.00 USDT',
      '4',
      '6,000.00 USD',
    ]);
    expect(panel.getByRole('link', { name: 'Nori Tanaka' }).getAttribute('href')).toBe('/Organization/user1?of=nori');
    await user.click(panel.getByRole('button', { name: 'Show more' }));
    await panel.findByText('Kei Mori', { exact: false });
    expect(panel.getByText(/^Outside your team/)).toBeDefined();
    expect(panel.queryByRole('link', { name: /Kei/ })).toBeNull();
    expect(panel.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(await axeFindings()).toEqual([]);
  });

  it('that the club does not pay are not shown, with an explanation', async () => {
    await openApp('/Referral', { answers: { [EARNINGS]: () => json({ ...earnings, bonusOn: false }) } });
    const panel = within(await screen.findByRole('region', { name: 'Referral bonuses' }));
    await panel.findByText(/^The club currently pays no referral bonuses\./);
    expect(panel.queryByText(/USDT|%/)).toBeNull();
  });

  it('that cannot be read do not affect the links, and can be retried', async () => {
    let down = true;
    await openApp('/Referral', {
      answers: { [EARNINGS]: () => (down ? problem(500, 'internal') : json({ ...earnings, items: [] })) },
    });
    await screen.findByRole('alert');
    expect(screen.getByText(LEFT)).toBeDefined();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('You haven’t referred anyone yet.');
  });
});
