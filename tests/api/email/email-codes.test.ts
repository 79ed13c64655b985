// Codes to any address, before signing in (S-01 and S-02, D-15, D-16), and the proof that a correct one gives.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMAIL_PROOF_COOKIE, takeEmailProof } from '#server/domain/codes/email-proof.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import type { Browser } from '../support/browser.ts';
import { codeTo, mailsTo, otherCode } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const TEN_MINUTES = 600;
const PARALLEL = 50;

const newAddress = () => `nori-${randomUUID().slice(0, 8)}@mail.example`;

/** A visitor at the email step of a sign-up, with the code from the mail. */
async function asked(address = newAddress()) {
  const browser = world.browser();
  const sent = await browser.call('sendEmailVerificationCodeNoLogin', { body: { email: address, purpose: 'signUp' } });
  expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200, body: { expiresIn: 600, resendIn: 60 } });
  const code = await codeTo(world, address, 'signUpCode');
  const verify = (given: string, key?: string) =>
    browser.call('verifyEmailNoLogin', { body: { email: address, code: given }, key });
  const ask = (key?: string) =>
    browser.call('sendEmailVerificationCodeNoLogin', { body: { email: address, purpose: 'signUp' }, key });
  return { address, browser, code, verify, ask };
}

/** Uses a proof up, as an operation of another file would. */
function take(browser: Browser, email: string): Promise<void> {
  const cookies = { read: () => browser.cookies.get(EMAIL_PROOF_COOKIE.name) ?? null };
  return inTransaction(world.db, (trx) =>
    takeEmailProof(trx, world.services, { cookies } as unknown as CallContext, email),
  );
}

describe('a code to an address', () => {
  it('is six digits in a mail, stored as a keyed hash, and proves the address', async () => {
    const { address, code, verify } = await asked();
    const [mail] = await mailsTo(world, address);
    expect(mail).toMatchObject({
      kind: 'signUpCode',
      member_id: null,
      recipient_name: '',
      subject: 'Your code to sign up with Perch',
    });
    expect(mail?.body).toContain('10 minutes');
    const rows = await world.db.selectFrom('email_codes').selectAll().execute();
    expect(rows.some((row) => row.code_hash.length === 32)).toBe(true);
    expect(rows.map((row) => row.code_hash.toString('latin1')).join()).not.toContain(code);
    const proven = await verify(code);
    expect(proven).toMatchObject({
      status: 200,
      body: { proof: expect.stringMatching(/^evp_[\w-]{43}$/), expiresIn: 1800 },
    });
  });

  it('is in the language of the caller', async () => {
    const address = newAddress();
    await world
      .browser({ culture: 'ja-JP' })
      .call('sendEmailVerificationCodeNoLogin', { body: { email: address, purpose: 'signUp' } });
    expect((await mailsTo(world, address))[0]?.subject).toBe('【Perch】ご登録用コード');
  });

  it('ignores the case of the address', async () => {
    const { address, browser, code } = await asked();
    expect((await browser.call('verifyEmailNoLogin', { body: { email: address.toUpperCase(), code } })).status).toBe(
      200,
    );
  });

  it('is valid for ten minutes', async () => {
    const first = await asked();
    world.clock.advance(TEN_MINUTES - 1);
    expect((await first.verify(first.code)).status).toBe(200);
    const second = await asked();
    world.clock.advance(TEN_MINUTES);
    expect((await second.verify(second.code)).body).toMatchObject({ status: 400, code: 'code_expired' });
  });

  it('works once', async () => {
    const { code, verify } = await asked();
    expect((await verify(code)).status).toBe(200);
    expect((await verify(code)).body).toMatchObject({ status: 400, code: 'code_expired' });
  });

  it('works once under fifty parallel uses', async () => {
    const { code, verify } = await asked();
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => verify(code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'code_expired')).toHaveLength(PARALLEL - 1);
  });

  it('is void after the fifth wrong try, and every try says how many are left', async () => {
    const { code, verify } = await asked();
    const wrong = (step: number) => verify(otherCode(code, step));
    expect((await wrong(1)).body).toMatchObject({
      status: 400,
      code: 'code_incorrect',
      triesLeft: 4,
      errors: { code: ['Code is incorrect.'] },
    });
    for (const triesLeft of [3, 2, 1]) expect((await wrong(triesLeft)).body.triesLeft).toBe(triesLeft);
    expect((await wrong(5)).body).toMatchObject({ status: 400, code: 'code_used_up' });
    expect((await verify(code)).body.code).toBe('code_used_up');
  });

  it('is compared at most five times under fifty parallel guesses', async () => {
    const { address, code, verify } = await asked();
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) => verify(otherCode(code, index + 1))),
    );
    expect(answers.filter((answer) => answer.body.code === 'code_incorrect')).toHaveLength(4);
    expect(answers.filter((answer) => answer.body.code === 'code_used_up')).toHaveLength(PARALLEL - 4);
    expect((await verify(code)).body.code).toBe('code_used_up');
    const tries = await world.db.selectFrom('email_codes').select('tries').where('tries', '>', 5).execute();
    expect(tries, address).toEqual([]);
  });

  it('is void once a newer one was sent', async () => {
    const { code, verify, ask, address } = await asked();
    world.clock.advance(60);
    expect((await ask()).status).toBe(200);
    const newer = await codeTo(world, address, 'signUpCode');
    if (newer !== code) expect((await verify(code)).body).toMatchObject({ code: 'code_incorrect', triesLeft: 4 });
    expect((await verify(newer)).status).toBe(200);
  });

  it('is valid only for its own address and purpose', async () => {
    const member = await world.member();
    const mine = await asked();
    const other = await asked();
    expect((await other.verify(mine.code === other.code ? otherCode(mine.code) : mine.code)).body.code).toBe(
      'code_incorrect',
    );
    await mine.browser.call('sendEmailVerificationCodeNoLogin', { body: { email: member.email, purpose: 'userName' } });
    const code = await codeTo(world, member.email, 'userNameCode');
    expect((await mine.browser.call('verifyEmailNoLogin', { body: { email: member.email, code } })).body.code).toBe(
      'code_expired',
    );
    expect(
      (await mine.browser.call('forgetUsername', { body: { email: mine.address, code: mine.code } })).body.code,
    ).toBe('code_expired');
  });

  it('whose mail was never sent becomes void', async () => {
    expect(
      (await world.browser().call('verifyEmailNoLogin', { body: { email: newAddress(), code: '123456' } })).body,
    ).toMatchObject({
      status: 400,
      code: 'code_expired',
    });
  });
});

describe('asking for codes', () => {
  it('again is possible after a minute', async () => {
    const { ask } = await asked();
    world.clock.advance(18);
    const soon = await ask();
    expect(soon.body).toMatchObject({ status: 429, code: 'code_too_soon', retryAfterSeconds: 42 });
    expect(soon.headers['retry-after']).toBe('42');
    world.clock.advance(42);
    expect((await ask()).status).toBe(200);
  });

  it('is possible five times an hour and ten a day per address, whatever its case and the purpose', async () => {
    const address = newAddress();
    const browser = world.browser();
    const ask = (index: number) =>
      browser.call('sendEmailVerificationCodeNoLogin', {
        body: {
          email: index % 2 === 0 ? address : address.toUpperCase(),
          purpose: index === 1 ? 'userName' : 'signUp',
        },
      });
    const statuses = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await ask(index)).status);
      world.clock.advance(61);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await ask(0);
    expect(refused.body).toMatchObject({ code: 'too_many_mails', retryAfterSeconds: 3600 - 6 * 61 });
    world.clock.advance(3600);
    for (let index = 0; index < 5; index += 1) {
      expect((await ask(0)).status).toBe(200);
      world.clock.advance(61);
    }
    world.clock.advance(3600);
    expect((await ask(0)).body).toMatchObject({ status: 429, code: 'too_many_mails' });
    world.clock.advance(86_400);
    expect((await ask(0)).status).toBe(200);
  });

  it('in fifty parallel calls sends one', async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () =>
        world.browser().call('sendEmailVerificationCodeNoLogin', { body: { email: address, purpose: 'signUp' } }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await mailsTo(world, address)).toHaveLength(1);
  });

  it('under the same key sends one and answers the same, with the seconds that remain', async () => {
    const address = newAddress();
    const ask = () =>
      world.browser().call('sendEmailVerificationCodeNoLogin', {
        body: { email: address, purpose: 'signUp' },
        key: 'sign-up-code-01',
      });
    await ask();
    world.clock.advance(20);
    const again = await ask();
    expect(again).toMatchObject({ status: 200, body: { expiresIn: 580, resendIn: 40 } });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await mailsTo(world, address)).toHaveLength(1);
    const other = await world.browser().call('sendEmailVerificationCodeNoLogin', {
      body: { email: newAddress(), purpose: 'signUp' },
      key: 'sign-up-code-01',
    });
    expect(other.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });
});

describe('the proof of an address', () => {
  it('is a cookie that scripts and other sites can’t use, only for the account paths', async () => {
    const { browser, code, verify } = await asked();
    await verify(code);
    const cookie = browser.setCookies.get('perch_email_proof');
    expect(cookie).toMatch(
      /^__Host-perch_email_proof=evp_[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('is stored as a hash', async () => {
    const { code, verify } = await asked();
    const { body } = await verify(code);
    const rows = await world.db.selectFrom('email_proofs').select('proof_hash').execute();
    expect(rows.map((row) => row.proof_hash.toString('latin1')).join()).not.toContain(body.proof);
  });

  it('is the same after a lost response, by repeating the call; who asks for the outcome gets none', async () => {
    const { address, browser, code, verify } = await asked();
    const key = randomUUID();
    const first = await verify(code, key);
    world.clock.advance(100);
    const other = world.browser();
    other.cookies.set('perch_asking', browser.cookies.get('perch_asking') ?? '');
    const again = await other.call('verifyEmailNoLogin', { body: { email: address, code }, key });
    expect(again.body).toEqual({ ...first.body, expiresIn: 1700 });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await other.call('isEmailExists', { query: { email: address } })).body).toEqual({ existed: false });
    const third = world.browser();
    const outcome = await third.call('getRequestOutcome', { path: { key } });
    const answer = { expiresIn: 1700 };
    expect(outcome.body).toEqual({ state: 'done', operationId: 'verifyEmailNoLogin', status: 200, answer });
    expect(outcome.headers['set-cookie']).toBeUndefined();
    expect(other.setCookies.get('perch_email_proof')).toContain('Max-Age=1700; Path=/;');
    world.clock.advance(TEN_MINUTES);
    expect((await third.call('getRequestOutcome', { path: { key } })).body.answer).toBeNull();
    expect((await verify(code, key)).body.code).toBe('code_expired');
  });

  it('is used once in fifty parallel calls', async () => {
    const { address, browser, code, verify } = await asked();
    await verify(code);
    const uses = await Promise.allSettled(Array.from({ length: PARALLEL }, () => take(browser, address)));
    expect(uses.filter((use) => use.status === 'fulfilled')).toHaveLength(1);
    for (const use of uses)
      if (use.status === 'rejected') expect(use.reason).toMatchObject({ code: 'email_not_verified' });
    expect((await browser.call('isEmailExists', { query: { email: address } })).status).toBe(403);
  });

  it('of another address, expired or missing is refused, and left as it is', async () => {
    const { address, browser, code, verify } = await asked();
    await verify(code);
    await expect(take(browser, newAddress())).rejects.toMatchObject({ code: 'email_different' });
    await expect(take(world.browser(), address)).rejects.toBeInstanceOf(Problem);
    world.clock.advance(1799);
    await take(browser, address.toUpperCase());
    const late = await asked();
    await late.verify(late.code);
    world.clock.advance(1800);
    await expect(take(late.browser, late.address)).rejects.toMatchObject({ code: 'email_not_verified' });
  });

  it('is returned if the call that used it fails', async () => {
    const { address, browser, code, verify } = await asked();
    await verify(code);
    const cookies = { read: () => browser.cookies.get('perch_email_proof') ?? null };
    const undone = inTransaction(world.db, async (trx) => {
      await takeEmailProof(trx, world.services, { cookies } as unknown as CallContext, address);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await take(browser, address);
  });
});
