import { describe, expect, it } from 'vitest';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { TEXTS } from './texts.ts';

/**
 * What is filled into a text stands for the same thing in every language: the figures of two sentences, or two of one
 * kind, never change places.
 */

/** What each placeholder is filled with: two of one kind could be taken for each other. */
const KINDS = {
  amount: [
    'accrued',
    'amount',
    'counter',
    'fee',
    'first',
    'last',
    'matched',
    'minimum',
    'most',
    'mp',
    'net',
    'previous',
    'price',
    'rate',
    'received',
    'returnedMp',
    'returnedUsdt',
    'stakedMp',
    'stakedUsdt',
    'total',
    'usd',
    'usdt',
    'value',
  ],
  asset: ['asset', 'base', 'counterAsset', 'quote'],
  count: [
    'count',
    'days',
    'done',
    'hours',
    'least',
    'left',
    'level',
    'limit',
    'minutes',
    'needed',
    'right',
    'stage',
    'version',
  ],
  moment: [
    'completesAt',
    'date',
    'dueAt',
    'endsAt',
    'freezeUntil',
    'from',
    'heldUntil',
    'moment',
    'month',
    'relative',
    'time',
    'to',
  ],
  person: ['buyer', 'member', 'name', 'parent', 'recipient', 'sender', 'top', 'username', 'who'],
  reference: ['positionId', 'reference', 'referralCode', 'requests', 'ticket', 'transaction'],
  share: ['percent'],
  way: ['address', 'email', 'network', 'origin', 'supportEmail'],
  words: ['device', 'figure', 'item', 'label', 'place', 'rates', 'second', 'side', 'source', 'text', 'where'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Where a language puts two of one kind into another order than English, it is this one: each is said what it is, and
 * was read by who speaks it.
 */
const ORDERS: Readonly<Partial<Record<Culture, Readonly<Record<string, readonly string[]>>>>> = {
  // "{{count}}回中{{done}}回": the whole stands before its part.
  'ja-JP': { 'deposit:seen.count_one': ['count', 'done'], 'deposit:seen.count_other': ['count', 'done'] },
  // "按现行汇率 1 {{asset}} = {{rate}} 折合 {{usd}}": the rate stands before what it makes of the minimum.
  'zh-CN': { 'deposit:minimum': ['minimum', 'rate', 'usd'] },
};

const kindOf = (name: string) =>
  Object.entries(KINDS).find(([, names]) => (names as readonly string[]).includes(name))?.[0];
const placeholders = (text: string) => [...text.matchAll(/\{\{?\s*(\w+)/g)].map(([, name = '']) => name);
const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n/);

/** How often each placeholder was filled in by the end of each sentence. */
function countsBySentence(text: string): readonly ReadonlyMap<string, number>[] {
  const counts = new Map<string, number>();
  return sentencesOf(text).map((sentence) => {
    for (const name of placeholders(sentence)) counts.set(name, (counts.get(name) ?? 0) + 1);
    return new Map(counts);
  });
}

const holds = (larger: ReadonlyMap<string, number>, smaller: ReadonlyMap<string, number>) =>
  [...smaller].every(([name, count]) => (larger.get(name) ?? 0) >= count);

/** Whether the sentences of two texts can be of the same things: one may have two of the other's in one. */
function sameSentences(one: string, other: string): boolean {
  return countsBySentence(one).every((before) =>
    countsBySentence(other).every((after) => holds(before, after) || holds(after, before)),
  );
}

/** The placeholders of each kind, in the order of the text. */
const orderOf = (text: string) =>
  Object.keys(KINDS).map((kind) => [...new Set(placeholders(text).filter((name) => kindOf(name) === kind))]);

const ENGLISH = TEXTS['en-US'];
const OTHERS = CULTURES.filter((culture) => culture !== 'en-US');
const several = Object.entries(ENGLISH).filter(([, text]) => new Set(placeholders(text)).size > 1);

it('every placeholder is of a kind', () => {
  expect(
    [...new Set(Object.values(ENGLISH).flatMap(placeholders))].filter((name) => kindOf(name) === undefined),
  ).toEqual([]);
  expect(several.length).toBeGreaterThan(100);
});

describe.each(OTHERS)('in %s', (culture) => {
  const textOf = (key: string) => TEXTS[culture][key] ?? '';

  it('each sentence is filled with what the English one is', () => {
    expect(several.flatMap(([key, english]) => (sameSentences(english, textOf(key)) ? [] : [key]))).toEqual([]);
  });

  it('two of one kind stand in the order of the English text, or in the one that is known', () => {
    const differing = several.filter(
      ([key, english]) => JSON.stringify(orderOf(english)) !== JSON.stringify(orderOf(textOf(key))),
    );
    expect(
      Object.fromEntries(differing.map(([key]) => [key, orderOf(textOf(key)).find((names) => names.length > 1)])),
    ).toEqual(ORDERS[culture] ?? {});
  });
});

describe('figures that change places are found', () => {
  const english = 'You withdraw {amount} {asset}. {net} {asset} go to the address.\nFee: {fee} {asset}.';
  it.each([
    ['between two sentences', '您提现 {net} {asset}。将向地址发送 {amount} {asset}。\n手续费：{fee} {asset}。'],
    ['between a sentence and a line', '您提现 {amount} {asset}。将向地址发送 {fee} {asset}。\n手续费：{net} {asset}。'],
  ])('%s', (_, planted) => {
    expect(sameSentences(english, planted)).toBe(false);
  });

  it('within one sentence', () => {
    const [one, other] = [
      'It costs {{price}} USDT, {{amount}} USDT more than you have.',
      '需支付 {{amount}} USDT，还差 {{price}} USDT。',
    ];
    expect(sameSentences(one, other)).toBe(true);
    expect(orderOf(other)).not.toEqual(orderOf(one));
  });

  it('but not sentences that are put together, or another order of what is of two kinds', () => {
    const together = '从 {amount} {asset} 中向地址发送 {net} {asset}，手续费：{fee} {asset}。';
    expect([sameSentences(english, together), orderOf(together)]).toEqual([true, orderOf(english)]);
    expect(orderOf('账户 {username} 提现 {amount}')).toEqual(orderOf('{amount} of {username}'));
  });
});
