import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HeldPasskey, Twist } from '#fixtures/club/authenticator.ts';
import { bodyOf } from '../support/call.ts';
import { freezeTokensIn, mailsTo } from '../support/mails.ts';
import { addPasskey, deviceOf, signInBy } from '../support/passkeys.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const FIVE_MINUTES = 5 * 60;

/** A member with a passkey on a device. */
async function owner({ counts = true, secondFactor = false } = {}) {
  const member = await world.member({ secondFactor });
  const browser = world.browser();
  const first = bodyOf(await browser.signIn(member));
  const granted = secondFactor
    ? bodyOf(await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } }))
    : first;
  const device = deviceOf(world, { counts });
  world.clock.advance(30);
  const id = await addPasskey(world, { member, browser, token: granted.accessToken }, device);
  return { member, browser, token: granted.accessToken as string, device, id };
}

async function asked() {
  const browser = world.browser();
  return { browser, options: bodyOf(await browser.call('beginPasskeySignIn', {})).options };
}

const sessionsOf = async (memberId: string) =>
  (
    await world.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .execute()
  ).length;

describe('what a device is asked', () => {
  it('names no passkey, asks to verify the user, and differs each time', async () => {
    const { options } = await asked();
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' });
    expect((await asked()).options.challenge).not.toBe(options.challenge);
  });

  it('is limited by caller, as passwords are', async () => {
    const throttled = await createWorld({ on: world, config: { rateLimitScale: 1 } });
    const browser = throttled.browser();
    const answers = [];
    for (let each = 0; each < 11; each += 1) answers.push(await browser.call('beginPasskeySignIn', {}));
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
    await throttled.close();
  });
});

describe('signing in', () => {
  it.each([false, true])('opens a session in place of password and code (with an app: %s)', async (secondFactor) => {
    const who = await owner({ secondFactor });
    const browser = world.browser();
    const { accessToken, result } = bodyOf(await signInBy(world, who.device, browser));
    expect(result).toBe('granted');
    expect(bodyOf(await browser.call('getUserInfo', { token: accessToken })).username).toBe(who.member.username);
    expect(await world.auditOf(who.member)).toContain('signed_in');
    expect(await mailsTo(world, who.member.email, 'newSignIn')).not.toHaveLength(0);
    const [passkey] = bodyOf(await browser.call('listPasskeys', { token: accessToken })).items;
    expect(passkey.lastUsedAt).toBe(world.clock.now().toISOString());
  });

  it('works again and again with a device that does not count', async () => {
    const { device } = await owner({ counts: false });
    for (let each = 0; each < 3; each += 1) bodyOf(await signInBy(world, device));
  });

  it.each<[string, (device: { held: HeldPasskey[] }) => Twist & { with?: HeldPasskey }]>([
    ['on the page of another origin', () => ({ origin: 'https://perch.example.net' })],
    ['for another site', () => ({ rpId: 'example.net' })],
    ['without verifying the user', () => ({ unverified: true })],
    ['in the name of another member', () => ({ userHandle: Buffer.alloc(32, 7).toString('base64url') })],
    ['by a passkey that nobody has added', ({ held }) => ({ with: { ...one(held), id: 'bm9ib2R5cw' } })],
  ])('refuses what was signed %s in the same words, and the challenge is used up', async (_what, twist) => {
    const who = await owner();
    const { browser, options } = await asked();
    const send = (given: Twist) =>
      browser.call('signInWithPasskey', { body: { credential: who.device.get(options, given) } });
    const { status, body } = await send(twist(who.device));
    expect({ status, code: body.code, title: body.title }).toEqual({
      status: 400,
      code: 'passkey_refused',
      title: 'The passkey is refused',
    });
    expect((await send({})).body.code).toBe('passkey_expired');
    bodyOf(await signInBy(world, who.device));
  });

  it('refuses a signature of another passkey', async () => {
    const [one_, other] = [await owner(), await owner()];
    const { browser, options } = await asked();
    const foreign = {
      ...one(other.device.held),
      id: one(one_.device.held).id,
      userHandle: one(one_.device.held).userHandle,
    };
    const credential = other.device.get(options, { with: foreign });
    expect((await browser.call('signInWithPasskey', { body: { credential } })).body.code).toBe('passkey_refused');
  });

  it('takes no challenge that was made up, or older than five minutes', async () => {
    const who = await owner();
    const { browser, options } = await asked();
    const send = (twist: Twist) =>
      browser.call('signInWithPasskey', { body: { credential: who.device.get(options, twist) } });
    expect((await send({ challenge: 'bWFkZSB1cA' })).body.code).toBe('passkey_expired');
    world.clock.advance(FIVE_MINUTES);
    expect((await send({})).body.code).toBe('passkey_expired');
  });

  it('opens one session, however often the same answer is sent at once', async () => {
    const who = await owner();
    const before = await sessionsOf(who.member.id);
    const { options } = await asked();
    const body = { credential: who.device.get(options) };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.browser().call('signInWithPasskey', { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(await sessionsOf(who.member.id)).toBe(before + 1);
  });

  it('replaces the session of an answer that was lost, for a minute and until it is used', async () => {
    const who = await owner();
    const before = await sessionsOf(who.member.id);
    const { browser, options } = await asked();
    const body = { credential: who.device.get(options) };
    const send = (key: string) => browser.call('signInWithPasskey', { body, key });
    bodyOf(await send('the-same-key'));
    expect((await send('another-key')).body.code).toBe('passkey_expired');
    const { accessToken: token } = bodyOf(await send('the-same-key'));
    expect(await sessionsOf(who.member.id)).toBe(before + 1);
    expect(await world.auditOf(who.member)).toContain('session_replaced');
    bodyOf(await browser.call('getUserInfo', { token }));
    expect((await send('the-same-key')).body.code).toBe('passkey_expired');
  });

  it('refuses a passkey whose count has not grown, and tells its member', async () => {
    const who = await owner();
    bodyOf(await signInBy(world, who.device));
    const { browser, options } = await asked();
    const credential = who.device.get(options, { counter: 1 });
    expect((await browser.call('signInWithPasskey', { body: { credential } })).body.code).toBe('passkey_refused');
    expect(await world.auditOf(who.member)).toContain('passkey_copied');
    const [mail] = await mailsTo(world, who.member.email, 'passkeyCopied');
    expect(mail?.body).toContain('copy of your passkey “Phone” for your account');
    expect(freezeTokensIn(mail?.body)).toHaveLength(1);
  });

  it('opens no frozen account, and its member is mailed how to thaw it', async () => {
    const who = await owner();
    bodyOf(await who.browser.call('freezeAccount', { token: who.token }));
    expect((await signInBy(world, who.device)).body).toMatchObject({ code: 'passkey_refused' });
    const { thaw_asked_at: at } = await world.db
      .selectFrom('members')
      .select('thaw_asked_at')
      .where('id', '=', who.member.id)
      .executeTakeFirstOrThrow();
    expect(at).toEqual(world.clock.now());
    expect(await world.auditOf(who.member)).toContain('sign_in_while_frozen');
  });

  it('spends nothing of the member’s tries when strangers fail', async () => {
    const who = await owner();
    for (let each = 0; each < 12; each += 1) {
      const { browser, options } = await asked();
      const credential = who.device.get(options, { origin: 'https://perch.example.net' });
      expect((await browser.call('signInWithPasskey', { body: { credential } })).status).toBe(400);
    }
    expect(bodyOf(await world.browser().signIn(who.member)).result).toBe('granted');
    bodyOf(await signInBy(world, who.device));
  });
});

function one(held: HeldPasskey[]): HeldPasskey {
  const [first] = held;
  if (first === undefined) throw new Error('the device has no passkey');
  return first;
}
