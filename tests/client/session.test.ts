import { describe, expect, it, vi } from 'vitest';
import { createCheckpoints } from '#src/services/checkpoints.ts';
import { CHOICES } from '#src/services/choices.ts';
import { createSessionStore, type SessionStore } from '#src/services/session.store.ts';
import { createStorage, forgivingStorage, type ItemName, type UserInfo } from '#src/services/storage.ts';
import { createTabs, type ChannelLike } from '#src/services/tabs.ts';
import { example } from './documented-answers.ts';
import { memory } from './memory.ts';

const grant = (token: string) =>
  ({
    result: 'granted',
    accessToken: token,
    expiresAt: '2026-11-21T04:10:00Z',
    expiresIn: 600,
    refreshToken: `refresh-${token}`,
    refreshExpiresAt: '2026-11-21T05:00:00Z',
  }) as const;

const tokensOf = (token: string) => ({
  accessToken: token,
  expiresAt: '2026-11-21T04:10:00Z',
  refreshToken: `refresh-${token}`,
  refreshKey: null,
});

const userInfo = (username: string) => ({ ...(example('getUserInfo') as UserInfo), username });

function renews(session: SessionStore, to: ReturnType<typeof grant>): void {
  const spent = session.tokens();
  if (spent === null) throw new Error('Nobody is signed in.');
  session.renew(to, spent);
}

/** Tabs of one browser: what one posts reaches all others a moment later. */
function browser() {
  const listeners: { owner: object; heard: (event: { data: unknown }) => void }[] = [];
  const local = memory();
  let id = 0;
  const clock = { now: 1_800_000_000_000 };
  const openTab = () => {
    const owner = {};
    const channel: ChannelLike = {
      postMessage: (data) =>
        queueMicrotask(() =>
          listeners.filter((other) => other.owner !== owner).forEach(({ heard }) => heard({ data })),
        ),
      addEventListener: (_, heard) => void listeners.push({ owner, heard }),
      removeEventListener: (_, heard) =>
        void listeners.splice(
          listeners.findIndex((other) => other.heard === heard),
          1,
        ),
    };
    const tab = memory();
    const onForget = vi.fn();
    const storage = createStorage(local, tab);
    const session = createSessionStore({
      storage,
      tabs: createTabs(channel),
      now: () => clock.now,
      newId: () => `id-${(id += 1)}`,
      onForget,
    });
    return { tab, storage, session, onForget };
  };
  return { openTab, local, clock };
}

type Tab = ReturnType<ReturnType<typeof browser>['openTab']>;

describe('the storage', () => {
  it.each<[ItemName, string]>([
    ['expiresAt', 'tomorrow'],
    ['language', 'xx-XX'],
    ['userInfo', '{"username":1}'],
    ['userInfo', '{broken'],
    ['apiUrl', 'javascript:alert(1)'],
    ['loginRecall', '//evil.example'],
    ['loginRecall', 'https://evil.example'],
    ['keepSignedIn', 'maybe'],
  ])('drops a damaged %s: %s', (name, raw) => {
    const local = memory();
    const tab = memory();
    local.setItem(`perch.${name}`, raw);
    tab.setItem(`perch.${name}`, raw);
    const storage = createStorage(local, tab);
    expect(storage.get(name)).toBeNull();
    expect(storage.get(name)).toBeNull();
  });

  it('keeps the session in the tab, and beyond it only on request', () => {
    const local = memory();
    const tab = memory();
    const storage = createStorage(local, tab);
    storage.set('accessToken', 'one');
    expect([local.getItem('perch.accessToken'), tab.getItem('perch.accessToken')]).toEqual([null, 'one']);
    // Chosen meanwhile, it says where the next session goes.
    storage.set('keepSignedIn', true);
    storage.set('accessToken', 'two');
    expect([local.getItem('perch.accessToken'), tab.getItem('perch.accessToken')]).toEqual([null, 'two']);
    storage.beginSession('next', true);
    storage.set('accessToken', 'three');
    expect([local.getItem('perch.accessToken'), tab.getItem('perch.accessToken')]).toEqual(['three', null]);
  });

  it('continues in memory if the browser forbids storing', () => {
    const storage = forgivingStorage(() => {
      throw new Error('denied');
    });
    storage.setItem('a', '1');
    expect(storage.getItem('a')).toBe('1');
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
  });
});

describe('the session store', () => {
  it('computes the expiry from the device’s clock and not the server’s', () => {
    const { openTab, clock } = browser();
    const { session } = openTab();
    session.open(grant('one'), false);
    expect(session.isFresh()).toBe(true);
    expect(session.renewIn()).toBe(540_000);
    clock.now += 600_000;
    expect(session.isFresh()).toBe(false);
    expect(session.renewIn()).toBe(0);
  });

  it('knows for which tokens the timer was started, and waits no longer than a timer can', () => {
    const { openTab, clock } = browser();
    const { session } = openTab();
    session.open(grant('one'), false);
    expect(session.timedFor()).toBeNull();
    expect(session.renewIn()).toBe(540_000);
    // Set back: the timer for these tokens ends before the clock says so.
    clock.now -= 30 * 24 * 3_600_000;
    expect([session.isAging(), session.timedFor()]).toEqual([false, 'one']);
    expect(session.renewIn()).toBe(24 * 3_600_000);
  });

  it('hands no session to a tab that asked for none, or no longer waits for one', async () => {
    const { openTab, clock } = browser();
    const [idle, tired, left] = [openTab(), openTab(), openTab()];
    await Promise.all([tired.session.askOtherTabs(), left.session.askOtherTabs()]);
    left.session.open(grant('of another'), false);
    left.session.forgetEverywhere();
    const other = openTab();
    other.session.open(grant('one'), false);
    clock.now += 10_000;
    const asking = openTab();
    await asking.session.askOtherTabs();
    expect(asking.session.tokens()?.accessToken).toBe('one');
    for (const { session } of [idle, tired, left]) expect(session.tokens()).toBeNull();
    await left.session.askOtherTabs();
    expect(left.session.tokens()?.accessToken).toBe('one');
  });

  it('hands its session to a new tab that asks', async () => {
    const { openTab } = browser();
    openTab().session.open(grant('one'), false);
    const second = openTab();
    await second.session.askOtherTabs();
    expect(second.session.tokens()?.accessToken).toBe('one');
  });

  it('passes renewed tokens to the tabs that share the session, even to one that missed the message', async () => {
    const { openTab } = browser();
    const first = openTab();
    first.session.open(grant('one'), false);
    const second = openTab();
    await second.session.askOtherTabs();
    const missed = openTab();
    for (const [key, value] of first.tab.entries) missed.tab.setItem(key, value);
    renews(first.session, grant('two'));
    await vi.waitFor(() => expect(second.session.tokens()?.accessToken).toBe('two'));
    for (const key of ['accessToken', 'refreshToken'] as const)
      missed.storage.set(key, key === 'accessToken' ? 'one' : 'refresh-one');
    await missed.session.askOtherTabs();
    expect(missed.session.tokens()?.accessToken).toBe('two');
  });

  it('leaves tabs of another session alone', async () => {
    const { openTab } = browser();
    const first = openTab();
    const other = openTab();
    first.session.open(grant('one'), false);
    other.session.open(grant('other'), false);
    renews(first.session, grant('two'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(other.session.tokens()?.accessToken).toBe('other');
  });

  it('works with its own session after another tab has stored that of somebody else in the storage they share', () => {
    const { openTab, local } = browser();
    const [first, second] = [openTab(), openTab()];
    first.session.open(grant('one'), true);
    first.session.keepUserInfo(userInfo('first'));
    expect(first.session.replacedBy()).toBeNull();
    second.session.open(grant('other'), true);
    second.session.keepUserInfo(userInfo('second'));
    expect([first.session.tokens(), first.session.isFresh(), first.session.userInfo()]).toEqual([null, false, null]);
    expect(first.session.replacedBy()).toBe('another');
    // What is answered late to the first session, and its end, leave the second as it is.
    first.session.renew(grant('late'), tokensOf('other'));
    first.session.keepUserInfo(userInfo('first'));
    first.session.forget();
    expect(first.onForget).toHaveBeenLastCalledWith('end');
    expect(second.session.tokens()?.accessToken).toBe('other');
    expect(second.session.userInfo()?.username).toBe('second');
    expect(local.entries.get('perch.unrevokedToken')).toBe('refresh-one');
    first.session.adopt();
    expect(first.session.tokens()?.accessToken).toBe('other');
    expect(first.session.userInfo()?.username).toBe('second');
  });

  it.each([
    ['is renewed', (tab: Tab) => renews(tab.session, grant('renewed'))],
    ['says who the member is', (tab: Tab) => tab.session.keepUserInfo(userInfo('second'))],
    ['ends', (tab: Tab) => tab.session.forget()],
    ['is signed out', (tab: Tab) => void tab.session.forgetEverywhere()],
    ['is followed by another of its tab', (tab: Tab) => tab.session.open(grant('next'), false)],
  ])('of its own tab leaves the one that all share as it is when it %s', async (_, act) => {
    const { openTab, local } = browser();
    const [own, shared] = [openTab(), openTab()];
    own.session.open(grant('other'), false);
    shared.session.open(grant('one'), true);
    shared.session.keepUserInfo(userInfo('first'));
    const ofSession = () => [...local.entries].filter(([key]) => !/choicesOwner|spentKeys|keepSignedIn/.test(key));
    const before = ofSession();
    const changes = vi.fn();
    shared.session.subscribe(changes);
    act(own);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ofSession()).toEqual(before);
    expect(shared.session.tokens()?.accessToken).toBe('one');
    expect([shared.session.replacedBy(), changes.mock.calls]).toEqual([null, []]);
    // A new tab finds the shared one, and is given it as that.
    expect(openTab().session.userInfo()?.username).toBe('first');
  });

  it('of its own tab is revoked by nobody when the shared one is replaced, and gives way to none', () => {
    const { openTab, local } = browser();
    const [own, shared] = [openTab(), openTab()];
    own.session.open(grant('other'), false);
    shared.session.open(grant('one'), true);
    own.session.open(grant('next'), true);
    expect(local.entries.get('perch.unrevokedToken')).toBe('refresh-one');
    expect(shared.session.replacedBy()).toBe('another');
    expect(own.session.tokens()?.accessToken).toBe('next');
  });

  it('stays where it is, whatever is chosen in other tabs', async () => {
    const { openTab, local } = browser();
    const [first, second] = [openTab(), openTab()];
    first.session.open(grant('one'), true);
    const sibling = openTab();
    // A sign-in that is only tried.
    second.storage.set('keepSignedIn', false);
    renews(first.session, grant('two'));
    await vi.waitFor(() => expect(sibling.session.tokens()?.accessToken).toBe('two'));
    expect([first.tab.entries.size, sibling.tab.entries.size, sibling.session.replacedBy()]).toEqual([0, 0, null]);
    expect(local.entries.get('perch.accessToken')).toBe('two');
  });

  it('is missed by no tab between two of the items that a renewal stores', () => {
    const { openTab, local } = browser();
    const first = openTab();
    first.session.open(grant('one'), true);
    const sibling = openTab();
    const seen: unknown[] = [];
    const set = local.setItem.bind(local);
    const remove = local.removeItem.bind(local);
    vi.spyOn(local, 'setItem').mockImplementation(
      (key, value) => (set(key, value), void seen.push(sibling.session.replacedBy())),
    );
    vi.spyOn(local, 'removeItem').mockImplementation(
      (key) => (remove(key), void seen.push(sibling.session.replacedBy())),
    );
    renews(first.session, grant('two'));
    expect(new Set(seen)).toEqual(new Set([null]));
    seen.length = 0;
    openTab().session.open(grant('other'), true);
    // Until all of it is there, it is waited for.
    expect(seen.at(-1)).toBe('another');
    expect(seen.indexOf('another')).toBeGreaterThanOrEqual(seen.length - 2);
  });

  it('signs out the tabs of that session alone', async () => {
    const { openTab } = browser();
    const [first, other] = [openTab(), openTab()];
    other.session.open(grant('other'), false);
    first.session.open(grant('one'), true);
    const shared = openTab();
    const [heard, heardByOther] = [vi.fn(), vi.fn()];
    shared.session.subscribe(heard);
    other.session.subscribe(heardByOther);
    first.session.forgetEverywhere();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('signedOut'));
    expect(shared.session.tokens()).toBeNull();
    expect(heardByOther).not.toHaveBeenCalled();
    expect(other.session.tokens()?.accessToken).toBe('other');
  });

  it('forgets in every tab what SRC §4 lists', async () => {
    const { openTab } = browser();
    const first = openTab();
    first.session.open(grant('one'), false);
    const second = openTab();
    await second.session.askOtherTabs();
    const heard = vi.fn();
    second.session.subscribe(heard);
    second.storage.set('activeMarket', 'USDT/BTC');
    for (const name of CHOICES) second.storage.set(name, 'BTC');
    expect(first.session.forgetEverywhere()?.accessToken).toBe('one');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('signedOut'));
    for (const name of [
      'accessToken',
      'expiresAt',
      'refreshToken',
      'refreshKey',
      'activeMarket',
      'userInfo',
      ...CHOICES,
    ] as const) {
      expect([first.storage.get(name), second.storage.get(name)]).toEqual([null, null]);
    }
    expect(second.onForget).toHaveBeenCalled();
  });
});

describe('checkpoints', () => {
  it('are kept in the tab, per flow, with their age', () => {
    const tab = memory();
    let now = 1_000;
    const checkpoints = createCheckpoints(tab, () => now);
    checkpoints.save('sign-in', { step: 'secondFactor' });
    checkpoints.save('two-factor', { step: 'addingKey' });
    now = 1_500;
    expect(checkpoints.load('sign-in')).toEqual({ checkpoint: { step: 'secondFactor' }, age: 500 });
    checkpoints.forget('sign-in');
    expect(checkpoints.load('sign-in')).toBeNull();
    expect(checkpoints.load('two-factor')).not.toBeNull();
    checkpoints.forgetAll();
    expect(checkpoints.load('two-factor')).toBeNull();
  });

  it('of a page that a mailed link opened are resumed with that link or none, never with another', () => {
    const tab = memory();
    const checkpoints = createCheckpoints(tab, () => 0);
    checkpoints.save('freeze-link', { key: 'key-of-one' }, 'frz_one');
    expect(checkpoints.load('freeze-link', 'frz_one')).toMatchObject({ checkpoint: { key: 'key-of-one' } });
    expect(checkpoints.load('freeze-link')).toMatchObject({ checkpoint: { key: 'key-of-one' } });
    expect(checkpoints.load('freeze-link', 'frz_two')).toBeNull();
    expect(tab.getItem('perch.flows')).not.toContain('frz_one');
    checkpoints.save('freeze-link', { key: 'key-of-none' });
    expect(checkpoints.load('freeze-link', 'frz_one')).toBeNull();
  });

  it('are empty if the storage is damaged', () => {
    const tab = memory();
    tab.setItem('perch.flows', '{broken');
    expect(createCheckpoints(tab, () => 0).load('sign-in')).toBeNull();
  });
});
