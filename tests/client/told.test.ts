import { describe, expect, it } from 'vitest';
import { TOLD_OF, toldOf } from '#src/reads/live.ts';
import { MEMBER_TOPICS } from '#server/platform/db/member-topics.ts';
import { contents, FILES } from '#tests/style/repository.ts';

/** Which readings are made again when the server tells of a change: one that is not in the table would be forgotten. */

/** The beginning of a key, up to the first part that is filled in. */
const KEY = /\buse(?:Read|Pages)(?:<[^>(]*>)?\(\s*(?:\w+ \? )?(['`])([^'`$]+?)\s*(?:\$\{[^\n]*|\1)(?: : '([^']+)')?/g;

const used = new Set(
  FILES.filter((file) => /^src\/.*\.tsx?$/.test(file)).flatMap((file) =>
    [...(contents.get(file) ?? '').matchAll(KEY)].flatMap(([, , key = '', other]) =>
      other === undefined ? [key] : [key, other],
    ),
  ),
);

/** What changes only with an act of the member, slowly, or for everybody. */
const UNTOLD = [
  'activity',
  'contents',
  'currencies',
  'addresses',
  'down lines',
  'email phrase',
  'news',
  'no currencies',
  'no rates',
  'organization',
  'passkeys',
  'periods of statements',
  'push',
  'rates',
  'rates of home',
  'rules',
  'sales',
  'search',
  'second factor',
  'sessions',
  // That of a period that isn't over says that later transactions will be added.
  'statement',
  'way up',
  'withdrawal options',
];

describe('what readings are told of', () => {
  it('is listed for each reading of the app that is not left out here, and for nothing else', () => {
    expect([...used].toSorted()).toEqual([...Object.keys(TOLD_OF), ...UNTOLD].toSorted());
  });

  it('is found by the whole beginning of a key', () => {
    expect(toldOf('history all {}')).toEqual(['balances', 'statuses']);
    expect(toldOf('last activity')).toEqual(['balances', 'statuses']);
    expect(toldOf('activity')).toEqual([]);
    expect(toldOf('walletless')).toEqual([]);
  });

  it('names topics of the server only, and each of them', () => {
    expect([...new Set(Object.values(TOLD_OF).flat())].toSorted()).toEqual([...MEMBER_TOPICS].toSorted());
  });
});
