import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { describe, expect, it, vi } from 'vitest';
import { CHOICES } from '#src/services/choices.ts';
import { markOf } from '#src/services/mark.ts';
import { createServices } from '#src/services/services.ts';
import { createStorage, type ItemName, type StoredItems, type UserInfo } from '#src/services/storage.ts';
import { memory } from './memory.ts';

/**
 * A member signs in while the session of another is still stored: nobody has signed out, for example in a tab that was
 * left open or after a session that expired unnoticed. Nothing of the first member may reach the second. Everything
 * that the browser stores is listed here item by item.
 */

const first: UserInfo = {
  username: 'first',
  name: 'The First',
  email: 'first@perch.example',
  emailVerified: true,
  phone: null,
  referralCode: 'K7Q2M9XA',
  introducer: 'perch',
  seatNo: 42,
  positionId: 'P-000042',
  position: 'left',
  rank: 'member',
  culture: 'en-US',
  twoFactorEnabled: false,
  joinedAt: '2026-01-05T09:00:00Z',
  lastSignInAt: null,
  moneyHeldUntil: null,
};

const grant = (member: string) =>
  ({
    result: 'granted',
    accessToken: `access-${member}`,
    expiresAt: '2026-11-21T04:10:00Z',
    expiresIn: 600,
    refreshToken: `refresh-${member}`,
    refreshExpiresAt: '2026-11-21T05:00:00Z',
  }) as const;

/**
 * What happens to an item: it belongs to the second member, it disappears (at once, or when the server has said who the
 * second member is, before any page), or it stays for a reason.
 */
type Fate = 'own' | 'gone' | 'ofItsOwner' | 'ofTheDevice' | 'ofTheSignIn';

/**
 * Every item of the storage, with a value that the first member could have left. A new item is a compile error until it
 * is listed.
 */
const left: { readonly [K in ItemName]: readonly [fate: Fate, value: StoredItems[K]] } = {
  accessToken: ['own', 'access-first'],
  expiresAt: ['own', '2026-11-21T04:10:00.000Z'],
  refreshToken: ['own', 'refresh-first'],
  refreshKey: ['own', 'key-first'],
  sessionName: ['own', 'name-first'],
  keepSignedIn: ['own', true],
  userInfo: ['gone', first],
  activeMarket: ['gone', 'USDT/BTC'],
  // Parts of keys of past calls, and whose turn it is: worthless to anybody.
  spentKeys: ['ofTheDevice', 'abcdefabcdef '],
  turn: ['ofTheDevice', '1 a-page'],
  // Waits to be reported to the server, and is used for nothing else.
  unrevokedToken: ['ofTheDevice', 'refresh-before'],
  language: ['ofTheDevice', 'ja-JP'],
  theme: ['ofTheDevice', 'dark'],
  amountsHidden: ['ofTheDevice', true],
  smallHidden: ['ofTheDevice', true],
  currency: ['ofTheDevice', 'JPY'],
  apiUrl: ['ofTheDevice', 'https://api.perch.example'],
  chatHubUrl: ['ofTheDevice', 'https://chat.perch.example'],
  // Written by the sign-in itself, after the session is opened (SRC §3).
  loginUser: ['ofTheSignIn', 'first'],
  loginRecall: ['ofTheSignIn', '/Account'],
  // A member who signs in again finds the last choices; nobody else does.
  depositAssetName: ['ofItsOwner', 'USDT'],
  marketName: ['ofItsOwner', 'USDT/BTC'],
  transferAssetName: ['ofItsOwner', 'USDT'],
  withdrawalAssetName: ['ofItsOwner', 'USDT'],
  choicesOwner: ['ofItsOwner', markOf('first')],
};

/**
 * Every service that the app is made of, and whether it remembers something about a member. A new one is a compile
 * error until it is listed.
 */
const remembers: { readonly [K in keyof ReturnType<typeof createServices>]: 'ofAMember' | 'ofTheDevice' | 'nothing' } =
  {
    session: 'ofAMember',
    checkpoints: 'ofAMember',
    readings: 'ofAMember',
    // Written by the guard for the person who signs in next.
    recall: 'ofTheDevice',
    storage: 'ofTheDevice',
    recorder: 'ofTheDevice',
    api: 'nothing',
    openings: 'nothing',
    renewal: 'nothing',
    inOneTab: 'nothing',
    now: 'nothing',
    serverNow: 'nothing',
    newId: 'nothing',
    onSessionEnded: 'nothing',
    club: 'nothing',
    supportEmail: 'nothing',
  };

const names = Object.keys(left) as ItemName[];

/** A tab with everything that can be left of the first member. */
function leftByFirst({ kept }: { readonly kept: boolean }) {
  const [local, tab] = [memory(), memory()];
  const newId = vi.fn(() => 'key-second');
  const before = createStorage(local, tab);
  before.set('keepSignedIn', kept);
  for (const name of names) if (name !== 'keepSignedIn') before.set(name, left[name][1]);
  const services = createServices({
    local,
    tab,
    channel: null,
    locks: null,
    origin: 'https://perch.example',
    apiOrigins: [],
    supportEmail: SUPPORT_EMAIL,
    culture: () => 'en-US',
    now: () => Date.parse('2026-11-21T04:00:00Z'),
    newId,
    fetch: () => Promise.reject(new Error('Nothing is called here.')),
  });
  const { session, checkpoints, readings } = services;
  session.keepUserInfo(first);
  // Read once, so that it is in memory too.
  expect(session.userInfo()).toEqual(first);
  checkpoints.save('withdrawal', { step: 'entering', typed: { address: 'of the first' } });
  checkpoints.save('withdrawal/form', { amount: 'of the first' });
  readings.keep('wallet of the first', 'of the first', readings.begin());
  const part = {};
  readings.mark(part, 1);
  return { services, local, tab };
}

describe.each([
  { before: 'kept beyond the tab', kept: true },
  { before: 'kept in the tab', kept: false },
])('a second member, with an earlier session that is $before', ({ kept }) => {
  it.each([true, false])('finds nothing of the first in the storage, kept signed in or not: %s', (keepSignedIn) => {
    const { services, local, tab } = leftByFirst({ kept });
    services.session.open(grant('second'), keepSignedIn);
    const everywhere = (name: ItemName) => [local, tab].flatMap(({ entries }) => entries.get(`perch.${name}`) ?? []);
    expect(names.filter((name) => left[name][0] === 'gone' && everywhere(name).length > 0)).toEqual([]);
    const values = names.filter((name) => left[name][0] === 'own').map((name) => [name, everywhere(name)]);
    expect(Object.fromEntries(values)).toEqual({
      accessToken: ['access-second'],
      expiresAt: ['2026-11-21T04:10:00.000Z'],
      refreshToken: ['refresh-second'],
      refreshKey: ['key-second'],
      sessionName: ['key-second'],
      keepSignedIn: [String(keepSignedIn)],
    });
    const known = new Set(names.map((name) => `perch.${name}`));
    expect([...local.entries.keys(), ...tab.entries.keys()].filter((key) => !known.has(key))).toEqual([]);
  });

  it.each([
    { who: 'another member', username: 'second', found: [] },
    { who: 'the same member', username: 'first', found: [...CHOICES] },
  ])('finds the last choices only as $who: $username', ({ username, found }) => {
    const { services } = leftByFirst({ kept });
    const { session, storage } = services;
    session.open(grant(username), false);
    session.keepUserInfo({ ...first, username });
    expect(CHOICES.filter((name) => storage.get(name) !== null)).toEqual(found);
    expect(storage.get('choicesOwner')).toBe(markOf(username));
    expect(names.filter((name) => left[name][0] === 'ofItsOwner').toSorted()).toEqual(
      [...CHOICES, 'choicesOwner'].toSorted(),
    );
  });

  it('finds nothing of the first in memory', () => {
    const { services } = leftByFirst({ kept });
    services.session.open(grant('second'), false);
    const { session, checkpoints, readings } = services;
    expect([
      session.userInfo(),
      checkpoints.load('withdrawal'),
      checkpoints.load('withdrawal/form'),
      readings.last('wallet of the first'),
    ]).toEqual([null, null, null, null]);
  });
});

it('every service is listed with what it remembers', () => {
  const { services } = leftByFirst({ kept: false });
  expect(Object.keys(services).toSorted()).toEqual(Object.keys(remembers).toSorted());
});
