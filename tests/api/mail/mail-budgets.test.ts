// Who pays for mails with codes and links (S-02): what anybody can request does not use the budget of a member, nor of
// getting back into an account; and nothing of a member's own budget is visible to others.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { BUDGETS, type MailPurpose } from '#server/domain/codes/budgets.ts';
import { accountHash } from '#server/domain/codes/addresses.ts';
import { countSend, type Send } from '#server/domain/codes/send-limits.ts';
import { sendCode } from '#server/domain/codes/email-codes.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { memberRecipient } from '#server/platform/mail/outbox.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { mailsTo } from '../support/mails.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { forgetCalls } from '../support/rows.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

/** Support signs a member out everywhere. */
const endSessions = (username: string) =>
  outcomeOf(world.services, {
    args: ['members', 'end-sessions', username, '--reason', 'stolen phone'],
    operator: 'olga',
    osUser: 'unix-olga',
  });
/** Of a browser that no account knows. */
const noCookies = { read: () => null, set: () => undefined, clear: () => undefined };

type Account = { email: string; username: string };
type Asks = (who: Account) => Promise<{ status: number; body: { code?: string } }>;

/** Every call that mails a code or link without a session, as a stranger makes it for a member's address. */
const ANYBODY: Readonly<Record<string, (browser: ReturnType<World['browser']>) => Asks>> = {
  sendEmailVerificationCodeNoLogin:
    (browser) =>
    ({ email }) =>
      browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } }),
  forgetPassword:
    (browser) =>
    ({ email }) =>
      browser.call('forgetPassword', { body: { email, username: 'whoever' } }),
  sendResetPasswordCodeByEmail:
    (browser) =>
    async ({ email }) => {
      await browser.call('forgetPassword', { body: { email, username: 'somebody' } });
      world.clock.advance(61);
      return browser.call('sendResetPasswordCodeByEmail', { query: { email } });
    },
  sendThawLink:
    (browser) =>
    ({ email }) =>
      browser.call('sendThawLink', { body: { email, username: 'whoever' } }),
};

/** A stranger sends requests until nothing more is mailed. */
async function spend(operation: string, who: Account): Promise<void> {
  const ask = ANYBODY[operation]?.(world.browser());
  for (let call = 0; call < 12; call += 1) {
    const answer = await ask?.(who);
    if (answer?.status === 429) return expect(answer.body.code).toBe('too_many_mails');
    world.clock.advance(61);
  }
  throw new Error(`${operation} knows no limit`);
}

const drafted = async (who: Rich) =>
  (await who.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: '2000' } })).body.id as string;

/** Requests every mail that a signed-in member can request. */
async function ownCodes(who: Rich): Promise<number[]> {
  const { email } = who.member;
  const draft = await who.call('sendDraftCode', { path: { id: await drafted(who) } });
  const verify = await who.call('sendEmailVerificationCode', { body: { email } });
  const change = await who.call('sendChangeEmailUrl', { body: { password: who.member.password } });
  return [draft.status, verify.status, change.status];
}

interface Described {
  operationId: string;
  security?: unknown[];
  responses: Record<string, { $ref?: string }>;
}

/** The calls that are open to everybody and send a mail. */
function mailingCalls(): string[] {
  const calls = Object.values(description.paths as unknown as Record<string, Record<string, Described>>).flatMap(
    (path) => Object.values(path),
  );
  return calls
    .filter(
      ({ security, responses }) =>
        security?.length === 0 && responses?.['429']?.$ref?.endsWith('/MailThrottled') === true,
    )
    .map(({ operationId }) => operationId);
}

describe('what anybody can request', () => {
  it('is requested by these calls, and by no other', () => {
    expect(mailingCalls().sort()).toEqual(Object.keys(ANYBODY).sort());
  });

  it.each(Object.keys(ANYBODY))(
    'does not use the budget of the member, nor of getting back into the account: %s',
    async (operation) => {
      const who = await rich(world);
      const { email, username } = who.member;
      await spend(operation, { email, username });
      expect(await ownCodes(who)).toEqual([200, 200, 200]);
      const own = world.browser();
      expect((await own.call('forgetPassword', { body: { email, username } })).status).toBe(200);
      expect((await own.call('sendThawLink', { body: { email, username } })).status).toBe(200);
    },
  );

  it('leaves some for the owner, even if a stranger knows address and username', async () => {
    const strict = await createWorld({ on: world, config: { rateLimitScale: 1 } });
    const { id: memberId, email, username } = await world.member();
    const account = accountHash(world.services.keys, { email, username });
    const from = (caller: string) =>
      inTransaction(world.db, (trx) =>
        countSend(trx, strict.services, {
          purpose: 'resetPassword',
          account,
          memberId,
          call: { session: null, caller, cookies: noCookies },
        }),
      );
    const asked = async (caller: string) => {
      world.clock.advance(61);
      return from(caller).then(
        () => 'sent',
        (error: { code: string }) => error.code,
      );
    };
    expect([
      await asked('203.0.113.1'),
      await asked('203.0.113.1'),
      await asked('203.0.113.1'),
      await asked('203.0.113.1'),
    ]).toEqual(['sent', 'sent', 'sent', 'too_many_mails']);
    expect(await asked('198.51.100.7')).toBe('sent');
    await strict.close();
  });

  it.each([1, 2, 100])('leaves more than one caller can use, with limits %i times as wide', async (rateLimitScale) => {
    await forgetCalls(world);
    const wide = await createWorld({ on: world, config: { rateLimitScale, trustProxy: ['127.0.0.1'] } });
    const { email, username } = await world.member();
    const ask = async (from: string) => {
      world.clock.advance(61);
      return (
        await wide.browser().call('forgetPassword', { body: { email, username }, headers: { 'x-forwarded-for': from } })
      ).status;
    };
    const asked = [];
    for (let call = 0; call < 5; call += 1) asked.push(await ask('198.51.100.1'));
    expect(asked).toEqual([200, 200, 200, 429, 429]);
    expect(await ask('203.0.113.9')).toBe(200);
    await wide.close();
  });

  it.each(['forgetPassword', 'sendThawLink'] as const)(
    'does not use the reserve of a browser that the account knows: %s',
    async (id) => {
      const wide = await createWorld({ on: world, config: { trustProxy: ['127.0.0.1'] } });
      const member = await world.member();
      const { email, username } = member;
      const own = wide.browser();
      const { accessToken: token } = await own.session(member);
      if (id === 'sendThawLink') await own.call('freezeAccount', { token });
      const ask = async (browser: typeof own, from: string) => {
        world.clock.advance(61);
        return (await browser.call(id, { body: { email, username }, headers: { 'x-forwarded-for': from } })).status;
      };
      for (const stranger of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '203.0.113.9'])
        for (let call = 0; call < 3; call += 1) await ask(wide.browser(), stranger);
      expect(await ask(wide.browser(), '203.0.113.10')).toBe(429);
      const answers = [];
      for (let call = 0; call < 6; call += 1) answers.push(await ask(own, '203.0.113.9'));
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
      const elsewhere = wide.browser();
      await elsewhere.session(await world.member());
      expect(await ask(elsewhere, '203.0.113.11')).toBe(429);
      await wide.close();
    },
  );

  it('is limited for all browsers together that the account knows', async () => {
    const member = await world.member();
    const { email, username } = member;
    const answers: number[] = [];
    for (let each = 0; each < 4; each += 1) {
      const browser = world.browser();
      await browser.session(member);
      for (let call = 0; call < 5; call += 1) {
        world.clock.advance(61);
        answers.push((await browser.call('forgetPassword', { body: { email, username } })).status);
      }
    }
    expect(answers).toEqual([...Array.from({ length: 15 }, () => 200), 429, 429, 429, 429, 429]);
  });

  it('is limited for each caller over all recipients', async () => {
    const strict = await createWorld({ on: world, config: { rateLimitScale: 1 } });
    const call = { session: null, caller: '203.0.113.9', cookies: noCookies };
    const ask = (index: number) =>
      inTransaction(world.db, (trx) =>
        countSend(trx, strict.services, { purpose: 'signUp', email: `${index}-${randomUUID()}@mail.example`, call }),
      );
    for (let index = 0; index < 20; index += 1) await ask(index);
    await expect(ask(20)).rejects.toMatchObject({ code: 'too_many_mails' });
    await strict.close();
  });

  it('ends at the same count for the address of a busy member and for an unknown one', async () => {
    const who = await rich(world);
    for (let act = 0; act < 6; act += 1) {
      await who.call('sendDraftCode', { path: { id: await drafted(who) } });
      world.clock.advance(61);
    }
    const counts = async (email: string) => {
      const statuses = [];
      for (let call = 0; call < 6; call += 1) {
        statuses.push(
          (await world.browser().call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } }))
            .status,
        );
        world.clock.advance(61);
      }
      return statuses;
    };
    const [busy, nobody] = [await counts(who.member.email), await counts(`${randomUUID()}@mail.example`)];
    expect(busy).toEqual([200, 200, 200, 200, 200, 429]);
    expect(nobody).toEqual(busy);
  });
});

describe('the budget of a purpose', () => {
  const anybody = { session: null, caller: '203.0.113.5', culture: 'en-US', device: '' } as unknown as CallContext;
  const own = (Object.keys(BUDGETS) as MailPurpose[]).filter((purpose) => BUDGETS[purpose].of === 'member');

  it.each(own)('that belongs to a member can be spent by nobody else: %s', async (purpose) => {
    const { id: memberId } = await world.member();
    const planted = { purpose, memberId, act: 'planted', call: anybody } as Send;
    await expect(inTransaction(world.db, (trx) => countSend(trx, world.services, planted))).rejects.toThrow(
      'can only be requested by the member',
    );
  });

  it('cannot be chosen by a call: an anonymous call gets no code that confirms money', async () => {
    const { id, email } = await world.member();
    const planted = inTransaction(world.db, async (trx) =>
      sendCode(trx, world.services, anybody, {
        binding: { purpose: 'verifyEmail', email, account: id },
        to: await memberRecipient(trx, id),
      }),
    );
    await expect(planted).rejects.toThrow('can only be requested by the member');
    // @ts-expect-error -- a member's own code needs a member
    const nobodys: Parameters<typeof sendCode>[3] = {
      binding: { purpose: 'verifyEmail', email, account: id },
      to: 'nobody',
    };
    expect(nobodys.binding.purpose).toBe('verifyEmail');
  });
});

describe('the first code of a new act', () => {
  it('is sent at once after a code of another act, used or not', async () => {
    const who = await rich(world);
    expect((await who.call('sendDraftCode', { path: { id: await drafted(who) } })).status).toBe(200);
    const next = await who.call('createTransfer', {
      body: {
        recipient: (await world.member()).username,
        asset: 'USDT',
        amount: '1',
        note: 'Lunch',
      },
    });
    const sent = await who.call('sendDraftCode', { path: { id: next.body.id } });
    expect(sent).toMatchObject({ status: 200, body: { codeSent: true } });
    expect((await who.call('sendDraftCode', { path: { id: next.body.id } })).body).toMatchObject({
      code: 'code_too_soon',
      retryAfterSeconds: 60,
    });
  });
});

describe('codes that a session requests and nobody uses', () => {
  /** A session requests a code for a new draft. */
  const asks = async (browser: ReturnType<World['browser']>, token: string) => {
    const draft = await browser.call('createExchange', {
      body: { from: 'USDT', to: 'MSPC', amount: '2000' },
      token,
      key: randomUUID(),
    });
    return (await browser.call('sendDraftCode', { path: { id: draft.body.id }, token, key: randomUUID() })).status;
  };
  const spendAll = async (who: Rich) => {
    const browser = world.browser();
    const { accessToken: token } = await browser.session(who.member);
    const statuses = [];
    for (let code = 0; code < 11; code += 1) statuses.push(await asks(browser, token));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    return { browser, token };
  };

  it('are limited to ten an hour, and another session has its own ten', async () => {
    const who = await rich(world);
    await spendAll(who);
    expect(await asks(who.browser, who.token)).toBe(200);
  });

  it('are limited to thirty for all sessions, and are returned if support ends them, but not after a sign-out', async () => {
    const who = await rich(world);
    const [first] = [await spendAll(who), await spendAll(who), await spendAll(who)];
    expect(await asks(who.browser, who.token)).toBe(429);
    expect((await first.browser.call('revokeToken', { body: {}, token: first.token })).status).toBe(204);
    expect(await asks(who.browser, who.token)).toBe(429);
    await endSessions(who.member.username);
    const again = world.browser();
    expect(await asks(again, (await again.session(who.member)).accessToken)).toBe(200);
  });

  it.each([
    ['ends the others', (who: Rich) => who.call('endOtherSessions', { body: { password: who.member.password } })],
    [
      'spends a refresh token twice',
      async (who: Rich) => {
        const { refreshToken } = await world.browser().session(who.member);
        await world.browser().call('refreshToken', { body: { refreshToken } });
        return world.browser().call('refreshToken', { body: { refreshToken } });
      },
    ],
  ])('are never returned to a thief who knows only the password and %s', async (_, end) => {
    const who = await rich(world);
    const before = (await mailsTo(world, who.member.email, 'exchangeCode')).length;
    for (let round = 0; round < 5; round += 1) {
      const browser = world.browser();
      const { accessToken: token } = await browser.session(who.member);
      for (let code = 0; code < 10; code += 1) await asks(browser, token);
      await end(who);
    }
    expect((await mailsTo(world, who.member.email, 'exchangeCode')).length - before).toBe(30);
  });

  it('to an address that may be a stranger’s are never returned', async () => {
    const { member } = await rich(world);
    const act = () => ({ purpose: 'changeEmail' as const, memberId: member.id, act: randomUUID() });
    const ask = async () => {
      const browser = world.browser();
      await browser.session(member);
      const { id } = await world.db
        .selectFrom('sessions')
        .select('id')
        .where('member_id', '=', member.id)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .executeTakeFirstOrThrow();
      const call = {
        session: { id, memberId: member.id },
        caller: '203.0.113.9',
        cookies: noCookies,
      } as unknown as CallContext;
      await inTransaction(world.db, (trx) => countSend(trx, world.services, { ...act(), call }));
    };
    for (let code = 0; code < 5; code += 1) await ask();
    await endSessions(member.username);
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_mails' });
  });

  it('are limited for all sessions together if they go to an address that may be a stranger’s', () => {
    expect(BUDGETS.changeEmail.total).toEqual(BUDGETS.changeEmail.session);
  });
});
