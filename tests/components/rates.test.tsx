import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatDateTime } from '#src/i18n/format.ts';
import { changeOf } from '#src/pages/rates/change.ts';
import { isShared, sharedOf } from '#src/pages/rates/shared.ts';
import { useCalmNews } from '#src/pages/rates/use-calm-news.ts';
import { waitBefore } from '#src/reads/reconnect.ts';
import { axeFindings } from './support/axe.ts';
import { json, NOW, openApp, problem } from './support/open-app.tsx';
import { renderWithTexts } from './support/with-texts.tsx';
import { saying } from './support/saying.ts';

/** /Rate, which follows a stream of events. */

const bitcoin = {
  asset: 'BTC',
  usd: '69000',
  at: '2026-11-21T03:59:00Z',
  source: 'operator',
  stale: false,
  previousUsd: '68400',
};
const ether = {
  asset: 'ETH',
  usd: '3000.5',
  at: '2026-11-20T03:59:00Z',
  source: 'coinfeed',
  stale: true,
  previousUsd: null,
};
const list = (...items: object[]) => ({ items, currencies: [], at: new Date(NOW).toISOString() });
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([import('#src/pages/rates/rates.page.tsx'), import('#src/frames/member-frame.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A stream that the test writes to and breaks. */
function openStream() {
  let writer: ReadableStreamDefaultController<Uint8Array> | null = null;
  const left = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      writer = controller;
    },
    cancel: left,
  });
  return {
    left,
    answer: () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    tell: (rates: object) =>
      act(async () => writer?.enqueue(new TextEncoder().encode(`event: rates\ndata: ${JSON.stringify(rates)}\n\n`))),
    end: () => act(async () => writer?.close()),
  };
}

const card = (name: string) =>
  within(screen.getByRole('heading', { name: new RegExp(name) }).closest('li') as HTMLElement);

describe('the rates', () => {
  it('arrive over the stream, with age, source and change, and update by themselves', async () => {
    const stream = openStream();
    let bearer: string | null = null;
    const { sent } = await openApp('/rate', {
      answers: {
        'GET /rates/events': (request) => {
          bearer = request.headers.get('Authorization');
          return stream.answer();
        },
      },
    });
    await stream.tell(list(bitcoin, ether));
    await screen.findByText('Live: changes appear automatically.');
    expect(bearer).toBe('Bearer pat_1');
    expect(card('Bitcoin').getByText('69,000.00 USD')).toBeDefined();
    expect(card('Bitcoin').getByText(saying('+0.88% from 68,400.00 USD'))).toBeDefined();
    expect(card('Ether').getByText('Out of date')).toBeDefined();
    expect(card('Ether').getByText('First rate for this asset')).toBeDefined();
    expect(card('Ether').getByText(/^This rate is older than the rules allow/)).toBeDefined();
    const [ofBitcoin, ofEther] = [bitcoin, ether].map(({ at }) => formatDateTime(at));
    expect(card('Ether').getByText(saying(`Source: coinfeed, 24 hours ago · ${ofEther}`))).toBeDefined();
    expect(card('Bitcoin').getByText(saying(`Set by the club, 1 minute ago · ${ofBitcoin}`))).toBeDefined();
    expect(await axeFindings()).toEqual([]);
    await stream.tell(list({ ...bitcoin, usd: '68000', previousUsd: '69000' }, ether));
    await waitFor(() => expect(card('Bitcoin').getByText(saying('-1.45% from 69,000.00 USD'))).toBeDefined());
    expect(sent.filter(({ call }) => call === 'GET /rates')).toEqual([]);
  });

  it('stay if the stream is lost, which is reported, and are updated when it is back', async () => {
    const streams = [openStream(), openStream()];
    let opened = 0;
    await openApp('/Rate', {
      answers: {
        'GET /rates/events': () => streams[opened++]?.answer() ?? problem(500, 'internal'),
        'GET /rates': () => json(list({ ...bitcoin, usd: '70000' })),
      },
    });
    await streams[0]?.tell(list(bitcoin));
    await screen.findByText('69,000.00 USD');
    await streams[0]?.end();
    await screen.findByText(/^Live updates lost/);
    await screen.findByText('70,000.00 USD');
    await waitFor(() => expect(opened).toBe(2));
    await streams[1]?.tell(list(bitcoin));
    await screen.findByText('Live: changes appear automatically.');
    expect(screen.getByText('69,000.00 USD')).toBeDefined();
  });

  it('are requested at once when the network is back', async () => {
    let down = true;
    const stream = openStream();
    const lost = () => {
      throw new TypeError('no network');
    };
    await openApp('/Rate', {
      answers: { 'GET /rates/events': () => (down ? lost() : stream.answer()), 'GET /rates': lost },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server');
    down = false;
    act(() => void window.dispatchEvent(new Event('online')));
    await stream.tell(list(bitcoin));
    await screen.findByText('69,000.00 USD');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be requested again if there are none', async () => {
    let down = true;
    await openApp('/Rate', {
      answers: {
        'GET /rates/events': () => problem(503, 'maintenance'),
        'GET /rates': () => (down ? problem(500, 'internal') : json(list())),
      },
    });
    await screen.findByRole('alert');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('There are no rates yet.');
  });

  it('are no longer followed when the page is left', async () => {
    const stream = openStream();
    await openApp('/Rate', { answers: { 'GET /rates/events': () => stream.answer() } });
    await stream.tell(list(bitcoin));
    await screen.findByText('69,000.00 USD');
    cleanup();
    await stream.tell(list(bitcoin));
    await waitFor(() => expect(stream.left).toHaveBeenCalled());
  });
});

describe('a change', () => {
  it.each([
    ['69000', '68400', { way: 'up', share: '0.0087719298' }],
    ['68400', '69000', { way: 'down', share: '0.0086956521' }],
    ['1', '1.00', { way: 'same', share: '0' }],
    ['0.00000003', '0.00000001', { way: 'up', share: '2' }],
    ['5', null, null],
    ['5', '0', null],
  ])('to %s from %s', (usd, previous, expected) => {
    expect(changeOf(usd, previous)).toEqual(expected);
  });
});

describe('the source and the time of rates', () => {
  const token = { ...bitcoin, asset: 'MSPC', at: '2026-11-21T03:59:40Z' };

  it('are said once for all that share them to the minute, and by those that differ or are out of date', async () => {
    const stream = openStream();
    const currency = { currency: 'CNY', perUsd: '7.24', at: bitcoin.at, source: 'operator', stale: false };
    await openApp('/Rate', { answers: { 'GET /rates/events': () => stream.answer() } });
    await stream.tell({
      ...list(bitcoin, token, { ...bitcoin, asset: 'USDT', source: 'coinfeed' }, ether),
      currencies: [currency, { ...currency, currency: 'EUR', perUsd: '0.86' }],
    });
    const said = `Set by the club, 1 minute ago · ${formatDateTime(bitcoin.at)}`;
    await screen.findByText(saying(`Other rates: ${said}`));
    expect(screen.getAllByText(saying(said))).toHaveLength(1);
    expect(card('Tether').getByText(saying(said.replace('Set by the club', 'Source: coinfeed')))).toBeDefined();
    for (const name of ['Bitcoin', 'Club token']) expect(card(name).queryByText(/ago/)).toBeNull();
    expect(screen.getByRole('region', { name: 'Currencies' }).textContent?.match(/Set by the club/g)).toHaveLength(1);
  });

  it.each([
    ['none', [], null],
    ['one', [bitcoin], { at: bitcoin.at, source: 'operator', byAll: true }],
    ['one that is out of date', [ether], null],
    ['two of one minute', [token, bitcoin], { at: bitcoin.at, source: 'operator', byAll: true }],
    ['two of two minutes', [bitcoin, { ...token, at: '2026-11-21T04:01:00Z' }], null],
    ['two of two sources', [bitcoin, { ...token, source: 'coinfeed' }], null],
    ['most', [ether, bitcoin, token], { at: bitcoin.at, source: 'operator', byAll: false }],
  ])('of %s', (_, rates, shared) => {
    expect(sharedOf(rates)).toEqual(shared);
    for (const rate of rates) expect(isShared(rate, sharedOf(rates))).toBe(shared !== null && rate !== ether);
  });
});

describe('the waits', () => {
  it('grow up to half a minute', () => {
    expect([0, 1, 2, 3, 5, 6, 60].map(waitBefore)).toEqual([1_000, 1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
  });
});

describe('what is read out', () => {
  function Reader({ price }: { readonly price: number | null }) {
    const news = useCalmNews(price, (before, now) => (before === now ? null : `${before} to ${now}`), 60_000);
    return <output>{news}</output>;
  }

  it('is the sum of a quiet minute, and nothing if nothing changed', async () => {
    const { rerender } = await renderWithTexts(null);
    vi.useFakeTimers();
    try {
      const said = () => document.querySelector('output')?.textContent;
      for (const price of [null, 1, 2, 3]) rerender(<Reader price={price} />);
      expect(said()).toBe('');
      act(() => void vi.advanceTimersByTime(60_000));
      expect(said()).toBe('1 to 3');
      act(() => void vi.advanceTimersByTime(600_000));
      expect(said()).toBe('1 to 3');
      rerender(<Reader price={4} />);
      act(() => void vi.advanceTimersByTime(59_000));
      expect(said()).toBe('1 to 3');
      act(() => void vi.advanceTimersByTime(1_000));
      expect(said()).toBe('3 to 4');
    } finally {
      vi.useRealTimers();
    }
  });
});
