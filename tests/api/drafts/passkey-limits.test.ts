// What limits the confirmation of money with a passkey (D-08, P-5): its age, the hold, and how often a signature may be
// wrong.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { readRoutes } from '#server/platform/contract/document.ts';
import { bodyOf } from '../support/call.ts';
import { rich, setRates, signedIn } from '../support/money.ts';
import { asked, confirm, drafted, ownerIn, refusalOf, signed, type Owner } from '../support/passkey-confirmation.ts';
import { addPasskey, deviceOf } from '../support/passkeys.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  await rich(world, {}, { username: 'Recipient' });
});
afterAll(() => world.close());

const owner = (options: { secondFactor?: boolean; counts?: boolean } = {}) => ownerIn(world, options);

describe('a new passkey', () => {
  it('confirms no money for 24 hours, not even what the hold leaves open', async () => {
    const who = await rich(world, { USDT: '10000' });
    const device = deviceOf(world);
    await addPasskey(world, who, device);
    const large = { body: { from: 'USDT', to: 'MSPC', amount: '6000' } } as const;
    const { id, secondFactor } = bodyOf(await who.call('createExchange', large));
    expect(secondFactor).toBe('email');
    expect(bodyOf(await who.call('getDraft', { path: { id } })).passkey).toBe(false);
    expect(await refusalOf(who.call('beginDraftPasskey', { path: { id } }))).toBe('no_passkey');
  });

  it('is not asked for beside an older one, and what it signs all the same is refused', async () => {
    const who = await owner();
    const fresh = deviceOf(world);
    world.clock.advance(60);
    await addPasskey(world, who, fresh, 'Fresh');
    await world.db
      .updateTable('members')
      .set({ money_held_until: null, mailbox_held_until: null })
      .where('id', '=', who.member.id)
      .execute();
    const id = await drafted(who);
    const options = await asked(who, id);
    expect(options.allowCredentials.map((each: { id: string }) => each.id)).toEqual([who.device.held[0]?.id]);
    expect(await refusalOf(confirm(who, id, fresh.get(options)))).toBe('passkey_refused');
    expect(bodyOf(await signed(who, id)).state).toBe('executed');
  });

  it('confirms no money that is held, however old another one is', async () => {
    const who = await owner();
    const id = await drafted(who);
    const credential = who.device.get(await asked(who, id));
    const until = new Date(world.clock.now().getTime() + 60_000);
    await world.db.updateTable('members').set({ money_held_until: until }).where('id', '=', who.member.id).execute();
    expect(await refusalOf(confirm(who, id, credential))).toBe('money_held');
    expect(await who.balance('USDT')).toBe('100');
  });
});

describe('a confirmation that was begun with a passkey', () => {
  it('ends with the removal of the passkey', async () => {
    const who = await owner();
    const id = await drafted(who);
    const credential = who.device.get(await asked(who, id));
    const { password } = who.member;
    bodyOf(await who.call('removePasskey', { path: { id: who.passkeyId }, body: { password } }));
    expect(await refusalOf(confirm(who, id, credential))).toBe('passkey_expired');
    expect(await refusalOf(who.call('beginDraftPasskey', { path: { id } }))).toBe('no_passkey');
    expect(bodyOf(await who.call('getDraft', { path: { id } })).passkey).toBe(false);
  });

  it('ends with the session when the account is frozen', async () => {
    const who = await owner();
    const id = await drafted(who);
    const credential = who.device.get(await asked(who, id));
    bodyOf(await who.call('freezeAccount'));
    expect(await refusalOf(confirm(who, id, credential))).toBe('session_ended');
    expect(await refusalOf(who.call('beginDraftPasskey', { path: { id } }))).toBe('session_ended');
    expect(await who.balance('USDT')).toBe('100');
  });

  it.each([false, true])(
    'has five tries for the draft, and a mailed code has its own (with an app: %s)',
    async (app) => {
      const who = await owner({ secondFactor: app });
      const id = await drafted(who);
      for (let each = 0; each < 5; each += 1)
        expect(await refusalOf(signed(who, id, { unverified: true }))).toBe('passkey_refused');
      expect(await refusalOf(who.call('beginDraftPasskey', { path: { id } }))).toBe('no_passkey');
      const { passkey } = bodyOf(await who.call('getDraft', { path: { id } }));
      expect(passkey).toBe(false);
      const byCode = await who.confirm(id);
      if (app) expect(byCode.body.code).toBe('code_used_up');
      else expect(bodyOf(byCode).state).toBe('executed');
    },
  );

  it('ends a session that fails ten times, over all its drafts', async () => {
    const who = await owner();
    for (let draft = 0; draft < 2; draft += 1) {
      const id = await drafted(who, String(draft + 1));
      for (let each = 0; each < 5; each += 1) {
        const isLast = draft === 1 && each === 4;
        expect(await refusalOf(signed(who, id, { unverified: true }))).toBe(
          isLast ? 'session_ended' : 'passkey_refused',
        );
      }
    }
    expect(await world.auditOf(who.member)).toContain('session_ended_for_guessing');
    expect((await who.call('getUserInfo')).status).toBe(401);
  });

  it('has tries that no other session of the member can use up: none is told of a draft that it did not make', async () => {
    const who = await owner();
    const id = await drafted(who);
    const thief = { ...who, ...(await signedIn(world, who.member)) };
    const reads = readRoutes().filter(
      ({ method, path, responses }) =>
        method === 'GET' && !path.includes('{') && responses.get(200)?.includes('text/event-stream') !== true,
    );
    expect(reads.length).toBeGreaterThan(25);
    for (const { path } of reads) {
      const headers = { authorization: `Bearer ${thief.token}` };
      const { body } = await world.app.inject({ method: 'GET', url: `/api${path}`, headers });
      expect([path, body.includes(id)]).toEqual([path, false]);
    }
    // Whoever guesses at drafts of their own ends their session, and leaves the owner's with all its tries.
    for (let draft = 0; draft < 2; draft += 1) {
      const guessed = await drafted(thief, String(draft + 1));
      for (let each = 0; each < 5; each += 1) await signed(thief, guessed, { unverified: true });
    }
    expect((await thief.call('getUserInfo')).status).toBe(401);
    const again = await drafted(who);
    expect(await refusalOf(signed(who, again, { unverified: true }))).toBe('passkey_refused');
    expect(bodyOf(await signed(who, again)).state).toBe('executed');
  });

  it('does not count as wrong what was right', async () => {
    const who = await owner();
    for (let each = 0; each < 12; each += 1) bodyOf(await signed(who, await drafted(who, '1')));
    expect(await who.balance('USDT')).toBe('88');
  });

  it('is limited by member, and takes nothing of another member', async () => {
    const throttled = await createWorld({ on: world, config: { rateLimitScale: 1 } });
    const [who, other] = [await owner(), await owner()];
    const begin = async (each: Owner, id: string) =>
      (await throttled.browser().call('beginDraftPasskey', { path: { id }, token: each.token })).status;
    const [mine, theirs] = [await drafted(who), await drafted(other)];
    const statuses: number[] = [];
    for (let each = 0; each < 11; each += 1) statuses.push(await begin(who, mine));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await begin(other, theirs)).toBe(200);
    await throttled.close();
  });

  it('is not begun for a draft that requires nothing', async () => {
    const who = await owner();
    const { id, secondFactor } = bodyOf(
      await who.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: '1' } }),
    );
    expect(secondFactor).toBe('none');
    expect(await refusalOf(who.call('beginDraftPasskey', { path: { id } }))).toBe('no_passkey');
  });
});

describe('the books', () => {
  it('agree at the end', async () => {
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
