// Words on a page that are not translated: names, labels, what was typed.
import type { Page } from 'playwright-core';
import { shortName } from '#server/domain/members/short-names.ts';
import type { Db } from '#server/platform/db/kysely.ts';

/** Names of members and passkeys, labels of addresses and referral codes, the longest first. */
export async function namesIn(db: Db): Promise<readonly string[]> {
  const members = await db.selectFrom('members').select(['username', 'name', 'referral_code']).execute();
  const labels = await db.selectFrom('saved_addresses').select('label').execute();
  const passkeys = await db.selectFrom('passkeys').select('name').execute();
  return longestFirst([
    ...members.flatMap(({ username, name, referral_code: code }) => [username, name, shortName(name), code]),
    ...labels.map(({ label }) => label),
    ...passkeys.map(({ name }) => name),
  ]);
}

/** The untranslated words of a page, the longest first; `typed` are those that were typed before. */
export async function ownWords(db: Db, page: Page, typed: Iterable<string>): Promise<readonly string[]> {
  return longestFirst([...(await namesIn(db)), ...typed, ...(await filledIn(page))]);
}

/** The values of a page's fields. */
export function filledIn(page: Page): Promise<readonly string[]> {
  return page.locator('main input').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
}

/** Each once, and the longer ones first, since one may be a prefix of another. */
export function longestFirst(words: readonly string[]): readonly string[] {
  return [...new Set(words)].filter((text) => text !== '').toSorted((a, b) => b.length - a.length);
}
