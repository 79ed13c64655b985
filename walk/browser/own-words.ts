// What is written on a page in whatever language people like: names, labels, what was typed.
import type { Page } from 'playwright-core';
import { shortName } from '#server/domain/members/short-names.ts';
import type { Db } from '#server/platform/db/kysely.ts';

/**
 * What the members of a club called themselves and their addresses, and the codes that they refer others with, the
 * longest first.
 */
export async function namesIn(db: Db): Promise<readonly string[]> {
  const members = await db.selectFrom('members').select(['username', 'name', 'referral_code']).execute();
  const labels = await db.selectFrom('saved_addresses').select('label').execute();
  return longestFirst([
    ...members.flatMap(({ username, name, referral_code: code }) => [username, name, shortName(name), code]),
    ...labels.map(({ label }) => label),
  ]);
}

/** The words of a page that members gave themselves, the longest first; `typed` are those that were typed before. */
export async function ownWords(db: Db, page: Page, typed: Iterable<string>): Promise<readonly string[]> {
  return longestFirst([...(await namesIn(db)), ...typed, ...(await filledIn(page))]);
}

/** What the fields of a page hold. */
export function filledIn(page: Page): Promise<readonly string[]> {
  return page.locator('main input').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
}

/** Each once, and the longer ones first: one may be the beginning of another. */
export function longestFirst(words: readonly string[]): readonly string[] {
  return [...new Set(words)].filter((text) => text !== '').toSorted((a, b) => b.length - a.length);
}
