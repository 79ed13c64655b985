// Confirming money with a passkey (D-08): what a device signs is worth one answer, for one draft as it is, in one
// session.
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Twist } from '#fixtures/club/authenticator.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { bodyOf } from '../support/call.ts';
import { freezeTokensIn, mailsTo } from '../support/mails.ts';
import { rich, setRates, signedIn } from '../support/money.ts';
import { asked, confirm, drafted, ownerIn, refusalOf, signed } from '../support/passkey-confirmation.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  await rich(world, {}, { username: 'Recipient' });
});
afterAll(() => world.close());

const owner = (options: { secondFactor?: boolean; counts?: boolean } = {}) => ownerIn(world, options);

const DIGEST_BYTES = 32;
const FIVE_MINUTES = 5 * 60;

describe('a passkey', () => {
  it.each([false, true])('confirms in place of the code (with an app: %s), and the audit says so', async (app) => {
    const who = await owner({ secondFactor: app });
    const id = await drafted(who);
    expect(bodyOf(await who.call('getDraft', { path: { id } }))).toMatchObject({
      secondFactor: app ? 'totp' : 'email',
      passkey: true,
    });
    expect(bodyOf(await signed(who, id))).toMatchObject({ state: 'executed', passkey: false });
    expect(await who.balance('USDT')).toBe('75');
    const { details } = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('member_id', '=', who.member.id)
      .where('kind', '=', 'transfer_sent')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ confirmedBy: 'passkey' });
    expect(await mailsTo(world, who.member.email, 'transferCode')).toEqual([]);
    const [passkey] = bodyOf(await who.call('listPasskeys')).items;
    expect(passkey?.lastUsedAt).toBe(world.clock.now().toISOString());
  });

  it('leaves the code as another way, and the audit tells which it was', async () => {
    const who = await owner();
    const id = await drafted(who);
    await asked(who, id);
    expect(bodyOf(await who.confirm(id)).state).toBe('executed');
    const { details } = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('member_id', '=', who.member.id)
      .where('kind', '=', 'transfer_sent')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ confirmedBy: 'email' });
  });

  it('is asked for by name, verifies its user, and signs the digest of the draft besides random bytes', async () => {
    const who = await owner();
    const id = await drafted(who);
    const [first, second] = [await asked(who, id), await asked(who, id)];
    expect(first).toMatchObject({
      userVerification: 'required',
      allowCredentials: [{ id: who.device.held[0]?.id, transports: ['internal'] }],
    });
    const parts = [first, second].map(({ challenge }) => Buffer.from(challenge, 'base64url'));
    const [one, two] = parts.map((bytes) => bytes.subarray(0, -DIGEST_BYTES).toString('hex'));
    const [digest, again] = parts.map((bytes) => bytes.subarray(-DIGEST_BYTES).toString('hex'));
    expect(one).not.toBe(two);
    expect(digest).toBe(again);
    const other = await asked(who, await drafted(who, '26'));
    expect(Buffer.from(other.challenge, 'base64url').subarray(-DIGEST_BYTES).toString('hex')).not.toBe(digest);
  });

  it('gets what it was asked again under the same key, since the first answer may have been lost', async () => {
    const who = await owner();
    const id = await drafted(who);
    const key = randomUUID();
    const [first, second] = [
      await who.call('beginDraftPasskey', { path: { id }, key }),
      await who.call('beginDraftPasskey', { path: { id }, key }),
    ];
    expect(bodyOf(second).options).toEqual(bodyOf(first).options);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(bodyOf(await confirm(who, id, who.device.get(bodyOf(second).options))).state).toBe('executed');
  });

  it('confirms once: the same answer under the same key is replayed, under another one it is the same draft', async () => {
    const who = await owner();
    const id = await drafted(who);
    const credential = who.device.get(await asked(who, id));
    const key = randomUUID();
    const first = bodyOf(await confirm(who, id, credential, key));
    const replayed = await confirm(who, id, credential, key);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    expect(bodyOf(replayed)).toEqual(first);
    expect(bodyOf(await confirm(who, id, credential))).toEqual(first);
    expect(await who.balance('USDT')).toBe('75');
  });

  it('confirms once, however often the same answer is sent at the same time', async () => {
    const who = await owner();
    const id = await drafted(who);
    const credential = who.device.get(await asked(who, id));
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(who, id, credential)));
    expect(new Set(answers.map(({ body }) => body.receiptId)).size).toBe(1);
    expect(await who.balance('USDT')).toBe('75');
  });

  it('is not used up by a draft that can no longer be paid', async () => {
    const who = await owner();
    const id = await drafted(who, '100');
    const credential = who.device.get(await asked(who, id));
    const exchange = await who.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: '1' } });
    expect(bodyOf(await who.confirm(exchange.body.id)).state).toBe('executed');
    expect(await refusalOf(confirm(who, id, credential))).toBe('insufficient_balance');
    expect(bodyOf(await who.call('getDraft', { path: { id } }))).toMatchObject({ state: 'open', passkey: true });
  });
});

describe('what a device has signed', () => {
  it('confirms no other draft, only its own', async () => {
    const who = await owner();
    const exchange = bodyOf(await who.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: '60' } })).id;
    const transfer = await drafted(who);
    const credential = who.device.get(await asked(who, transfer));
    // An exchange of this amount requires a confirmation too, or it would be carried out without one.
    await world.db.updateTable('drafts').set({ second_factor: 'email' }).where('id', '=', exchange).execute();
    expect(await refusalOf(confirm(who, exchange, credential))).toBe('passkey_expired');
    expect(await who.balance('MSPC')).toBe('0');
    expect(bodyOf(await confirm(who, transfer, credential)).state).toBe('executed');
  });

  it('confirms nothing in another session of the member, nor for another member', async () => {
    const who = await owner();
    const id = await drafted(who);
    const credential = who.device.get(await asked(who, id));
    const elsewhere = await signedIn(world, who.member);
    expect(await refusalOf(confirm(elsewhere, id, credential))).toBe('passkey_expired');
    const other = await owner();
    expect((await confirm(other, id, credential)).status).toBe(404);
    expect((await other.call('beginDraftPasskey', { path: { id } })).status).toBe(404);
    expect(await refusalOf(confirm(other, await drafted(other), credential))).toBe('passkey_expired');
    expect(bodyOf(await confirm(who, id, credential)).state).toBe('executed');
  });

  it('is refused if another member’s passkey signed it', async () => {
    const [who, other] = [await owner(), await owner()];
    const id = await drafted(who);
    const credential = other.device.get(await asked(who, id));
    expect(await refusalOf(confirm(who, id, credential))).toBe('passkey_refused');
    const mine = who.device.held[0];
    const foreign = other.device.held[0];
    if (mine === undefined || foreign === undefined) throw new Error('a device has no passkey');
    const disguised = { ...foreign, id: mine.id, userHandle: mine.userHandle };
    const twist = { with: disguised };
    expect(await refusalOf(confirm(who, id, other.device.get(await asked(who, id), twist)))).toBe('passkey_refused');
    expect(await who.balance('USDT')).toBe('100');
  });

  it('is good for one answer: a wrong one uses it up, under any key', async () => {
    const who = await owner();
    const id = await drafted(who);
    const options = await asked(who, id);
    const wrong = who.device.get(options, { unverified: true });
    const key = randomUUID();
    expect(await refusalOf(confirm(who, id, wrong, key))).toBe('passkey_refused');
    expect(await refusalOf(confirm(who, id, wrong, key))).toBe('passkey_expired');
    expect(await refusalOf(confirm(who, id, who.device.get(options)))).toBe('passkey_expired');
    expect(bodyOf(await signed(who, id)).state).toBe('executed');
  });

  it('is void once the device was asked again', async () => {
    const who = await owner();
    const id = await drafted(who);
    const first = who.device.get(await asked(who, id));
    const second = who.device.get(await asked(who, id));
    expect(await refusalOf(confirm(who, id, first))).toBe('passkey_expired');
    expect(bodyOf(await confirm(who, id, second)).state).toBe('executed');
  });

  it.each<[string, Twist]>([
    ['on the page of another origin', { origin: 'https://perch.example.net' }],
    ['for another site', { rpId: 'example.net' }],
    ['without verifying the user', { unverified: true }],
    ['in the name of another member', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
  ])('is refused %s', async (_what, twist) => {
    const who = await owner();
    const id = await drafted(who);
    expect(await refusalOf(signed(who, id, twist))).toBe('passkey_refused');
    expect(await world.auditOf(who.member)).toContain('second_factor_failed');
    expect(await who.balance('USDT')).toBe('100');
  });

  it('confirms nothing that differs from what the device was asked for', async () => {
    const who = await owner();
    const id = await drafted(who);
    const credential = who.device.get(await asked(who, id));
    await sql`UPDATE drafts SET terms = jsonb_set(terms::jsonb, '{amount}', '"99"') WHERE id = ${id}`.execute(world.db);
    expect(await refusalOf(confirm(who, id, credential))).toBe('passkey_expired');
    expect(await who.balance('USDT')).toBe('100');
  });

  it('takes no challenge that was made up, even with the digest of the draft', async () => {
    const who = await owner();
    const id = await drafted(who);
    const options = await asked(who, id);
    const digest = Buffer.from(options.challenge, 'base64url').subarray(-DIGEST_BYTES);
    const madeUp = Buffer.concat([createHash('sha256').update('guess').digest(), digest]).toString('base64url');
    expect(await refusalOf(confirm(who, id, who.device.get(options, { challenge: madeUp })))).toBe('passkey_expired');
  });

  it('for signing in confirms nothing, and for a draft signs nobody in', async () => {
    const who = await owner();
    const id = await drafted(who);
    const { options } = bodyOf(await world.browser().call('beginPasskeySignIn', {}));
    expect(await refusalOf(confirm(who, id, who.device.get(options)))).toBe('passkey_expired');
    const credential = who.device.get(await asked(who, id));
    expect((await world.browser().call('signInWithPasskey', { body: { credential } })).body.code).toBe(
      'passkey_expired',
    );
  });

  it('comes too late after the draft, whose minutes are those of the challenge', async () => {
    const who = await owner();
    const id = await drafted(who);
    world.clock.advance(100);
    const { options, expiresIn } = bodyOf(await who.call('beginDraftPasskey', { path: { id } }));
    expect(expiresIn).toBe(FIVE_MINUTES - 100);
    expect(options.timeout).toBe(expiresIn * 1000);
    const credential = who.device.get(options);
    world.clock.advance(expiresIn);
    expect(await refusalOf(confirm(who, id, credential))).toBe('draft_expired');
    expect(await refusalOf(who.call('beginDraftPasskey', { path: { id } }))).toBe('draft_expired');
  });

  it('comes too late for a draft that a newer one has voided', async () => {
    const who = await owner();
    const id = await drafted(who);
    const credential = who.device.get(await asked(who, id));
    const newer = await drafted(who, '26');
    expect(await refusalOf(confirm(who, id, credential))).toBe('draft_expired');
    expect(await refusalOf(confirm(who, newer, credential))).toBe('passkey_expired');
  });

  it('is refused with a count that has not grown, and its member is told', async () => {
    const who = await owner();
    bodyOf(await signed(who, await drafted(who, '1')));
    expect(await refusalOf(signed(who, await drafted(who, '1'), { counter: 1 }))).toBe('passkey_refused');
    expect(await world.auditOf(who.member)).toContain('passkey_copied');
    const [mail] = await mailsTo(world, who.member.email, 'passkeyCopied');
    expect(mail?.body).toContain('copy of your passkey “Phone” for your account');
    expect(freezeTokensIn(mail?.body)).toHaveLength(1);
  });

  it('is accepted again and again from a device that does not count', async () => {
    const who = await owner({ counts: false });
    for (let each = 0; each < 3; each += 1)
      expect(bodyOf(await signed(who, await drafted(who, '1'))).state).toBe('executed');
  });
});

describe('the books', () => {
  it('agree at the end', async () => {
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
