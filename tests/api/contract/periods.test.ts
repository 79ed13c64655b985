// Every period of the server: the time that it counts from, and which test covers its last second; what is kept, for
// how long and from when.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_TRUST_SECONDS } from '#server/domain/sessions/browsers.ts';
import { REFRESH_IDLE_SECONDS } from '#server/domain/sessions/sessions.ts';
import { acceptMoment, judgeClock } from '#server/domain/club/trusted-clock.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Problem } from '#server/platform/contract/problems.ts';
import { claimRequest } from '#server/domain/requests/requests.ts';
import { closeOldWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { SEEN_AFTER_DAYS } from '#server/domain/withdrawals/payouts.ts';
import { NEW_PASSWORD } from '../support/credential-acts.ts';
import { codeTo, mailsTo } from '../support/mails.ts';
import { rich, setRates } from '../support/money.ts';
import { PERIODS, WAITS } from '../support/periods.ts';
import { addReceipts } from '../support/rows.ts';
import { createWorld, type World } from '../support/world.ts';
import { MINUTE, HOUR, DAY, now, sources, signedInBrowser, recovering } from '../support/begun-acts.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  // The one that others are seated below.
  await world.member();
});
afterAll(() => world.close());

interface Edge {
  readonly seconds: number;
  /** Whether it still applies at the end itself, or only until the second before. */
  readonly until: 'before' | 'at';
  /**
   * Begins it again; the returned function says whether it still applies. Everything before the time that it counts
   * from is days earlier.
   */
  begin(): Promise<() => Promise<boolean>>;
}

const EDGES: Readonly<Record<string, Edge>> = {
  'an access token, from its issue': {
    seconds: 10 * MINUTE,
    until: 'before',
    begin: async () => {
      const { browser, tokens } = await signedInBrowser(world);
      return async () => (await browser.call('getUserInfo', { token: tokens.accessToken })).status === 200;
    },
  },
  'a refresh token that lies idle, from the last refresh': {
    seconds: REFRESH_IDLE_SECONDS,
    until: 'before',
    begin: async () => {
      const { browser, tokens } = await signedInBrowser(world);
      world.clock.advance(HOUR / 2);
      const { body } = await browser.call('refreshToken', { body: { refreshToken: tokens.refreshToken } });
      return async () =>
        (await browser.call('refreshToken', { body: { refreshToken: body.refreshToken } })).status === 200;
    },
  },
  'a refresh whose answer was lost, from that refresh': {
    seconds: REFRESH_IDLE_SECONDS,
    until: 'before',
    begin: async () => {
      const { browser, tokens, member } = await signedInBrowser(world);
      const refresh = () =>
        browser.call('refreshToken', { body: { refreshToken: tokens.refreshToken }, key: `refresh-${member.id}` });
      await refresh();
      return async () => (await refresh()).status === 200;
    },
  },
  'a second step whose answer was lost, from that step': {
    seconds: MINUTE,
    until: 'at',
    begin: async () => {
      const member = await world.member({ secondFactor: true });
      const browser = world.browser();
      await browser.signIn(member);
      const challenge = browser.cookies.get('perch_challenge') ?? '';
      const code = member.code();
      const answer = () => {
        browser.cookies.set('perch_challenge', challenge);
        return browser.call('verifyTwoFactor', { body: { method: 'totp', code }, key: `second-${member.id}` });
      };
      expect((await answer()).status).toBe(200);
      return async () => (await answer()).status === 200;
    },
  },
  'a browser that is trusted, from the last sign-in': {
    seconds: BROWSER_TRUST_SECONDS,
    until: 'at',
    begin: async () => {
      const { member, browser } = await signedInBrowser(world);
      world.clock.advance(100 * DAY);
      await browser.session(member);
      expect(browser.setCookies.get('perch_browser')).toContain(`Max-Age=${BROWSER_TRUST_SECONDS}`);
      const told = await mailsTo(world, member.email, 'newSignIn');
      expect(told).toHaveLength(1);
      return async () => {
        await browser.session(member);
        return (await mailsTo(world, member.email, 'newSignIn')).length === 1;
      };
    },
  },
  'a recovery, from its begin': {
    seconds: HOUR,
    until: 'before',
    begin: async () => {
      const { browser, email } = await recovering(world);
      return async () => (await browser.call('sendResetPasswordCodeByEmail', { query: { email } })).status === 200;
    },
  },
  'a grant to set a password, from the right code': {
    seconds: 10 * MINUTE,
    until: 'before',
    begin: async () => {
      const { browser, email, username } = await recovering(world);
      world.clock.advance(5 * MINUTE);
      await browser.call('validateEmailAndUserName', {
        body: {
          email,
          username,
          code: await codeTo(world, email, 'passwordRecoveryCode'),
        },
      });
      return async () =>
        (await browser.call('resetPassword', { body: { email, username, password: NEW_PASSWORD } })).status === 200;
    },
  },
  'a mail that a sender has taken, from that moment': {
    seconds: 2 * MINUTE,
    until: 'before',
    begin: async () => {
      await world.db
        .updateTable('mails')
        .set({ given_up_at: now(world) })
        .where('sent_at', 'is', null)
        .execute();
      await recovering(world);
      await new Promise<void>((taken) => {
        // It dies while it sends.
        void sendMails(world.db, {
          mailer: { deliver: () => (taken(), new Promise(() => undefined)) },
          clock: world.clock,
        });
      });
      return async () =>
        (await sendMails(world.db, { mailer: { deliver: async () => ({ kind: 'sent' }) }, clock: world.clock }))
          .taken === 0;
    },
  },
  'a call that is claimed, from the claim': {
    seconds: MINUTE,
    until: 'before',
    begin: async () => {
      const call = { requestKey: randomUUID(), operationId: 'freezeAccount' } as CallContext;
      const claim = () =>
        claimRequest(world.services, call, {
          session: null,
          keyed: { body: {}, secret: false, whenForgotten: 'internal' },
        });
      expect(await claim()).toMatchObject({ kind: 'run' });
      // Its process died: no response is ever saved.
      return async () => (await claim().catch((error: Problem) => error.code)) === 'request_running';
    },
  },
  'a clock that is behind, from the moment last seen': {
    seconds: 5 * MINUTE,
    until: 'at',
    begin: async () => {
      const seen = now(world);
      return async () => {
        // The clock runs far ahead and is then put back.
        const moved = (now(world).getTime() - seen.getTime()) / 1000;
        await acceptMoment(world.db, now(world));
        world.clock.advance(-moved);
        const { kind } = await judgeClock(world.services);
        world.clock.advance(moved);
        await world.db.deleteFrom('clock_state').execute();
        return kind === 'right';
      };
    },
  },
  'a withdrawal that was paid out and that nobody has looked at, from the payout': {
    seconds: SEEN_AFTER_DAYS * DAY,
    until: 'before',
    begin: async () => {
      const { member } = await rich(world, {});
      const [id = ''] = await addReceipts(world, member.id, { count: 1, kind: 'withdrawal' });
      // It was due long before it was paid.
      const due = { completes_at: secondsAfter(now(world), -40 * DAY), completed_at: now(world), transaction_id: id };
      const paid = {
        id,
        member_id: member.id,
        network: 'ethereum' as const,
        development: false,
        address: 'somewhere',
        ...due,
      };
      await world.db.insertInto('withdrawals').values(paid).execute();
      return async () => {
        await closeOldWithdrawals(world.services);
        const { status } = await world.db
          .selectFrom('receipts')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return status === 'completed';
      };
    },
  },
};

describe('a period', () => {
  it.each(Object.entries(EDGES))(
    'lasts to its last second and no longer: %s',
    async (_name, { seconds, until, begin }) => {
      const last = until === 'at' ? seconds : seconds - 1;
      for (const [after, is] of [
        [last, true],
        [last + 1, false],
      ] as const) {
        const isSo = await begin();
        world.clock.advance(after);
        expect([after, await isSo()]).toEqual([after, is]);
      }
    },
  );
});

it('each period is listed, with the time that it counts from and the test of its end', () => {
  const named = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/^(?:export )?const (\w*(?:SECONDS|DAYS|HOURS|MINUTES)\w*) = /gm)].map(
      ([, constant]) => `${constant} in ${name}`,
    ),
  );
  // A duration as such is not a period; rules have a test of their own (limits.test.ts).
  const found = named.filter(
    (place) =>
      place in PERIODS ||
      !/^(?:(?:DAY|HOUR|MINUTE)_SECONDS in |(?:SECONDS|MINUTES)_PER_|DAYS_AT_A_TIME |\w+ in bounds\.ts)/.test(place),
  );
  expect(found.sort()).toEqual(Object.keys(PERIODS).sort());
  // None is hidden in a statement.
  const unnamed = sources
    .filter(({ text }) => /\binterval '|secondsAfter\([^;,]+, -?\d/i.test(text))
    .map(({ name }) => name);
  expect(unnamed).toEqual([]);
  for (const [place, period] of Object.entries(PERIODS)) {
    if (typeof period === 'string') continue;
    const [file, title] = period.tried;
    expect(readFileSync(file, 'utf8').split(title).length, `${place}: ${title}`).toBeGreaterThan(1);
  }
});

describe('a wait that protects money', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'domain/club/trusted-clock.ts')
    .map((name) => ({ name, text: readFileSync(join('server', name), 'utf8') }));
  const textOf = (file: string) => files.find(({ name }) => name === file)?.text ?? '';

  it('is listed with the places where it begins, all of which ask the trusted clock', () => {
    const begun = files.filter(({ text }) => /\b(?:beginOfWait|endOfWait)\(/.test(text)).map(({ name }) => name);
    expect([...new Set(Object.values(WAITS).flatMap(({ begins }) => begins))].sort()).toEqual(begun.sort());
    expect(Object.keys(WAITS).filter((wait) => wait.endsWith('.ts') && !(wait in PERIODS))).toEqual([]);
  });

  it('is over only by a moment that has certainly come', () => {
    for (const [wait, { over, job }] of Object.entries(WAITS)) {
      for (const file of over) expect([wait, file, /\b(?:trustedMoment|hasCome)\(/.test(textOf(file))]).toContain(true);
      if (job !== undefined) expect(textOf('entry/jobs/jobs.ts')).toContain(`timely((db) => ${job}(`);
    }
  });

  it('is never counted back from now: whoever looks back trusts the clock by which it began', () => {
    const constants = Object.keys(WAITS).flatMap((wait) => (/ in /.exec(wait) === null ? [] : [wait.split(' ')[0]]));
    const back = new RegExp(String.raw`-\s*(?:${constants.join('|')})\b`);
    expect(files.filter(({ text }) => back.test(text)).map(({ name }) => name)).toEqual([]);
  });
});
