import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepExpired, wipeMailSecrets } from '#server/entry/jobs/sweep.ts';
import { codeTo, linkTo, tokenIn } from '../support/mails.ts';
import { codeOfKey, PASSWORD } from '#fixtures/club/members.ts';
import { mailedCode } from '../support/binding.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

describe('secrets', () => {
  it('are in no log line and in no table, whatever is done with an account', async () => {
    const member = await world.member();
    const browser = world.browser();
    const secrets = new Set<string>([PASSWORD, 'a wrong password typed']);
    const tokens = async (body: { accessToken: string; refreshToken: string }) => {
      secrets.add(body.accessToken).add(body.refreshToken);
      return body.accessToken;
    };
    await browser.signIn({ ...member, password: 'a wrong password typed' });
    let { body } = await browser.signIn(member, { key: 'secret-call-01' });
    let token = await tokens(body);
    secrets.add(browser.cookies.get('perch_browser') ?? 'no cookie');
    ({ body } = await browser.call('refreshToken', { body: { refreshToken: body.refreshToken } }));
    token = await tokens(body);
    const { body: info } = await browser.call('getTwoFactorInfo', { token });
    secrets.add(info.binding.secret);
    const code = codeOfKey(info.binding.secret, world.clock.now());
    const emailCode = await mailedCode(world, { member, browser, token });
    const { body: enabled } = await browser.call('enableTwoFactor', {
      body: { password: PASSWORD, emailCode, code },
      token,
      key: 'secret-call-02',
    });
    enabled.recoveryCodes.forEach((recoveryCode: string) => secrets.add(recoveryCode));
    const { body: asked } = await browser.signIn(member);
    secrets.add(asked.challenge);
    await browser.call('verifyTwoFactor', { body: { method: 'totp', code: 'wrong code' } });
    ({ body } = await browser.call('verifyTwoFactor', {
      body: { method: 'recoveryCode', code: enabled.recoveryCodes[0] },
    }));
    token = await tokens(body);
    await browser.call('disableTwoFactor', {
      body: { password: PASSWORD, method: 'recoveryCode', code: enabled.recoveryCodes[1] },
      token,
      key: 'secret-call-03',
    });
    await browser.callUnchecked('getUserInfo', { query: { token }, token });
    await browser.callUnchecked('createToken', {
      body: '{"username":"x","password":"a wrong password typed',
      headers: { 'content-type': 'application/json' },
    });
    await browser.call('revokeToken', { body: { refreshToken: body.refreshToken } });

    const stored = await everything();
    const logs = world.logs();
    expect(secrets.size).toBeGreaterThan(20);
    for (const secret of secrets) {
      expect(logs, 'a log line').not.toContain(secret);
      expect(stored, 'a table').not.toContain(secret);
    }
    // The mail is where this one belongs.
    expect(logs, 'a log line').not.toContain(emailCode);
    expect(logs).not.toContain(member.email);
    expect(stored).toContain(member.email);
  });

  it('are in no log line, whatever recovers or changes an account, and in no table except the mails, only while they are valid', async () => {
    const member = await world.member();
    const newAddress = `changed-${member.email}`;
    const passwords = [PASSWORD, 'correct horse battery', 'another horse battery'] as const;
    const browser = world.browser();
    const mailed: string[] = [];
    const secrets = new Set<string>(passwords);
    const noted = (secret: string) => (mailed.push(secret), secret);
    const account = { email: member.email, username: member.username };

    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email: newAddress, purpose: 'signUp' } });
    const { body: proven } = await browser.call('verifyEmailNoLogin', {
      body: { email: newAddress, code: noted(await codeTo(world, newAddress, 'signUpCode')) },
      key: 'secret-call-04',
    });
    secrets.add(proven.proof);
    secrets.add(browser.cookies.get('perch_asking') ?? 'no cookie');
    await browser.call('isEmailExists', { query: { email: newAddress } });
    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email: member.email, purpose: 'userName' } });
    await browser.call('forgetUsername', {
      body: {
        email: member.email,
        code: noted(await codeTo(world, member.email, 'userNameCode')),
      },
    });
    await browser.call('forgetPassword', { body: account, key: 'secret-call-05' });
    secrets.add(browser.cookies.get('perch_recovery') ?? 'no cookie');
    await browser.call('validateEmailAndUserName', {
      body: { ...account, code: noted(await codeTo(world, member.email, 'passwordRecoveryCode')) },
      key: 'secret-call-06',
    });
    secrets.add(browser.cookies.get('perch_reset') ?? 'no cookie');
    await browser.call('resetPassword', { body: { ...account, password: passwords[1] }, key: 'secret-call-07' });
    const { body } = await browser.signIn({ ...member, password: passwords[1] });
    const token: string = body.accessToken;
    await browser.call('changePassword', {
      body: { password: passwords[1], newPassword: passwords[2] },
      token,
      key: 'secret-call-08',
    });
    await browser.call('sendChangeEmailUrl', { body: { password: passwords[2] }, token });
    const link = await linkTo(world, member.email, 'changeEmailLink');
    noted(link.href);
    const changeToken = tokenIn(link);
    await browser.call('sendChangeEmailVerificationCode', { body: { email: newAddress, token: changeToken }, token });
    await browser.call('changeEmail', {
      body: { email: newAddress, code: noted(await codeTo(world, newAddress, 'changeEmailCode')) },
      token,
    });
    expect((await browser.call('getUserInfo', { token })).body.email).toBe(newAddress);

    const logs = world.logs();
    const tables = await everything({ without: 'mails' });
    expect(mailed).toHaveLength(5);
    expect(secrets.size).toBe(7);
    secrets.add(changeToken);
    for (const secret of [...secrets, ...mailed]) expect(logs, 'a log line').not.toContain(secret);
    // A table of times and hashes contains any six digits by chance; as a value of their own they would be in quotes.
    for (const secret of [...secrets, ...mailed.map((code) => `"${code}"`)])
      expect(tables, 'a table').not.toContain(secret);
    expect(logs).not.toContain(newAddress);
    world.clock.advance(1800);
    await wipeMailSecrets(world.db, world.clock.now());
    await sweepExpired(world.db, world.clock.now());
    const mails = JSON.stringify(
      await world.db.selectFrom('mails').select(['subject', 'body', 'html', 'eml']).execute(),
    );
    for (const secret of mailed) expect(mails).not.toContain(secret);
  });

  it('are absent, while a log line has request, operation, member and outcome', async () => {
    const member = await world.member();
    const browser = world.browser();
    const { accessToken } = await browser.session(member);
    const { headers } = await browser.call('getUserInfo', { token: accessToken });
    const line = world
      .logs()
      .split('\n')
      .find((each) => each.includes(String(headers['x-request-id'])));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      reqId: headers['x-request-id'],
      operationId: 'getUserInfo',
      memberId: member.id,
      outcome: 'ok',
      status: 200,
    });
    const refused = await browser.signIn({ ...member, password: 'wrong' });
    const other = world
      .logs()
      .split('\n')
      .find((each) => each.includes(refused.body.reference));
    expect(JSON.parse(other ?? '{}')).toMatchObject({
      operationId: 'createToken',
      memberId: null,
      outcome: 'invalid_login',
      status: 401,
    });
  });
});

/** Every row of every table as text, with bytes also as the letters that they may encode. */
async function everything(options: { without?: string } = {}): Promise<string> {
  const { rows: tables } = await world.database.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables.filter((table) => table.name !== options.without)) {
    const { rows } = await world.database.pool.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
    texts.push(
      JSON.stringify(rows, (_key, value: unknown) => {
        if (typeof value === 'bigint') return String(value);
        if (
          typeof value === 'object' &&
          value !== null &&
          'type' in value &&
          value.type === 'Buffer' &&
          'data' in value
        ) {
          return Buffer.from(value.data as number[]).toString('latin1');
        }
        return value;
      }),
    );
  }
  return texts.join('\n');
}
