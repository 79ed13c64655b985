// A code that anybody may request by an address alone belongs to the browser that asked for it (decision 0012).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTo, otherCode } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const TRIES = 5;
const PURPOSES = [
  { purpose: 'signUp', kind: 'signUpCode', show: 'verifyEmailNoLogin' },
  { purpose: 'userName', kind: 'userNameCode', show: 'forgetUsername' },
] as const;

type Asking = (typeof PURPOSES)[number] & { readonly email: string };

/** A browser, and what it does about the codes of one address. */
function visitor({ purpose, kind, show, email }: Asking) {
  const browser = world.browser();
  return {
    browser,
    ask: () => browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose } }),
    newest: () => codeTo(world, email, kind),
    show: (code: string) => browser.call(show, { body: { email, code } }),
  };
}

describe.each(PURPOSES)('a code that anybody may request ($purpose)', (asking) => {
  const address = async () => (await world.member()).email;

  it('keeps its tries, whatever strangers try who know the address', async () => {
    const email = await address();
    const [owner, stranger] = [visitor({ ...asking, email }), visitor({ ...asking, email })];
    await owner.ask();
    const code = await owner.newest();
    for (let step = 1; step <= TRIES + 1; step += 1)
      expect((await stranger.show(otherCode(code, step))).body.code).toBe('code_expired');
    expect((await owner.show(otherCode(code))).body).toMatchObject({ code: 'code_incorrect', triesLeft: TRIES - 1 });
    expect((await owner.show(code)).status).toBe(200);
  });

  it('stays valid if a stranger asks for another, which works where that was asked for', async () => {
    const email = await address();
    const [owner, stranger] = [visitor({ ...asking, email }), visitor({ ...asking, email })];
    await owner.ask();
    const code = await owner.newest();
    world.clock.advance(61);
    expect((await stranger.ask()).status).toBe(200);
    const newer = await owner.newest();
    for (let step = 1; step <= TRIES; step += 1) await stranger.show(otherCode(newer, step));
    expect((await stranger.show(newer)).body.code).toBe('code_used_up');
    expect((await owner.show(code)).status).toBe(200);
  });

  it('is voided by a newer one of the same browser only for the same address', async () => {
    const { browser, ...first } = visitor({ ...asking, email: await address() });
    await first.ask();
    const code = await first.newest();
    const asked = browser.cookies.get('perch_asking');
    await browser.call('sendEmailVerificationCodeNoLogin', {
      body: { email: await address(), purpose: asking.purpose },
    });
    expect(browser.cookies.get('perch_asking')).toBe(asked);
    expect((await first.show(code)).status).toBe(200);
  });

  it('is over for a browser whose cookie is gone, which may ask for another', async () => {
    const { browser, ...owner } = visitor({ ...asking, email: await address() });
    await owner.ask();
    const code = await owner.newest();
    browser.cookies.delete('perch_asking');
    expect((await owner.show(code)).body.code).toBe('code_expired');
    world.clock.advance(61);
    await owner.ask();
    expect((await owner.show(await owner.newest())).status).toBe(200);
  });

  it('is bound by a cookie that scripts and other sites can’t use, and that the server made', async () => {
    const { browser, ...owner } = visitor({ ...asking, email: await address() });
    browser.cookies.set('perch_asking', 'chosen');
    await owner.ask();
    expect(browser.setCookies.get('perch_asking')).toMatch(
      /^__Host-perch_asking=ask_[\w-]{43}; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await owner.show(await owner.newest())).status).toBe(200);
  });
});
