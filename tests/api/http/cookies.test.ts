// One helper makes every cookie of the server: hidden from scripts, sent to nobody else, set by nobody else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let plain: World;
beforeAll(async () => {
  world = await createWorld();
  plain = await createWorld({ on: world, config: { publicOrigin: 'http://localhost:8080', secureCookies: false } });
});
afterAll(async () => {
  await plain.close();
  await world.close();
});

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join('server', name), 'utf8') }));
const named = sources.flatMap(({ text }) =>
  [...text.matchAll(/: Cookie = \{ name: '(\w+)'/g)].map(([, name]) => name ?? ''),
);

/** Goes through everything that sets a cookie; returns each header by the name of its cookie. */
async function everyCookie(of: World): Promise<Map<string, string>> {
  const [member, guarded] = [await of.member(), await of.member({ secondFactor: true })];
  const browser = of.browser();
  await browser.session(member);
  await browser.signIn(guarded);
  const email = `new-${member.username}@mail.example`.toLowerCase();
  await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } });
  await browser.call('verifyEmailNoLogin', { body: { email, code: await codeTo(of, email, 'signUpCode') } });
  const account = { email: member.email, username: member.username };
  await browser.call('forgetPassword', { body: account });
  await browser.call('validateEmailAndUserName', {
    body: {
      ...account,
      code: await codeTo(of, member.email, 'passwordRecoveryCode'),
    },
  });
  return browser.setCookies;
}

describe('cookies', () => {
  it('are set in one place only', () => {
    expect(
      sources.filter(({ text }) => /setCookie\(|set-cookie|clearCookie\(/i.test(text)).map(({ name }) => name),
    ).toEqual(['entry/http/call.ts']);
  });

  it('all have the prefix that binds them to this host, on https', async () => {
    const cookies = await everyCookie(world);
    expect([...cookies.keys()].sort()).toEqual([...named].sort());
    for (const [name, header] of cookies)
      expect(header).toMatch(
        new RegExp(`^__Host-${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Strict$`),
      );
  });

  it('lack it on plain http of this machine, where browsers would refuse it', async () => {
    const cookies = await everyCookie(plain);
    expect([...cookies.keys()].sort()).toEqual([...named].sort());
    for (const [name, header] of cookies)
      expect(header).toMatch(new RegExp(`^${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Strict$`));
  });

  it('of a neighboring host are ignored, since they lack the prefix', async () => {
    const member = await world.member({ secondFactor: true });
    const browser = world.browser();
    await browser.signIn(member);
    const challenge = browser.cookies.get('perch_challenge') ?? '';
    const planted = await world.browser().call('verifyTwoFactor', {
      body: { method: 'totp', code: member.code() },
      headers: { cookie: `perch_challenge=${challenge}` },
    });
    expect(planted.body.code).toBe('challenge_expired');
    expect((await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).status).toBe(200);
  });
});
