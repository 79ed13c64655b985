import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Twist } from '#fixtures/club/authenticator.ts';
import { PASSWORD } from '#fixtures/club/members.ts';
import { MOST_PASSKEYS } from '#server/domain/passkeys/passkeys.ts';
import { bodyOf } from '../support/call.ts';
import { freezeTokensIn, linkTo, mailsTo, tokenIn } from '../support/mails.ts';
import { addingProofs, addPasskey, deviceOf, madeBy, signInBy } from '../support/passkeys.ts';
import { accountOf, codeOf } from '../support/recoveries.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const FIVE_MINUTES = 5 * 60;
const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'correct horse battery';

async function signedIn(given?: Awaited<ReturnType<World['member']>>) {
  const member = given ?? (await world.member());
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const list = async () => bodyOf(await browser.call('listPasskeys', { token }));
  return { member, browser, token, list, device: deviceOf(world) };
}

describe('adding a passkey', () => {
  it('asks a device that finds the account by itself and verifies its user, and names the member by a random handle', async () => {
    const who = await signedIn();
    const { browser, token, member } = who;
    const { options, expiresIn } = bodyOf(
      await browser.call('beginPasskey', { body: await addingProofs(world, who), token }),
    );
    expect(expiresIn).toBe(FIVE_MINUTES);
    expect(options).toMatchObject({
      rp: { id: new URL(world.services.config.publicOrigin).hostname },
      authenticatorSelection: { requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    const handle = Buffer.from(options.user.id, 'base64url');
    expect(handle).toHaveLength(32);
    expect(handle.includes(Buffer.from(member.id.replaceAll('-', ''), 'hex'))).toBe(false);
  });

  it('lists it, holds money, ends other sessions, records and mails with a link that freezes', async () => {
    const who = await signedIn();
    const other = await signedIn(who.member);
    const id = await addPasskey(world, who, who.device, '  Blue key ');
    expect(await who.list()).toEqual({
      items: [{ id, name: 'Blue key', addedAt: world.clock.now().toISOString(), lastUsedAt: null }],
      proof: 'mailedCode',
      emailVerified: true,
    });
    const { moneyHeldUntil } = bodyOf(await who.browser.call('getUserInfo', { token: who.token }));
    expect(moneyHeldUntil).toBe(new Date(world.clock.now().getTime() + DAY_MS).toISOString());
    expect((await other.browser.call('getUserInfo', { token: other.token })).body.code).toBe('session_ended');
    expect(await world.auditOf(who.member)).toContain('passkey_added');
    const [mail] = await mailsTo(world, who.member.email, 'passkeyAdded');
    expect(freezeTokensIn(mail?.body)).toHaveLength(1);
    expect(mail?.body).not.toContain('Blue key');
  });

  it('excludes what the member has, and refuses it from a device that adds it nevertheless', async () => {
    const who = await signedIn();
    await addPasskey(world, who, who.device);
    const { browser, token, device } = who;
    world.clock.advance(61);
    const { options } = bodyOf(await browser.call('beginPasskey', { body: await addingProofs(world, who), token }));
    expect(options.excludeCredentials).toEqual([{ id: device.held[0]?.id, transports: ['internal'] }]);
    const credential = device.create(options);
    expect((await browser.call('addPasskey', { body: { name: 'One', credential }, token })).status).toBe(200);
    const stranger = await signedIn();
    const begun = bodyOf(
      await stranger.browser.call('beginPasskey', {
        body: await addingProofs(world, stranger),
        token: stranger.token,
      }),
    );
    // The same id once more, with the other member's challenge.
    const again = device.create(begun.options, { as: device.held[1] });
    const refused = await stranger.browser.call('addPasskey', {
      body: { name: 'Mine', credential: again },
      token: stranger.token,
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'passkey_known' } });
  });

  it.each<[string, Twist]>([
    ['on the page of another origin', { origin: 'https://perch.example.net' }],
    ['for another site', { rpId: 'example.net' }],
    ['without verifying the user', { unverified: true }],
  ])('refuses one that was made %s, and the challenge is used up', async (_what, twist) => {
    const who = await signedIn();
    const { browser, token, device } = who;
    const { options } = bodyOf(await browser.call('beginPasskey', { body: await addingProofs(world, who), token }));
    const add = (given: Twist) =>
      browser.call('addPasskey', { body: { name: 'Phone', credential: device.create(options, given) }, token });
    expect((await add(twist)).body.code).toBe('passkey_refused');
    expect((await add({})).body.code).toBe('passkey_expired');
    expect((await who.list()).items).toEqual([]);
  });

  it('takes no challenge of another session, of a sign-in, or after five minutes', async () => {
    const who = await signedIn();
    const credential = await madeBy(world, who, who.device);
    const other = await signedIn(who.member);
    const body = { name: 'Phone', credential };
    expect((await other.browser.call('addPasskey', { body, token: other.token })).body.code).toBe('passkey_expired');
    world.clock.advance(1);
    const { options } = bodyOf(await who.browser.call('beginPasskeySignIn', {}));
    const twisted = {
      name: 'Phone',
      credential: await madeBy(world, other, who.device, { challenge: options.challenge }),
    };
    expect((await other.browser.call('addPasskey', { body: twisted, token: other.token })).body.code).toBe(
      'passkey_expired',
    );
    world.clock.advance(FIVE_MINUTES);
    expect((await who.browser.call('addPasskey', { body, token: who.token })).body.code).toBe('passkey_expired');
    expect((await who.list()).items).toEqual([]);
  });

  it('adds once, however often the same answer is sent at once, and repeats its answer under its key', async () => {
    const who = await signedIn();
    const { browser, token } = who;
    const body = { name: 'Phone', credential: await madeBy(world, who, who.device) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.call('addPasskey', { body, token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    world.clock.advance(1);
    const later = { name: 'Later', credential: await madeBy(world, who, who.device) };
    const once = await browser.call('addPasskey', { body: later, token, key: 'the-same-key' });
    const again = await browser.call('addPasskey', { body: later, token, key: 'the-same-key' });
    expect(again).toMatchObject({ status: 200, body: once.body });
    expect((await who.list()).items).toHaveLength(2);
  });

  it('lists the newest first', async () => {
    const who = await signedIn();
    const first = await addPasskey(world, who, who.device, 'First');
    world.clock.advance(61);
    const second = await addPasskey(world, who, who.device, 'Second');
    expect((await who.list()).items.map(({ id }: { id: string }) => id)).toEqual([second, first]);
  });

  it('stops at ten', async () => {
    const who = await signedIn();
    const { id } = who.member;
    await addPasskey(world, who, who.device);
    for (let each = 1; each < MOST_PASSKEYS; each += 1)
      await world.db
        .insertInto('passkeys')
        .values({
          id: world.services.random.uuid(),
          member_id: id,
          credential_id: world.services.random.bytes(16),
          public_key: Buffer.from([1]),
          counter: 0,
          transports: [],
          name: `Key ${each}`,
          added_at: world.clock.now(),
          confirms_from: world.clock.now(),
        })
        .execute();
    world.clock.advance(61);
    const refused = await who.browser.call('beginPasskey', { body: await addingProofs(world, who), token: who.token });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_passkeys' } });
  });

  it.each(['packed', 'android-key', 'android-safetynet', 'apple', 'tpm', 'fido-u2f'])(
    'reads no statement about the make of a device, and fetches nothing that it names: %s',
    async (format) => {
      const who = await signedIn();
      const fetched = vi.spyOn(globalThis, 'fetch');
      const statement = { format, certificate: Buffer.from('a certificate that nobody may parse') };
      const credential = await madeBy(world, who, who.device, { statement });
      const added = await who.browser.call('addPasskey', { body: { name: 'Phone', credential }, token: who.token });
      expect(added.status).toBe(200);
      expect(fetched).not.toHaveBeenCalled();
      fetched.mockRestore();
    },
  );

  it('refuses an id other than the one in the answer', async () => {
    const who = await signedIn();
    const credential = { ...(await madeBy(world, who, who.device)), id: Buffer.alloc(16).toString('base64url') };
    const added = await who.browser.call('addPasskey', { body: { name: 'Phone', credential }, token: who.token });
    expect(added.body.code).toBe('passkey_refused');
  });

  it('mails no code to a member with an app, whose code it asks for', async () => {
    const member = await world.member({ secondFactor: true });
    const browser = world.browser();
    await browser.signIn(member);
    const { accessToken: token } = bodyOf(
      await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } }),
    );
    expect((await browser.call('sendPasskeyCode', { token })).body.code).toBe('two_factor_already_on');
    expect((await browser.call('beginPasskey', { body: { password: PASSWORD }, token })).body.code).toBe(
      'second_factor_required',
    );
    expect(bodyOf(await browser.call('listPasskeys', { token })).proof).toBe('app');
  });

  it('asks for a verified address where there is no app', async () => {
    const who = await signedIn();
    await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', who.member.id).execute();
    const begun = await who.browser.call('beginPasskey', { body: { password: PASSWORD }, token: who.token });
    expect(begun.body.code).toBe('email_not_verified');
    expect((await who.browser.call('sendPasskeyCode', { token: who.token })).body.code).toBe('email_not_verified');
  });
});

describe('renaming and removing', () => {
  it('renames one’s own and no other', async () => {
    const who = await signedIn();
    const id = await addPasskey(world, who, who.device);
    const { browser, token } = who;
    expect(
      bodyOf(await browser.call('renamePasskey', { path: { id }, body: { name: ' Laptop ' }, token })),
    ).toMatchObject({ id, name: 'Laptop' });
    expect(await world.auditOf(who.member)).toContain('passkey_renamed');
    const stranger = await signedIn();
    const theirs = { path: { id }, body: { name: 'Mine' }, token: stranger.token };
    expect((await stranger.browser.call('renamePasskey', theirs)).status).toBe(404);
    expect((await who.list()).items[0].name).toBe('Laptop');
  });

  it('removes one’s own and no other; it signs in no more, and the sessions elsewhere end', async () => {
    const who = await signedIn();
    const id = await addPasskey(world, who, who.device);
    const elsewhere = bodyOf(await signInBy(world, who.device));
    const stranger = await signedIn();
    const body = { password: PASSWORD };
    const theirs = { path: { id }, body, token: stranger.token };
    expect((await stranger.browser.call('removePasskey', theirs)).status).toBe(404);
    const left = bodyOf(await who.browser.call('removePasskey', { path: { id }, body, token: who.token }));
    expect(left.items).toEqual([]);
    expect((await who.browser.call('getUserInfo', { token: elsewhere.accessToken })).status).toBe(401);
    expect((await signInBy(world, who.device)).body.code).toBe('passkey_refused');
    expect(await world.auditOf(who.member)).toContain('passkey_removed');
    expect(await mailsTo(world, who.member.email, 'passkeyRemoved')).toHaveLength(1);
  });

  it('removes all of them when the account is unfrozen, since one may have let a thief in', async () => {
    const who = await signedIn();
    await addPasskey(world, who, who.device);
    bodyOf(await who.browser.call('freezeAccount', { token: who.token }));
    bodyOf(await who.browser.call('sendThawLink', { body: accountOf(who.member) }));
    const token = tokenIn(await linkTo(world, who.member.email, 'thawLink'));
    expect((await who.browser.call('thawAccount', { body: { token } })).body).toMatchObject({ result: 'thawed' });
    expect((await signInBy(world, who.device)).body.code).toBe('passkey_refused');
    expect(await mailsTo(world, who.member.email, 'passkeysDropped')).toHaveLength(1);
  });

  it('removes all of them when the password is reset by email, and says so once', async () => {
    const who = await signedIn();
    await addPasskey(world, who, who.device);
    const browser = world.browser();
    const account = accountOf(who.member);
    await browser.call('forgetPassword', { body: account });
    bodyOf(
      await browser.call('validateEmailAndUserName', { body: { ...account, code: await codeOf(world, who.member) } }),
    );
    bodyOf(await browser.call('resetPassword', { body: { ...account, password: NEW_PASSWORD } }));
    expect((await signInBy(world, who.device)).body.code).toBe('passkey_refused');
    expect(await mailsTo(world, who.member.email, 'passkeysDropped')).toHaveLength(1);
    expect(await world.auditOf(who.member)).toContain('passkeys_dropped');
  });
});
