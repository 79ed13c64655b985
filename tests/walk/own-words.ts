// What is written on a page in whatever language people like: names, labels, what was typed.
import { shortName } from '#server/domain/members/short-names.ts';
import { SPOILT } from './browser-answers.ts';
import type { Stage } from './browser-stage.ts';

/** The words of a page that members gave themselves, the longest first, and what the walk spoilt a call with. */
export async function ownWords({ club: { db }, page, typed }: Stage): Promise<readonly string[]> {
  const members = await db.selectFrom('members').select(['username', 'name']).execute();
  const labels = await db.selectFrom('saved_addresses').select('label').execute();
  const filled = await page.locator('main input').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  const words = new Set([SPOILT, ...members.flatMap(({ username, name }) => [username, name, shortName(name)]), ...labels.map(({ label }) => label), ...typed, ...filled]);
  return [...words].filter((text) => text !== '').toSorted((a, b) => b.length - a.length);
}
