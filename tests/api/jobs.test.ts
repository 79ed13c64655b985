import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import { sweepExpired } from '#server/entry/jobs/sweep.ts';
import { startJobs } from '#server/platform/jobs/runner.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { codeTo } from './support/mails.ts';
import { rich, setRates } from './support/money.ts';
import { createWorld, type World } from './support/world.ts';
import { testConfig } from '#tests/support/config.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const DAY = 24 * 60 * 60;

describe('the sweep', () => {
  it('removes what serves nobody, and nothing that is still of use', async () => {
    const member = await world.member();
    const browser = world.browser();
    const old = await browser.session(member);
    await world.browser().signIn({ ...member, password: 'wrong' });
    world.clock.advance(2 * DAY);
    const live = await browser.session(member);
    await sweepExpired(world.db, world.clock.now());
    const count = async (table: 'access_tokens' | 'refresh_tokens' | 'sessions' | 'throttles') =>
      (await world.db.selectFrom(table).selectAll().execute()).length;
    expect(await count('access_tokens')).toBe(1);
    expect(await count('refresh_tokens')).toBe(1);
    expect(await count('sessions')).toBe(2);
    expect(await count('throttles')).toBe(1);
    expect((await browser.call('getUserInfo', { token: live.accessToken })).status).toBe(200);
    expect((await browser.call('refreshToken', { body: { refreshToken: old.refreshToken } })).status).toBe(401);
    world.clock.advance(91 * DAY);
    await sweepExpired(world.db, world.clock.now());
    expect(await count('sessions')).toBe(0);
    expect(await count('throttles')).toBe(0);
  });

  it('removes codes, proofs, recoveries and counted mails a day after they ran out', async () => {
    const browser = world.browser();
    const email = 'swept@mail.example';
    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } });
    await browser.call('verifyEmailNoLogin', { body: { email, code: await codeTo(world, email, 'signUpCode') } });
    await browser.call('forgetPassword', { body: { email, username: 'nobody' } });
    const left = async () => {
      await sweepExpired(world.db, world.clock.now());
      const tables = ['email_codes', 'email_proofs', 'password_recoveries', 'email_sends'] as const;
      return Promise.all(tables.map(async (table) => (await world.db.selectFrom(table).selectAll().execute()).length));
    };
    expect(await left()).toEqual([2, 1, 1, 2]);
    world.clock.advance(DAY);
    expect(await left()).toEqual([2, 1, 1, 2]);
    world.clock.advance(2 * 60 * 60);
    expect(await left()).toEqual([0, 0, 0, 0]);
  });

  it('removes drafts after thirty days, those that were carried out no earlier than their requests, and their codes a day after they ran out', async () => {
    await setRates(world);
    const who = await rich(world);
    const other = await world.member();
    const draftOf = async (amount: string) =>
      (await who.call('createTransfer', { body: { recipient: other.username, asset: 'USDT', amount, note: 'swept' } }))
        .body.id as string;
    const begun = world.clock.now().getTime();
    const executed = await draftOf('1');
    const { receiptId } = (await who.confirm(executed)).body;
    const voided = await draftOf('2');
    const expired = await draftOf('3');
    const left = async (seconds: number) => {
      world.clock.advance(seconds - (world.clock.now().getTime() - begun) / 1000);
      await sweepExpired(world.db, world.clock.now());
      const rows = await world.db
        .selectFrom('drafts')
        .select('id')
        .where('id', 'in', [executed, voided, expired])
        .execute();
      const codes = await world.db.selectFrom('email_codes').select('id').execute();
      const requests = await world.db.selectFrom('requests').select('key').where('scope', '=', who.member.id).execute();
      return { drafts: new Set(rows.map(({ id }) => id)), codes: codes.length, requests: requests.length > 0 };
    };
    expect(await left(0)).toEqual({ drafts: new Set([executed, voided, expired]), codes: 1, requests: true });
    expect(await left(30 * DAY - 60)).toEqual({
      drafts: new Set([executed, voided, expired]),
      codes: 0,
      requests: true,
    });
    // Drafts run out five minutes after they were made.
    expect(await left(30 * DAY + 60)).toEqual({ drafts: new Set([voided, expired]), codes: 0, requests: false });
    expect(await left(30 * DAY + 400)).toEqual({ drafts: new Set(), codes: 0, requests: false });
    expect(await world.db.selectFrom('receipts').select('id').where('id', '=', receiptId).execute()).toHaveLength(1);
  });

  it('leaves a disabled password disabled', async () => {
    await world.db
      .insertInto('throttles')
      .values({ bucket: 'password:x', failures: 100, last_failure_at: world.clock.now() })
      .execute();
    world.clock.advance(400 * DAY);
    await sweepExpired(world.db, world.clock.now());
    expect(
      await world.db.selectFrom('throttles').select('failures').where('bucket', '=', 'password:x').execute(),
    ).toEqual([{ failures: 100 }]);
  });
});

describe('the runner', () => {
  it('runs the product’s jobs', async () => {
    const failed: string[] = [];
    const running = startJobs(
      createJobs(world.services, {
        mailer: createMailer(testConfig()),
        payments: createPaymentListener(world.services),
        payer: { pay: () => Promise.reject(new Error('nothing is paid here')) },
        log: () => undefined,
      }),
      { onError: (job) => failed.push(job) },
    );
    await running.stop();
    expect(failed).toEqual([]);
  });

  it('runs a job again and again, goes on after a failure, and ends what is under way before it stops', async () => {
    let runs = 0;
    let ended = 0;
    const errors: unknown[] = [];
    const job = {
      name: 'trying',
      everySeconds: 0.001,
      run: async () => {
        runs += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        ended += 1;
        if (runs === 1) throw new Error('once');
      },
    };
    const running = startJobs([job], { onError: (_name, error) => errors.push(error) });
    while (runs < 3) await new Promise((resolve) => setTimeout(resolve, 2));
    await running.stop();
    expect(ended).toBe(runs);
    const then = runs;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(runs).toBe(then);
    expect(errors).toHaveLength(1);
  });
});
