// The values of a mail as it shows them, in the language of the mail.
import type { Unit } from '#money/assets.ts';
import { exact, exactOf } from '#money/shown.ts';
import type { Culture } from '#openapi/cultures.ts';
import { fill, stageName, texts, type Texts } from '#server/platform/texts/texts.ts';

/**
 * The values that the server has computed or checked, character by character: amounts, moments, references, addresses
 * on a chain. Whatever is not listed may have been chosen by a member, such as a username, and is shown as such.
 */
export const COMPUTED_VALUES: ReadonlySet<string> = new Set([
  ...['amount', 'asset', 'counterAsset', 'received', 'fee', 'net', 'minimum', 'minimumUsd', 'usd', 'usdt', 'mp'],
  ...['accrued', 'stakedUsdt', 'stakedMp', 'returnedUsdt', 'returnedMp', 'stage', 'days', 'left', 'minutes'],
  ...['heldUntil', 'freezeUntil', 'dueAt', 'endsAt', 'completesAt', 'offAt', 'usableFrom'],
  ...['network', 'address', 'transaction', 'reference', 'ticket', 'positionId', 'referralCode'],
]);

/** The unit of each amount, or the value that names it. */
const UNITS: Readonly<Record<string, Unit | 'asset' | 'counterAsset'>> = {
  ...{ amount: 'asset', fee: 'asset', net: 'asset', minimum: 'asset', received: 'counterAsset' },
  ...{ usd: 'USD', minimumUsd: 'USD', usdt: 'USDT', stakedUsdt: 'USDT', returnedUsdt: 'USDT' },
  ...{ mp: 'MP', accrued: 'MP', stakedMp: 'MP', returnedMp: 'MP' },
};

/**
 * Each value as the app would show it: amounts with every digit and grouped (SRC §9), a network by its name, minutes
 * and days with their unit, and what members have chosen without anything that could pass for something else. The
 * number of a `stage` brings its name along, as `stageName`.
 */
export function shownValues(culture: Culture, values: Record<string, string>): Record<string, string> {
  const shown = Object.entries(values).map(([name, value]) => [name, shownValue(culture, { name, value, values })]);
  return {
    ...(Object.fromEntries(shown) as Record<string, string>),
    ...(values.stage === undefined ? {} : { stageName: stageName(culture, values.stage) }),
  };
}

function shownValue(
  culture: Culture,
  { name, value, values }: { name: string; value: string; values: Record<string, string> },
): string {
  const unit = UNITS[name];
  if (unit !== undefined) {
    const named = unit === 'asset' || unit === 'counterAsset' ? values[unit] : unit;
    return named === undefined ? exact(value) : exactOf(value, named as Unit);
  }
  if (name === 'minutes' || name === 'days') return spanOf(culture, { unit: name, count: value });
  if (name === 'network') return texts(culture).network[value as keyof Texts['network']];
  return COMPUTED_VALUES.has(name) ? value : unlinked(oneLine(value));
}

/** "1 minute", "365日間". */
function spanOf(culture: Culture, { unit, count }: { unit: 'minutes' | 'days'; count: string }): string {
  const form = new Intl.PluralRules(culture).select(Number(count)) === 'one' ? 'one' : 'other';
  return fill(texts(culture).mail.spans[`${unit}_${form}`], { count });
}

/** Digits that a mail program may take for a telephone number, with what people write between them. */
const TELEPHONE = /\p{Nd}(?:[\s()\-‐-―/.+]*\p{Nd}){4,}/gu;

/**
 * What a member has chosen, so that no mail program makes a link of it: a username may be `claim-perch.com` or a
 * telephone number. Mail programs look for such words in HTML too, so what breaks them is a character that nobody sees:
 * U+200C behind each sign that an address is put together with, and behind each digit of a longer number.
 */
export function unlinked(words: string): string {
  return words
    .replace(TELEPHONE, (number) => number.replace(/\p{Nd}(?=.*\p{Nd})/gsu, '$&\u200C'))
    .replace(/[.:/@。．｡](?=\S)/g, '$&\u200C');
}

/** A name can't start a line of its own and so pass for a part of the message, nor turn round what follows it. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Control}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '');
}
