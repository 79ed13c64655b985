import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../support/browser.ts';
import type { Answer } from '../support/call.ts';
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const STEP = 30;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

interface Attempt {
  member: TestMember;
  browser: Browser;
  challenge: string;
  answer(code: string, method?: 'totp' | 'recoveryCode', key?: string): Promise<Answer>;
}

/** A member with a second factor who has given the right password. */
async function attempt(given?: TestMember): Promise<Attempt> {
  const member = given ?? (await world.member({ secondFactor: true }));
  const browser = world.browser();
  const first = await browser.signIn(member);
  expect(first.body).toMatchObject({
    result: 'secondFactor',
    methods: ['totp', 'recoveryCode'],
    triesLeft: 5,
    expiresIn: 300,
  });
  const challenge: string = first.body.challenge;
  return {
    member,
    browser,
    challenge,
    answer: (code, method = 'totp', key = undefined) =>
      browser.call('verifyTwoFactor', { body: { challenge, method, code }, key }),
  };
}

/** A 6-digit code that is not valid now or one step before or after. */
function wrongCode(member: TestMember): string {
  const right = [member.code(-1), member.code(), member.code(1)];
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '444444';
}

describe('the second step of a sign-in', () => {
  it('accepts the code of the app, and opens the account', async () => {
    const { member, browser, answer } = await attempt();
    const granted = await answer(member.code());
    expect(granted.body).toMatchObject({ result: 'granted', expiresIn: 600 });
    expect((await browser.call('getUserInfo', { token: granted.body.accessToken })).body).toMatchObject({
      twoFactorEnabled: true,
    });
    expect(await world.auditOf(member)).toEqual(['second_factor_asked', 'signed_in']);
  });

  it('opens nothing before the code', async () => {
    const { browser, challenge } = await attempt();
    expect((await browser.call('getUserInfo', { token: challenge })).status).toBe(401);
  });

  it('reads the handle from the cookie after a reload, and the body takes precedence over the cookie', async () => {
    const { member, browser } = await attempt();
    expect(browser.cookies.get('perch_challenge')).toMatch(/^ch_/);
    const other = await attempt();
    const mixed = await browser.call('verifyTwoFactor', {
      body: {
        challenge: other.challenge,
        method: 'totp',
        code: wrongCode(other.member),
      },
    });
    expect(mixed.body).toMatchObject({ code: 'code_incorrect', triesLeft: 4 });
    expect((await other.answer(wrongCode(other.member))).body.triesLeft).toBe(3);
    const granted = await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } });
    expect(granted.status).toBe(200);
    expect(browser.cookies.has('perch_challenge')).toBe(false);
  });

  it('ignores blanks and hyphens', async () => {
    const { member, answer } = await attempt();
    const code = member.code();
    expect((await answer(`${code.slice(0, 3)} - ${code.slice(3)}`)).status).toBe(200);
  });

  it('accepts only ASCII digits: the same digits in full width or another script are wrong', async () => {
    const { member, answer } = await attempt();
    const shifted = (zero: number) =>
      member.code().replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    for (const zero of [0xff10, 0x0660])
      expect((await answer(shifted(zero))).body).toMatchObject({ status: 400, code: 'code_incorrect' });
    expect((await answer(member.code())).status).toBe(200);
  });

  it.each([-1, 1])('accepts the code of %i step away', async (steps) => {
    const { member, answer } = await attempt();
    expect((await answer(member.code(steps))).status).toBe(200);
  });

  it.each([-2, 2])('refuses the code of %i steps away', async (steps) => {
    const { member, answer } = await attempt();
    expect((await answer(member.code(steps))).body).toMatchObject({
      code: 'code_incorrect',
      triesLeft: 4,
      errors: { code: ['Code is incorrect.'] },
    });
  });

  it('refuses the same code a second time, and an older one after a newer', async () => {
    const { member, answer } = await attempt();
    const code = member.code();
    expect((await answer(code)).status).toBe(200);
    expect((await (await attempt(member)).answer(code)).body.code).toBe('code_incorrect');
    expect((await (await attempt(member)).answer(member.code(-1))).body.code).toBe('code_incorrect');
    world.clock.advance(STEP);
    expect((await (await attempt(member)).answer(member.code())).status).toBe(200);
  });

  it('gives one of 50 parallel uses of a code the session', async () => {
    const member = await world.member({ secondFactor: true });
    const attempts: Attempt[] = [];
    for (let count = 0; count < 10; count += 1) attempts.push(await attempt(member));
    const code = member.code();
    const answers = await Promise.all(attempts.flatMap(({ answer }) => Array.from({ length: 5 }, () => answer(code))));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('ends after five minutes', async () => {
    const { member, answer } = await attempt();
    world.clock.advance(5 * MINUTE - 1);
    expect((await answer(wrongCode(member))).status).toBe(400);
    world.clock.advance(1);
    expect((await answer(member.code())).body).toMatchObject({ status: 401, code: 'challenge_expired' });
  });

  it('is over once something has ended it, by whatever clock that was', async () => {
    const owner = await attempt();
    const { member } = owner;
    const token = (await owner.answer(member.code())).body.accessToken as string;
    world.clock.advance(STEP);
    const { answer } = await attempt(member);
    // Another process, whose clock is ahead, or whose transaction began later and had the member first.
    world.clock.advance(STEP);
    const changed = await owner.browser.call('changePassword', {
      body: {
        password: PASSWORD,
        newPassword: 'correct horse battery',
        secondFactor: { method: 'recoveryCode', code: member.recoveryCodes[0] ?? '' },
      },
      token,
    });
    world.clock.advance(-STEP);
    expect(changed.status).toBe(200);
    expect((await answer(member.code())).body).toMatchObject({ status: 401, code: 'challenge_expired' });
  });

  it('opens no account that is frozen', async () => {
    const { member, answer } = await attempt();
    // Nothing but the account itself says so.
    await world.db
      .updateTable('members')
      .set({ frozen_at: world.clock.now(), frozen_by: 'member' })
      .where('id', '=', member.id)
      .execute();
    expect((await answer(member.code())).body).toMatchObject({ status: 401, code: 'challenge_expired' });
  });

  it('refuses a challenge that is invented, missing or already answered', async () => {
    const { member, answer } = await attempt();
    const nobody = world.browser();
    expect(
      (await nobody.call('verifyTwoFactor', { body: { challenge: 'ch_made-up', method: 'totp', code: '123456' } })).body
        .code,
    ).toBe('challenge_expired');
    expect((await nobody.call('verifyTwoFactor', { body: { method: 'totp', code: '123456' } })).body.code).toBe(
      'challenge_expired',
    );
    expect((await answer(member.code())).status).toBe(200);
    world.clock.advance(STEP);
    expect((await answer(member.code())).body.code).toBe('challenge_expired');
  });
});

describe('five tries', () => {
  it('are counted down and then the challenge is over, even for the right code', async () => {
    const { member, answer } = await attempt();
    const left = [];
    for (let tries = 0; tries < 4; tries += 1) left.push((await answer(wrongCode(member))).body.triesLeft);
    expect(left).toEqual([4, 3, 2, 1]);
    expect((await answer(wrongCode(member))).body).toMatchObject({ status: 401, code: 'challenge_used_up' });
    expect((await answer(member.code())).body.code).toBe('challenge_used_up');
  });

  it('are five under 50 parallel tries', async () => {
    const { member, answer } = await attempt();
    const answers = await Promise.all(Array.from({ length: 50 }, () => answer(wrongCode(member))));
    const failed = await world.db
      .selectFrom('audit_events')
      .select('id')
      .where('member_id', '=', member.id)
      .where('kind', '=', 'second_factor_failed')
      .execute();
    expect(failed).toHaveLength(5);
    expect(answers.filter((each) => each.status === 400)).toHaveLength(4);
    expect(answers.filter((each) => each.body.code === 'challenge_used_up')).toHaveLength(46);
  });
});

describe('ten failures over all challenges', () => {
  it('lock the second factor for 15 minutes, then for twice as long, up to a day', async () => {
    const member = await world.member({ secondFactor: true });
    const locks = [];
    for (let lock = 0; lock < 9; lock += 1) {
      for (const tries of [4, 4, 2]) {
        const { answer } = await attempt(member);
        for (let count = 0; count < tries; count += 1) expect((await answer(wrongCode(member))).status).toBe(400);
      }
      const { answer } = await attempt(member);
      const refused = await answer(member.code());
      expect(refused.body).toMatchObject({ status: 429, code: 'second_factor_locked' });
      expect(refused.headers['retry-after']).toBe(String(refused.body.retryAfterSeconds));
      expect(new Date(refused.body.until).getTime() - world.clock.now().getTime()).toBe(
        refused.body.retryAfterSeconds * 1000,
      );
      locks.push(refused.body.retryAfterSeconds);
      world.clock.advance(refused.body.retryAfterSeconds);
    }
    expect(locks.slice(0, 7)).toEqual([15, 30, 60, 120, 240, 480, 960].map((minutes) => minutes * MINUTE));
    expect(locks.slice(7)).toEqual([24 * HOUR, 24 * HOUR]);
  });

  it('use no try of the challenge while they lock, and are cleared by a right code', async () => {
    const member = await world.member({ secondFactor: true });
    for (const tries of [4, 4, 2]) {
      const { answer } = await attempt(member);
      for (let count = 0; count < tries; count += 1) await answer(wrongCode(member));
    }
    world.clock.advance(15 * MINUTE - MINUTE);
    const late = await attempt(member);
    for (let count = 0; count < 6; count += 1) expect((await late.answer(member.code())).status).toBe(429);
    world.clock.advance(MINUTE);
    expect((await late.answer(member.code())).status).toBe(200);
    const next = await attempt(member);
    for (let count = 0; count < 4; count += 1) expect((await next.answer(wrongCode(member))).status).toBe(400);
  });
});

describe('recovery codes', () => {
  it('pass the second step once each, and the member is notified', async () => {
    const { member, answer } = await attempt();
    const [code = ''] = member.recoveryCodes;
    expect((await answer(code, 'recoveryCode')).status).toBe(200);
    const mails = await world.mailsOf(member);
    expect(mails.map((mail) => mail.kind).sort()).toEqual(['newSignIn', 'recoveryCodeUsed']);
    expect(mails.find((mail) => mail.kind === 'recoveryCodeUsed')?.body).toContain('Codes left: 9');
    expect((await (await attempt(member)).answer(code, 'recoveryCode')).body.code).toBe('code_incorrect');
    expect(await world.auditOf(member)).toContain('recovery_code_used');
  });

  it('are accepted as people type them', async () => {
    const { member, answer } = await attempt();
    const [code = ''] = member.recoveryCodes;
    expect(
      (await answer(code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l'), 'recoveryCode'))
        .status,
    ).toBe(200);
  });

  it('are not the codes of another member, nor codes of the app', async () => {
    const other = await world.member({ secondFactor: true });
    const { member, answer } = await attempt();
    expect((await answer(other.recoveryCodes[0] ?? '', 'recoveryCode')).status).toBe(400);
    expect((await answer(member.recoveryCodes[0] ?? '', 'totp')).status).toBe(400);
    expect((await answer(member.code(), 'recoveryCode')).status).toBe(400);
  });

  it('have one winner of 50 parallel uses', async () => {
    const member = await world.member({ secondFactor: true });
    const attempts: Attempt[] = [];
    for (let count = 0; count < 10; count += 1) attempts.push(await attempt(member));
    const [code = ''] = member.recoveryCodes;
    const answers = await Promise.all(
      attempts.flatMap(({ answer }) => Array.from({ length: 5 }, () => answer(code, 'recoveryCode'))),
    );
    expect(answers.filter((each) => each.status === 200)).toHaveLength(1);
    const used = await world.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('member_id', '=', member.id)
      .where('used_at', 'is not', null)
      .execute();
    expect(used).toHaveLength(1);
  });

  it('are offered only while there are some', async () => {
    const member = await world.member({ secondFactor: true });
    await world.db
      .updateTable('recovery_codes')
      .set({ used_at: world.clock.now() })
      .where('member_id', '=', member.id)
      .execute();
    expect((await world.browser().signIn(member)).body.methods).toEqual(['totp']);
  });
});

describe('a right code whose response was lost', () => {
  it('is answered again for the same call, in place of the first session', async () => {
    const { member, browser, answer } = await attempt();
    const code = member.code();
    const first = await answer(code, 'totp', 'second-step-01');
    const again = await answer(code, 'totp', 'second-step-01');
    expect(again.status).toBe(200);
    expect((await browser.call('getUserInfo', { token: first.body.accessToken })).status).toBe(401);
    expect((await browser.call('getUserInfo', { token: again.body.accessToken })).status).toBe(200);
    expect((await answer(code, 'totp', 'second-step-01')).body.code).toBe('challenge_expired');
  });

  it.each([
    ['without the key', undefined, 0],
    ['under another key', 'second-step-03', 0],
    ['too late', 'second-step-02', 61],
  ])('is not answered again %s', async (_case, key, later) => {
    const { member, answer } = await attempt();
    const code = member.code();
    expect((await answer(code, 'totp', 'second-step-02')).status).toBe(200);
    world.clock.advance(later);
    expect((await answer(code, 'totp', key)).body.code).toBe('challenge_expired');
  });
});
