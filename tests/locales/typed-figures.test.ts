import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIGURES } from '#openapi/figures.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { entriesOf, type Catalogue } from '#walk/documents/catalogue.ts';

/**
 * A figure of the club or the server is never typed into a text (D-04): the text names it, as `{{holdHours}}`, and
 * shows the current value.
 */

const NUMBER = {
  'en-US': String.raw`(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty)`,
  'ja-JP': String.raw`(?:\d[\d,.]*|[一二三四五六七八九十]+)`,
  'zh-CN': String.raw`(?:\d[\d,.]*|[一二三四五六七八九十两]+)`,
} as const;
const UNIT = {
  'en-US': String.raw`(?:seconds?|minutes?|hours?|days?|weeks?|months?|codes?|tries|requests?|USDT?|%)`,
  'ja-JP': '(?:秒|分(?!の)|時間|日間|週間|か月|個|件|USDT?|%)',
  'zh-CN': '(?:秒|分钟|小时|天|周|个月|个|条|次|USDT?|%)',
} as const;
const figureIn = (culture: Culture): RegExp =>
  new RegExp(String.raw`(?<![\w{])${NUMBER[culture]}[ -]?${UNIT[culture]}(?!\w)`, 'i');

/** Figures that are no rule and no limit, each with its reason. */
const NO_RULE: readonly { readonly is: RegExp; readonly because: string }[] = [
  {
    is: /more than one|less than a minute|一分未満|不到一分钟|1分以内/,
    because: 'how long ago something was, roughly',
  },
  { is: /一次|每次|本次|下一次|再一次|多次|两次/, because: 'Chinese for "once" and "twice", which are no limits' },
  { is: /一个|两个|多个|这个|那个/, because: 'Chinese for "a" and "both"' },
  { is: /一件|二つ/, because: 'Japanese for "one thing" and "two things"' },
];

function typedIn(culture: Culture, text: string): boolean {
  const rest = NO_RULE.reduce((left, { is }) => left.replace(new RegExp(is, 'gi'), ' '), text);
  return figureIn(culture).test(rest);
}

function rawTexts(culture: Culture): readonly (readonly [string, string])[] {
  return readdirSync(`locales/${culture}`).flatMap((file) =>
    entriesOf(
      JSON.parse(readFileSync(`locales/${culture}/${file}`, 'utf8')) as Catalogue,
      `${file.replace('.json', '')}:`,
    ),
  );
}

/** Texts with a figure that nothing computes, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'dashboard:security.offText': 'How long it takes a member, roughly.',
  'problems:hint.recovery_expired': 'The same.',
  'deposit:shared.text': 'One payment for one request.',
  'organization-chart:legend': 'There are two links, left and right.',
  'purchase:rateText': 'A rate is of one unit.',
  'sales:bonus.cap': 'A cap of each month.',
  'staking:overdueText': 'Advice on when to ask, which nothing enforces.',
};

describe.each(CULTURES)('in %s', (culture) => {
  it('no text has a typed figure', () => {
    expect(
      rawTexts(culture)
        .filter(([key, text]) => typedIn(culture, text) && ALLOWED[key] === undefined)
        .map(([key]) => key),
    ).toEqual([]);
  });
});

it('each exception still has one', () => {
  const typed = CULTURES.flatMap((culture) => rawTexts(culture).filter(([, text]) => typedIn(culture, text)));
  const keys = new Set(typed.map(([key]) => key));
  expect(Object.keys(ALLOWED).filter((key) => !keys.has(key))).toEqual([]);
});

it.each([
  ['en-US', 'Withdrawals are paused for 24 hours.', true],
  ['en-US', 'At most five codes are sent.', true],
  ['en-US', 'Links work for {{linkMinutes}} minutes.', false],
  ['en-US', 'Enter the 6-digit code.', false],
  ['ja-JP', '出金は24時間停止します。', true],
  ['ja-JP', 'リンクは{{linkMinutes}}分間有効です。', false],
  ['zh-CN', '链接 30 分钟内有效。', true],
  ['zh-CN', '只能使用一次。', false],
] as const)('a typed figure is found in %s: %s', (culture, text, isTyped) => {
  expect(typedIn(culture, text)).toBe(isTyped);
});

it('every figure is a whole number that texts can name', () => {
  for (const figure of Object.values(FIGURES)) expect(Number.isInteger(figure) && figure > 0).toBe(true);
});
