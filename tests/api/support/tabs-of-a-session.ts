// Tabs of one browser that renew their tokens, on the real server: whatever a tab misses, nobody is taken for a thief
// (S-10).
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { createActor, toPromise } from 'xstate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memory } from '#tests/client/memory.ts';
import { createServices, type Services } from '#src/services/services.ts';
import { sessionPorts } from '#src/session/session.ports.ts';
import type { ChannelLike } from '#src/services/tabs.ts';
import { mailsTo } from './mails.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from './world.ts';

const ORIGIN = 'https://wallet.example';
/** Half a minute before the access token expires. */
const NEARLY_OVER_MS = 9.5 * 60 * 1000;

/** Half a minute, the length of a turn. */
const GONE_MS = 30_000;
/** Longer than a page takes to get its turn if no other page has it. */
const WAITING_MS = 600;

let world: World;

interface Tab {
  services: Services;
  /** From now on, messages arrive after this many milliseconds; never if it is null. */
  hearsAfter(milliseconds: number | null): void;
  /** From now on, its browser refuses to send messages to other tabs. */
  isRefused(): void;
  renew(): Promise<string>;
  /** The status of a call with the current token. */
  call(): Promise<number>;
}

/** A browser whose tabs share its storage; each has its own delay in hearing the others. */
function browser({ locks }: { locks: boolean | 'refused' }) {
  const local = memory();
  const clock = { now: Date.now() };
  const receivers: { owner: object; heard: (event: { data: unknown }) => void }[] = [];
  const delays = new Map<object, number | null>();
  const refused = new Set<object>();
  let queue: Promise<unknown> = Promise.resolve();
  let ids = 0;
  let renewals = 0;
  const inTurn = <T>(_name: string, _options: object, task: () => Promise<T>): Promise<T> => {
    if (locks === 'refused') return Promise.reject(new Error('The operation is insecure.'));
    const run = queue.then(task, task);
    queue = run.catch(() => undefined);
    return run;
  };
  const open = (from?: Tab): Tab => {
    const owner = {};
    const tab = memory();
    delays.set(owner, 0);
    const channel: ChannelLike = {
      postMessage: (data) => {
        if (refused.has(owner)) throw new Error('This browser keeps tabs apart.');
        for (const receiver of receivers.filter((other) => other.owner !== owner)) {
          const delay = delays.get(receiver.owner) ?? null;
          if (delay !== null) setTimeout(() => receivers.includes(receiver) && receiver.heard({ data }), delay);
        }
      },
      addEventListener: (_, heard) => void receivers.push({ owner, heard }),
      removeEventListener: (_, heard) =>
        void receivers.splice(
          receivers.findIndex((receiver) => receiver.heard === heard),
          1,
        ),
    };
    const services = createServices({
      local,
      tab,
      channel,
      origin: ORIGIN,
      apiOrigins: [],
      supportEmail: SUPPORT_EMAIL,
      culture: () => 'en-US',
      locks: locks !== false ? ({ request: inTurn } as unknown as LockManager) : null,
      now: () => clock.now,
      newId: () => `id-of-a-browser-${(ids += 1)}`,
      fetch: async (request) => {
        const url = new URL(request.url);
        if (url.pathname.endsWith('/token/refresh')) renewals += 1;
        const payload = request.method === 'GET' ? {} : { payload: await request.text() };
        const answer = await world.app.inject({
          method: request.method as 'GET' | 'POST',
          url: `${url.pathname}${url.search}`,
          headers: Object.fromEntries(request.headers),
          ...payload,
        });
        return new Response(answer.body, {
          status: answer.statusCode,
          headers: { 'content-type': String(answer.headers['content-type'] ?? 'application/json') },
        });
      },
    });
    const known = from?.services.session.tokens();
    if (known != null)
      for (const [name, value] of Object.entries(known))
        if (value !== null) services.storage.set(name as 'accessToken', value as string);
    return {
      services,
      hearsAfter: (milliseconds) => void delays.set(owner, milliseconds),
      isRefused: () => void refused.add(owner),
      renew: () =>
        toPromise(createActor(sessionPorts(services).refreshToken).start()).then(
          ({ kind }) => kind,
          () => 'later',
        ),
      call: async () => (await services.api.GET('/account/userInfo')).response.status,
    };
  };
  return { open, clock, renewals: () => renewals };
}

let member: TestMember;
let room: ReturnType<typeof browser>;
let first: Tab;

/** A member who is signed in in one tab of such a browser. */
async function begin(locks: boolean | 'refused'): Promise<void> {
  member = await world.member();
  room = browser({ locks });
  first = room.open();
  await signIn(first);
}

const signIn = async (tab: Tab) => tab.services.session.open((await world.browser().signIn(member)).body, false);

const pass = () => {
  room.clock.now += NEARLY_OVER_MS;
  world.clock.advance(NEARLY_OVER_MS / 1000);
};
const isWell = async () => {
  expect(
    await world.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member.id)
      .where('ended_at', 'is', null)
      .execute(),
  ).toHaveLength(1);
  expect(await mailsTo(world, member.email, 'refreshTokenReused')).toEqual([]);
};

/** What a browser's locks are: it has them, it has none, or a page may not ask for them. */
type Locks = boolean | 'refused';

/** Tells the stories of tabs in browsers with these locks; each takes seconds, since tabs wait for each other. */
export function tabsOfASession({
  every,
  withoutLocks,
}: {
  readonly every: readonly Locks[];
  readonly withoutLocks: readonly Exclude<Locks, true>[];
}): void {
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  describe.each(every.map((locks) => ({ locks })))('with the browser’s locks: $locks', ({ locks }) => {
    beforeEach(() => begin(locks));

    it('three tabs that are due at once renew once, and all can call', async () => {
      const tabs = [first, room.open(first), room.open(first)];
      pass();
      expect(await Promise.all(tabs.map((tab) => tab.renew()))).toEqual(['renewed', 'renewed', 'renewed']);
      expect([room.renewals(), await Promise.all(tabs.map((tab) => tab.call()))]).toEqual([1, [200, 200, 200]]);
      await isWell();
    });

    it('tabs that restart their timers for what they hear of renew once, though they wait for their turn', async () => {
      const tabs = [first, room.open(first), room.open(first)];
      for (const {
        services: { session },
      } of tabs) {
        session.renewIn();
        session.subscribe(() => void session.renewIn());
      }
      pass();
      expect(await Promise.all(tabs.map((tab) => tab.renew()))).toEqual(['renewed', 'renewed', 'renewed']);
      expect(room.renewals()).toBe(1);
      await isWell();
    });

    it('a page whose timer has ended renews, even if the device’s clock was set back meanwhile', async () => {
      first.services.session.renewIn();
      world.clock.advance(NEARLY_OVER_MS / 1000);
      room.clock.now += NEARLY_OVER_MS - 180_000;
      expect([await first.renew(), room.renewals(), await first.call()]).toEqual(['renewed', 1, 200]);
    });

    it('a tab that hears seconds late waits for the tokens', async () => {
      const slow = room.open(first);
      slow.hearsAfter(700);
      pass();
      expect(await first.renew()).toBe('renewed');
      expect(await first.call()).toBe(200);
      expect(await slow.renew()).toBe('renewed');
      expect([room.renewals(), await slow.call(), await first.call()]).toEqual([1, 200, 200]);
      await isWell();
    });

    it('a deaf tab uses no token twice, and takes over the tokens once it hears', async () => {
      const deaf = room.open(first);
      deaf.hearsAfter(null);
      pass();
      expect(await first.renew()).toBe('renewed');
      expect(await first.call()).toBe(200);
      // The old token is still valid.
      expect([await deaf.renew(), await deaf.call(), room.renewals()]).toEqual(['later', 200, 1]);
      await isWell();
      deaf.hearsAfter(0);
      expect([await deaf.renew(), await deaf.call(), await first.call(), room.renewals()]).toEqual([
        'renewed',
        200,
        200,
        1,
      ]);
      await isWell();
    });

    it('a deaf tab whose turn comes several renewals later uses none of the old tokens, and is over alone', async () => {
      const deaf = room.open(first);
      deaf.hearsAfter(null);
      for (let renewal = 0; renewal < 3; renewal += 1) {
        pass();
        expect(await first.renew()).toBe('renewed');
        expect(await first.call()).toBe(200);
      }
      expect([await deaf.renew(), await first.call()]).toEqual(['sessionEnded', 200]);
      await isWell();
    });

    it('tabs that can’t communicate renew all the same, and none uses a token twice', async () => {
      const other = room.open(first);
      for (const tab of [first, other]) tab.isRefused();
      pass();
      expect([await first.renew(), await first.call(), room.renewals()]).toEqual(['renewed', 200, 1]);
      expect([await other.renew(), await other.call(), room.renewals()]).toEqual(['later', 200, 1]);
      await isWell();
      pass();
      expect([await first.renew(), await first.call(), room.renewals()]).toEqual(['renewed', 200, 2]);
      await isWell();
    });

    it('a tab that can’t reach the others signs out all the same, and returns the tokens that the server must end', () => {
      const present = first.services.session.tokens();
      first.isRefused();
      expect([first.services.session.forgetEverywhere(), first.services.session.tokens()]).toEqual([present, null]);
    });

    it('a tab that was signed out while it waited for its turn takes over no other session', async () => {
      pass();
      const other = room.open();
      await signIn(other);
      first.services.session.forget();
      expect([await first.renew(), first.services.session.tokens(), room.renewals()]).toEqual([
        'sessionEnded',
        null,
        0,
      ]);
    });

    it('a response that arrives after a new sign-in leaves the new tokens alone', async () => {
      pass();
      const spent = first.services.session.tokens();
      await signIn(first);
      const present = first.services.session.tokens();
      if (spent === null) throw new Error('Nobody was signed in.');
      first.services.session.renew(
        { accessToken: 'late', refreshToken: 'late', expiresIn: 600, tokenType: 'Bearer' } as never,
        spent,
      );
      expect([first.services.session.tokens(), first.services.session.isSpent()]).toEqual([present, false]);
    });
  });

  describe.each(withoutLocks.map((locks) => ({ locks })))(
    'with turns in the storage, and the browser’s locks: $locks',
    ({ locks }) => {
      beforeEach(() => begin(locks));

      it('a page that disappears during its turn does not block the others forever', async () => {
        pass();
        first.services.storage.set('turn', `${room.clock.now + GONE_MS} gone`);
        const renewed = first.renew();
        await new Promise((resolve) => setTimeout(resolve, WAITING_MS));
        expect(room.renewals()).toBe(0);
        room.clock.now += GONE_MS;
        expect([await renewed, room.renewals()]).toEqual(['renewed', 1]);
        await isWell();
      });

      it('a turn that ends far in the future, because a clock was set back, does not count', async () => {
        pass();
        first.services.storage.set('turn', `${room.clock.now + 10 * GONE_MS} gone`);
        expect([await first.renew(), room.renewals()]).toEqual(['renewed', 1]);
      });
    },
  );
}
