import { describe, expect, it } from 'vitest';
import { FIGURES } from '#openapi/figures.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { TEXTS } from './texts.ts';

/**
 * A placeholder has the same meaning in every language: the figures of two sentences, or two of one kind, are never
 * swapped.
 */

/** The value of each placeholder: two of one kind could be mistaken for each other. */
const KINDS = {
  amount: [
    'accrued',
    'amount',
    'amounts',
    'asked',
    'available',
    'counter',
    'fee',
    'first',
    'last',
    'matched',
    'minimum',
    'minimumUsd',
    'most',
    'mp',
    'net',
    'previous',
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
  asset: ['asset', 'base', 'counterAsset', 'currency', 'quote'],
  count: [
    ...Object.keys(FIGURES),
    'count',
    'days',
    'deepest',
    'digits',
    'done',
    'hours',
    'least',
    'left',
    'level',
    'limit',
    'minutes',
    'needed',
    'number',
    'right',
    'stage',
    'steps',
    'version',
  ],
  moment: [
    'completesAt',
    'date',
    'day',
    'dueAt',
    'endsAt',
    'freezeUntil',
    'from',
    'heldUntil',
    'moment',
    'month',
    'offAt',
    'period',
    'usableFrom',
    'relative',
    'time',
    'to',
    'year',
  ],
  person: ['buyer', 'member', 'name', 'parent', 'recipient', 'sender', 'top', 'username', 'who'],
  reference: ['positionId', 'reference', 'referralCode', 'requests', 'ticket', 'transaction'],
  share: ['percent'],
  way: ['address', 'email', 'known', 'network', 'origin', 'supportEmail', 'typed'],
  words: [
    'aside',
    'device',
    'figure',
    'item',
    'label',
    'note',
    'page',
    'passkey',
    'phrase',
    'place',
    'reason',
    'rates',
    'second',
    'side',
    'source',
    'stageName',
    'step',
    'text',
    'where',
    'words',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * If a language puts two of one kind in a different order from English, it is this order: a speaker of the language has
 * checked that each has the right label.
 */
const ORDERS: Readonly<Partial<Record<Culture, Readonly<Record<string, readonly string[]>>>>> = {
  'ja-JP': {
    // "{{count}}回中{{done}}回": the whole comes before its part.
    'deposit:seen.count_one': ['count', 'done'],
    'deposit:seen.count_other': ['count', 'done'],
    // "{{moment}}（{{relative}}）に": 「たった今に」 would be wrong.
    'withdrawal:review.newText': ['moment', 'relative'],
  },
};

const kindOf = (name: string) =>
  Object.entries(KINDS).find(([, names]) => (names as readonly string[]).includes(name))?.[0];
const placeholders = (text: string) => [...text.matchAll(/\{\{?\s*(\w+)/g)].map(([, name = '']) => name);
const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n/);

/** How often each placeholder occurs up to the end of each sentence. */
function countsBySentence(text: string): readonly ReadonlyMap<string, number>[] {
  const counts = new Map<string, number>();
  return sentencesOf(text).map((sentence) => {
    for (const name of placeholders(sentence)) counts.set(name, (counts.get(name) ?? 0) + 1);
    return new Map(counts);
  });
}

const holds = (larger: ReadonlyMap<string, number>, smaller: ReadonlyMap<string, number>) =>
  [...smaller].every(([name, count]) => (larger.get(name) ?? 0) >= count);

/** Whether the sentences of two texts can match: one may join two of the other's. */
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

it('every placeholder has a kind', () => {
  expect(
    [...new Set(Object.values(ENGLISH).flatMap(placeholders))].filter((name) => kindOf(name) === undefined),
  ).toEqual([]);
  expect(several.length).toBeGreaterThan(100);
});

describe.each(OTHERS)('in %s', (culture) => {
  const textOf = (key: string) => TEXTS[culture][key] ?? '';

  it('each sentence has the placeholders of the English one', () => {
    expect(several.flatMap(([key, english]) => (sameSentences(english, textOf(key)) ? [] : [key]))).toEqual([]);
  });

  it('two of one kind are in the order of the English text, or in a known one', () => {
    const differing = several.filter(
      ([key, english]) => JSON.stringify(orderOf(english)) !== JSON.stringify(orderOf(textOf(key))),
    );
    expect(
      Object.fromEntries(differing.map(([key]) => [key, orderOf(textOf(key)).find((names) => names.length > 1)])),
    ).toEqual(ORDERS[culture] ?? {});
  });
});

describe('swapped figures are found', () => {
  const english = 'You withdraw {amount} {asset}. {net} {asset} go to the address.\nFee: {fee} {asset}.';
  it.each([
    ['between two sentences', '您提现 {net} {asset}。将向地址发送 {amount} {asset}。\n手续费：{fee} {asset}。'],
    ['between a sentence and a line', '您提现 {amount} {asset}。将向地址发送 {fee} {asset}。\n手续费：{net} {asset}。'],
  ])('%s', (_, planted) => {
    expect(sameSentences(english, planted)).toBe(false);
  });

  it('within one sentence', () => {
    const [one, other] = [
      'It takes {{asked}} USDT, {{amount}} USDT more than you have.',
      '需支付 {{amount}} USDT，还差 {{asked}} USDT。',
    ];
    expect(sameSentences(one, other)).toBe(true);
    expect(orderOf(other)).not.toEqual(orderOf(one));
  });

  it('but not joined sentences, or another order of different kinds', () => {
    const together = '从 {amount} {asset} 中向地址发送 {net} {asset}，手续费：{fee} {asset}。';
    expect([sameSentences(english, together), orderOf(together)]).toEqual([true, orderOf(english)]);
    expect(orderOf('账户 {username} 提现 {amount}')).toEqual(orderOf('{amount} of {username}'));
  });
});
