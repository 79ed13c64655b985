import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOfKey, PASSWORD } from './support/members.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

describe('secrets', () => {
  it('are in no log line and in no table, through all that can be done with an account', async () => {
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
    ({ body } = await browser.post('/token/refresh', { refreshToken: body.refreshToken }));
    token = await tokens(body);
    const { body: info } = await browser.get('/account/twoFactorInfo', { token });
    secrets.add(info.binding.secret);
    const code = codeOfKey(info.binding.secret, world.clock.now());
    const { body: enabled } = await browser.post('/account/enable2FA', { password: PASSWORD, code }, { token, key: 'secret-call-02' });
    enabled.recoveryCodes.forEach((recoveryCode: string) => secrets.add(recoveryCode));
    const { body: asked } = await browser.signIn(member);
    secrets.add(asked.challenge);
    await browser.post('/token/twoFactor', { method: 'totp', code: 'wrong code' });
    ({ body } = await browser.post('/token/twoFactor', { method: 'recoveryCode', code: enabled.recoveryCodes[0] }));
    token = await tokens(body);
    await browser.post('/account/disable2FA', { password: PASSWORD, method: 'recoveryCode', code: enabled.recoveryCodes[1] }, { token, key: 'secret-call-03' });
    await browser.get(`/account/userInfo?token=${token}`, { token });
    await browser.post('/token', '{"username":"x","password":"a wrong password typed', { headers: { 'content-type': 'application/json' } });
    await browser.post('/token/revoke', { refreshToken: body.refreshToken });

    const stored = await everything();
    const logs = world.logs();
    expect(secrets.size).toBeGreaterThan(20);
    for (const secret of secrets) {
      expect(logs, 'a log line').not.toContain(secret);
      expect(stored, 'a table').not.toContain(secret);
    }
    expect(logs).not.toContain(member.email);
    expect(stored).toContain(member.email);
  });

  it('apart, a log line says which request, operation, member and outcome', async () => {
    const member = await world.member();
    const browser = world.browser();
    const { accessToken } = await browser.session(member);
    const { headers } = await browser.get('/account/userInfo', { token: accessToken });
    const line = world.logs().split('\n').find((each) => each.includes(String(headers['x-request-id'])));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ reqId: headers['x-request-id'], operationId: 'getUserInfo', memberId: member.id, outcome: 'ok', status: 200 });
    const refused = await browser.signIn({ ...member, password: 'wrong' });
    const other = world.logs().split('\n').find((each) => each.includes(refused.body.reference));
    expect(JSON.parse(other ?? '{}')).toMatchObject({ operationId: 'createToken', memberId: null, outcome: 'invalid_login', status: 401 });
  });
});

/** Every row of every table as text, bytes also as the letters they may stand for. */
async function everything(): Promise<string> {
  const { rows: tables } = await world.database.pool.query<{ name: string }>("SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'");
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.database.pool.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
    texts.push(
      JSON.stringify(rows, (_key, value: unknown) => {
        if (typeof value === 'bigint') return String(value);
        if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value) {
          return Buffer.from(value.data as number[]).toString('latin1');
        }
        return value;
      }),
    );
  }
  return texts.join('\n');
}
