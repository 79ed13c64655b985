// What is read as one is never broken at the end of a line, wherever it is shown: references of transactions, inquiries
// and errors, rates, and times with how long ago or ahead they are. That every time is handed to WholeWords is seen to
// by tests/client/whole-moments.test.ts.
import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Culture } from '#src/i18n/cultures.ts';
import { Alert } from '#src/ui/alert.tsx';
import { MOMENT, RATE, REFERENCE, SPAN, wholeParts } from '#src/ui/whole-parts.ts';
import { useStageWords } from '#src/ui/stage-words.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { IDS, MONEY } from '#tests/browser/support/scripted-money.ts';
import { json, openApp, type Answers } from './support/open-app.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

afterEach(cleanup);

const AS_ONE = new RegExp(`${REFERENCE}|${RATE}|${MOMENT}|${SPAN}|\\breq-\\w+`);

/** What a line could break inside; what only screen readers have is on no line. */
function breakable(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode() !== null) {
    const { data, parentElement } = walker.currentNode as Text;
    const isSafe = parentElement?.closest('.whitespace-nowrap, .sr-only, textarea, style, option') != null;
    const whole = AS_ONE.exec(data)?.[0];
    if (whole !== undefined && !isSafe) found.push(whole);
  }
  return found;
}

/** A device that is not in the hand of the member. */
const elsewhere = {
  id: '0b1f6b6e-3c1c-4c55-8d0e-2f2f7f0c9a12',
  device: 'Safari on iPhone',
  signedInAt: '2026-11-20T03:00:00Z',
  lastUsedAt: '2026-11-21T01:00:00Z',
  current: false,
};

/** What pages of money show, as the browser's rounds have it. */
const money: Answers = Object.fromEntries(
  Object.entries(MONEY).flatMap(([call, answer]) =>
    call.endsWith('/events')
      ? []
      : [[call, ({ url }: Request) => json(answer(new URL(url, 'http://localhost').searchParams))]],
  ),
);

const answers: Answers = { ...money, 'GET /account/sessions': () => json({ items: [elsewhere] }) };

const PLACES: readonly (readonly [string, string, RegExp])[] = [
  ['a receipt', `/Receipt/${IDS.late}`, /Contact support with reference/],
  ['the wallet', '/Wallet', /Due .* \(in /],
  ['an inquiry', '/Contact?ticket=Q-7K2M-9QXD', /Inquiry Q-/],
  ['the inquiries', '/Contact', /Q-7K2M/],
  ['the deposit form', '/Deposit', /Minimum: .* = /],
  ['the withdrawal form', '/Withdraw', /Minimum: .* = /],
  ['the plans', '/Package', /1 USDT = /],
  ['the rates', '/Rate', /\d USD/],
  ['the security', '/Security', /Last used: .*\(/],
  ['the account', '/Account', /\d{2}:\d{2}:\d{2}/],
  ['the organization', '/Organization', /Volumes as of/],
  ['the address book', '/Addresses', /Last used/],
  ['Home', '/', /Due .* \(in /],
];

describe('what is read as one', () => {
  it.each(PLACES)('are whole on %s', async (_, address, shown) => {
    await openApp(address, { answers });
    await screen.findByRole('heading', { level: 1 });
    await expect.poll(() => document.querySelector('main')?.textContent, { timeout: 10_000 }).toMatch(shown);
    expect(breakable()).toEqual([]);
  });

  it('are whole in an alert', async () => {
    await renderWithTexts(<Alert title="It failed." reference="req-7d1f" />);
    expect(document.querySelector('.whitespace-nowrap')?.textContent).toBe('req-7d1f');
    expect(breakable()).toEqual([]);
  });

  it('may be broken in an alert only if no line has room for them', async () => {
    const long = 'web-20261121T040506Z-TypeError';
    await renderWithTexts(<Alert title="It failed." reference={long} />);
    expect(document.querySelector('.whitespace-nowrap')).toBeNull();
    expect(document.body.textContent).toContain(long);
  });

  it.each([
    'Reference W-7K2M-9QXD',
    '0.0016 BTC (100 USD at 1 BTC = 62000 USD)',
    'Reference: req-7d1f',
    'Since 2026-11-21 13:00:00',
    '（2 分前）',
    'Due in 3 days',
  ])('are found if a line could break inside: %s', async (words) => {
    await renderWithTexts(<p>{words}</p>);
    expect(breakable()).toHaveLength(1);
    cleanup();
    await renderWithTexts(<WholeWords text={words} also="req-7d1f" />);
    expect(breakable()).toEqual([]);
    expect(document.body.textContent).toBe(words);
  });
});

it.each([
  ['最低0.0016 BTC（100 USD、1 BTC = 62000 USDで換算）', ['0.0016 BTC', '100 USD', '1 BTC = 62000 USD']],
  ['最低 0.0016 BTC（100 USD，按 1 BTC = 62000 USD 计算）', ['0.0016 BTC', '100 USD', '1 BTC = 62000 USD']],
  ['Since 2026-11-21 13:00:00 (2 hours ago)', ['2026-11-21 13:00:00', '2 hours ago']],
  ['Set by the club, 2 minutes ago · 2026-11-28 19:10:22', ['2 minutes ago ·', '2026-11-28 19:10:22']],
  ['2026-11-28 19:10:22（2分前）のレート', ['2026-11-28 19:10:22', '2分前']],
  ['At 1 MSPC = 0.12345678 USDT', ['1 MSPC = 0.12345678 USDT']],
  ['Deposit of 1,234,567.1234567 USDT seen', ['1,234,567.1234567 USDT']],
  ['Deposit of 1,234,567.12345678 USDT seen', []],
  ['It earns 12 MPs and 3 USDTs, A-1 and 2026', []],
])('the parts of %j that are read as one', (text, whole) => {
  const parts = wholeParts(text);
  expect(parts.filter((_, place) => place % 2 === 1)).toEqual(whole);
  expect(parts.join('')).toBe(text);
});

function Stage({ stage }: { readonly stage: number }) {
  return <WholeWords text={useStageWords().full(stage)} />;
}

describe('a name', () => {
  /** Its parts that no line breaks, in a language. */
  async function wholeIn(culture: Culture, name: ReactNode): Promise<readonly (string | null)[]> {
    await renderWithTexts(<p data-testid="name">{name}</p>, culture, ['dashboard', 'money']);
    return [...screen.getByTestId('name').querySelectorAll('.whitespace-nowrap')].map(({ textContent }) => textContent);
  }

  it.each([
    ['zh-CN', '进行中的质押', ['进行中的质押']],
    ['zh-CN', '2026-11 的奖金', ['2026-11', '的奖金']],
    ['ja-JP', 'バイナリーボーナス（今月）', ['バイナリーボーナス', '今月']],
    ['ja-JP', '窓口へお問い合わせください。', ['窓口へ', 'お問い合わせ']],
    ['ja-JP', '実際と異なることがあります。', ['実際と', '異なる']],
    ['ja-JP', '約3日で届く', ['約3日で', '届く']],
    ['ja-JP', '今日から終わるまで', ['今日から', '終わるまで']],
    ['ja-JP', '高い手数料', ['高い', '手数料']],
    ['en-US', 'Rewards of current stakes', []],
    ['en-US', 'Stage 2 · Silver', ['2 ·']],
  ] as const)('in %s has no word broken: %s', async (culture, text, whole) => {
    expect(await wholeIn(culture, <WholeWords text={text} />)).toEqual(whole);
    expect(screen.getByTestId('name').textContent).toBe(text);
  });

  it.each([
    ['ja-JP', 7, 'ステージ7・ダイヤモンド', 'ダイヤモンド'],
    ['zh-CN', 5, '等级 5 · 蓝宝石', '蓝宝石'],
  ] as const)('of a stage is whole in %s', async (culture, stage, text, name) => {
    expect(await wholeIn(culture, <Stage stage={stage} />)).toContain(name);
    expect(screen.getByTestId('name').textContent).toBe(text);
  });
});
