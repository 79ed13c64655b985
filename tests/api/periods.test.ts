// Every period of the server: from which moment it counts, and where its last second is looked at; what is kept, for
// how long and from when.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_TRUST_SECONDS } from '#server/domain/sessions/browsers.ts';
import { REFRESH_IDLE_SECONDS } from '#server/domain/sessions/sessions.ts';
import { acceptMoment, judgeClock } from '#server/domain/club/trusted-clock.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Problem } from '#server/platform/contract/problems.ts';
import { claimRequest } from '#server/domain/requests/requests.ts';
import { closeOldWithdrawals, SEEN_AFTER_DAYS } from '#server/domain/withdrawals/payouts.ts';
import { NEW_PASSWORD } from './support/credential-acts.ts';
import { codeTo, mailsTo } from './support/mails.ts';
import { rich, setRates } from './support/money.ts';
import { addReceipts } from './support/rows.ts';
import { createWorld, type World } from './support/world.ts';
import { MINUTE, HOUR, DAY, now, sources, signedInBrowser, recovering } from './support/begun-acts.ts';

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
  /** Whether it is still so at the end itself, or only until the second before. */
  readonly until: 'before' | 'at';
  /**
   * Brings it about again; what comes tells whether it is still so. Whatever came earlier than the moment it counts
   * from lies days back.
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
    seconds: MINUTE,
    until: 'at',
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
      return async () => (await browser.call('resetPassword', { body: { password: NEW_PASSWORD } })).status === 200;
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
      world.clock.advance(DAY);
      await new Promise<void>((taken) => {
        // It dies while it sends.
        void sendMails(world.db, {
          mailer: { deliver: () => (taken(), new Promise(() => undefined)) },
          clock: world.clock,
        });
      });
      return async () =>
        (await sendMails(world.db, { mailer: { deliver: async () => ({ kind: 'sent' }) }, clock: world.clock })) === 0;
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
      // Its process died: nobody saves an answer.
      return async () => (await claim().catch((error: Problem) => error.code)) === 'request_running';
    },
  },
  'a clock that is behind, from the moment last seen': {
    seconds: 5 * MINUTE,
    until: 'at',
    begin: async () => {
      const seen = now(world);
      return async () => {
        // It is seen so far on, and then put back.
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
      // It was due long before anybody paid it.
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

/**
 * Where the end of every other period is looked at, or why it has none. What is tried here is named by what it is
 * called above.
 */
const HERE = 'tests/api/periods.test.ts';
const api = (file: string, title: string) => [`tests/api/${file}.test.ts`, title] as const;
type Tried = readonly [file: string, title: string];
const PERIODS: Readonly<Record<string, { readonly from: string; readonly tried: Tried } | string>> = {
  'ACCESS_SECONDS in sessions.ts': { from: 'its issue', tried: [HERE, 'an access token'] },
  'REFRESH_IDLE_SECONDS in sessions.ts': { from: 'the last refresh', tried: [HERE, 'a refresh token that lies idle'] },
  'SESSION_SECONDS in sessions.ts': {
    from: 'the sign-in, however often it is renewed',
    tried: api('refresh-token', 'never outlive twelve hours'),
  },
  'LOST_ANSWER_SECONDS in refresh.ts': { from: 'the first refresh', tried: [HERE, 'a refresh whose answer was lost'] },
  'LOST_ANSWER_SECONDS in challenges.ts': {
    from: 'the right answer',
    tried: [HERE, 'a second step whose answer was lost'],
  },
  'CHALLENGE_SECONDS in challenges.ts': {
    from: 'the first step',
    tried: api('verify-two-factor', 'ends after five minutes'),
  },
  'BROWSER_TRUST_SECONDS in browsers.ts': { from: 'the last sign-in', tried: [HERE, 'a browser that is trusted'] },
  'LINK_SECONDS in email-change.ts': {
    from: 'the mail',
    tried: api('email-change', 'is good for thirty minutes, codes included'),
  },
  'LINK_SECONDS in thaw-links.ts': { from: 'the mail', tried: api('thawing', 'is good for thirty minutes') },
  'FREEZE_LINK_SECONDS in freeze-links.ts': { from: 'the mail', tried: api('freeze-links', 'is good for seven days') },
  'HOLD_SECONDS in hold.ts': {
    from: 'the act that holds, the last one',
    tried: api('account-safety', 'is shown to the member as long as it lasts'),
  },
  'WAIT_SECONDS in support-requests.ts': {
    from: 'the first operator’s step',
    tried: api('operator-address', 'is given back: another address'),
  },
  'RECOVERY_SECONDS in password-recovery.ts': {
    from: 'its begin, however often a code is sent',
    tried: [HERE, 'a recovery, from its begin'],
  },
  'GRANT_SECONDS in password-recovery.ts': { from: 'the right code', tried: [HERE, 'a grant to set a password'] },
  'MAX_WAIT_SECONDS in throttle.ts': {
    from: 'the last failure',
    tried: api('create-token', 'then doubles the wait from one second to fifteen minutes'),
  },
  'FIRST_LOCK_SECONDS in throttle.ts': {
    from: 'the last failure',
    tried: api('verify-two-factor', 'cost no try of the challenge while they lock'),
  },
  'MAX_LOCK_SECONDS in throttle.ts': {
    from: 'the last failure',
    tried: api('verify-two-factor', '24 * HOUR, 24 * HOUR'),
  },
  'STEP_SECONDS in totp.ts': {
    from: 'the second 0',
    tried: ['tests/server/totp.test.ts', 'belong to their own step, one before and one after'],
  },
  'CODE_SECONDS in email-codes.ts': { from: 'the mail', tried: api('email-codes', 'is good for ten minutes') },
  'EMAIL_PROOF_SECONDS in email-proof.ts': {
    from: 'the right code',
    tried: api('email-codes', 'of another address, too old or none at all'),
  },
  'RESEND_SECONDS in send-limits.ts': { from: 'the last mail', tried: api('email-codes', 'again takes a minute') },
  'HOUR_SECONDS in send-limits.ts': {
    from: 'each mail',
    tried: api('email-codes', 'five times an hour and ten a day'),
  },
  'SEND_MEMORY_SECONDS in send-limits.ts': { from: 'each mail', tried: api('kept-rows', "table: 'email_sends'") },
  'CODE_SECONDS in options.ts': {
    from: 'the draft',
    tried: api('exchanges', 'one that asks for a code leaves time to fetch it'),
  },
  'SEEN_AFTER_DAYS in payouts.ts': { from: 'the payout', tried: [HERE, 'a withdrawal that was paid out'] },
  'NEW_FOR_SECONDS in addresses.ts': {
    from: 'the last change of the entry',
    tried: api('address-book', 'is new for 24 hours in the book'),
  },
  'LEASE_SECONDS in send-mails.ts': {
    from: 'the moment when it is taken',
    tried: [HERE, 'a mail that a sender has taken'],
  },
  'FIRST_DELAY_SECONDS in send-mails.ts': {
    from: 'the failure',
    tried: api('mail', 'waits longer after each failure'),
  },
  'MAX_DELAY_SECONDS in send-mails.ts': { from: 'the failure', tried: api('mail', 'waits longer after each failure') },
  'LEASE_SECONDS in requests.ts': { from: 'the claim', tried: [HERE, 'a call that is claimed'] },
  'SECRET_ANSWER_SECONDS in requests.ts': {
    from: 'the end of the call',
    tried: api('idempotency', 'for ten minutes only'),
  },
  'REQUEST_DAYS in requests.ts': { from: 'the claim', tried: api('kept-rows', "table: 'requests'") },
  'SESSION_DAYS in sweep.ts': { from: 'the end of the session', tried: api('kept-rows', "table: 'sessions'") },
  'THROTTLE_DAYS in sweep.ts': { from: 'the last failure', tried: api('kept-rows', "table: 'throttles'") },
  'DRAFT_DAYS in sweep.ts': { from: 'the end of the draft', tried: api('kept-rows', "table: 'drafts'") },
  'MAIL_DAYS in sweep.ts': { from: 'the mail', tried: api('kept-rows', "table: 'mails'") },
  'LONGEST_GAP_SECONDS in trusted-clock.ts': {
    from: 'the moment last seen',
    tried: api('clock', 'for less than an hour goes on'),
  },
  'TOLERANCE_SECONDS in trusted-clock.ts': { from: 'the moment last seen', tried: [HERE, 'a clock that is behind'] },
  'PLAUSIBLE_STOP_SECONDS in trusted-clock.ts': {
    from: 'the moment last seen',
    tried: api('clock', 'a server that was stopped'),
  },
  'MOST_DAYS_AHEAD in add-rules.ts': {
    from: 'now',
    tried: api('operator-promises', 'rules can be set at most 366 days ahead'),
  },
  'DISPUTED_SECONDS in lost-address.ts': {
    from: 'the freeze, back',
    tried: api('operator-address', 'keeps an app that was bound more than a month before the freeze'),
  },
  'REMEMBERED_SECONDS in thawing.ts': {
    from: 'the freeze, back',
    tried: api('thaw-overruled', 'one that did so in the month before, however late support comes'),
  },
  'WITNESS_SECONDS in trusted-clock.ts': 'how far the clocks of two machines may be apart',
  'NOTE_EVERY_SECONDS in trusted-clock.ts': 'how often the moment is written down',
  'USE_NOTED_EVERY_SECONDS in sessions.ts': 'how often the last use is written down',
  'BITCOIN_SECONDS in create-chain.ts': 'how often a node is asked',
  'ETHEREUM_SECONDS in create-chain.ts': 'how often a node is asked',
  'DEVELOPMENT_SECONDS in create-chain.ts': 'how often a node is asked',
  'BLOCKS_ASKED_SECONDS in start.ts': 'how often blocks are asked for',
  'DEFAULT_BLOCK_SECONDS in settings.ts': 'how often a development chain makes a block',
  'GRACE_SECONDS in database-settings.ts': 'how much longer an answer may take than its statement',
  'RETRY_SECONDS in errors.ts': 'what a caller is told to wait',
  'RETRY_SECONDS in stream.ts': 'what a caller is told to wait',
  'NAMED_FILE_SECONDS in web.ts': 'how long browsers keep a file',
};

it('each period is listed, with the moment that it counts from and where its end is looked at', () => {
  const named = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/^(?:export )?const (\w*(?:SECONDS|DAYS|HOURS|MINUTES)\w*) = /gm)].map(
      ([, constant]) => `${constant} in ${name}`,
    ),
  );
  // A length of time as such is no period; rules have a test of their own (limits.test.ts).
  const found = named.filter(
    (place) =>
      place in PERIODS || !/^(?:(?:DAY|HOUR)_SECONDS in |SECONDS_PER_|DAYS_AT_A_TIME |\w+ in bounds\.ts)/.test(place),
  );
  expect(found.sort()).toEqual(Object.keys(PERIODS).sort());
  // None hides in a statement.
  const unnamed = sources
    .filter(({ text }) => /\binterval '|secondsAfter\([^;,]+, -?\d/i.test(text))
    .map(({ name }) => name);
  expect(unnamed).toEqual([]);
  for (const [place, period] of Object.entries(PERIODS)) {
    if (typeof period === 'string') continue;
    const [file, title] = period.tried;
    expect(readFileSync(file, 'utf8').split(title).length, `${place}: ${title}`).toBeGreaterThan(file === HERE ? 2 : 1);
  }
});
