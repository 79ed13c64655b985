import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { describe, expect, it } from 'vitest';
import mailTexts from '#locales/en-US/mail.json' with { type: 'json' };
import type { Culture } from '#openapi/cultures.ts';
import type { MailKind } from '#server/platform/mail/kinds.ts';
import { renderNotice } from '#server/platform/mail/render.ts';
import { shownValues } from '#server/platform/mail/values.ts';
import { MONEY_VALUES } from '#tests/api/support/mail-values.ts';

/** Mails show amounts, networks and spans of time as screens do. */

const AMOUNT = /\{(\w+)\}(?= (?:\{asset\}|\{counterAsset\}|(?:USDT|MP|USD)\b))/g;

describe('amounts', () => {
  it.each([
    [{ amount: '1234567.5', asset: 'USDT' }, 'amount', '1,234,567.50'],
    [{ amount: '0.00000001', asset: 'BTC' }, 'amount', '0.00000001'],
    [{ received: '1000', counterAsset: 'ETH', asset: 'USDT' }, 'received', '1,000.00'],
    [{ usd: '5000' }, 'usd', '5,000.00'],
    [{ mp: '1277.5' }, 'mp', '1,277.50'],
    [{ fee: '40', asset: 'USDT' }, 'fee', '40.00'],
  ])('of %j are grouped and exact', (values, name, shown) => {
    expect(shownValues('ja-JP', values)[name]).toBe(shown);
  });

  it('are so in every text that has one', () => {
    const digits = '7654321.5';
    const said = Object.entries(mailTexts).flatMap(([kind, entry]) => {
      if (typeof entry !== 'object' || !('subject' in entry)) return [];
      const names = [...`${entry.subject} ${entry.text}`.matchAll(AMOUNT)].map(([, name = '']) => name);
      if (names.length === 0) return [];
      const { subject, body } = renderNotice({
        kind: kind as MailKind,
        culture: 'en-US',
        username: 'mika',
        device: null,
        at: new Date('2026-11-21T04:05:06Z'),
        origin: 'https://wallet.example',
        supportEmail: SUPPORT_EMAIL,
        values: { minutes: '10', ...MONEY_VALUES, ...Object.fromEntries(names.map((name) => [name, digits])) },
        reason: 'other',
      });
      const text = `${subject} ${body}`;
      return [{ kind, plain: text.includes(digits), grouped: text.split('7,654,321.50').length - 1 === names.length }];
    });
    expect(said.length).toBeGreaterThan(10);
    expect(said.filter(({ plain, grouped }) => plain || !grouped)).toEqual([]);
  });
});

it.each([
  ['en-US', '1 minute', '2 minutes', '1 day', '365 days'],
  ['ja-JP', '1分', '2分', '1日間', '365日間'],
  ['zh-CN', '1 分钟', '2 分钟', '1 天', '365 天'],
] as const)('spans in %s have the form of their number', (culture, minute, minutes, day, days) => {
  const of = (values: Record<string, string>) => shownValues(culture, values);
  expect([of({ minutes: '1' }).minutes, of({ minutes: '2' }).minutes]).toEqual([minute, minutes]);
  expect([of({ days: '1' }).days, of({ days: '365' }).days]).toEqual([day, days]);
});

it.each<[Culture, string, string]>([
  ['en-US', 'Bitcoin', 'Ethereum'],
  ['ja-JP', 'ビットコイン', 'イーサリアム'],
  ['zh-CN', '比特币', '以太坊'],
])('networks in %s have the names of the screens', (culture, bitcoin, ethereum) => {
  const named = (network: string) => shownValues(culture, { network }).network;
  expect([named('bitcoin'), named('ethereum')]).toEqual([bitcoin, ethereum]);
});
