// Parallel confirmations of drafts that each take the whole balance: on a server with many connections, exactly one may
// succeed.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { codeOf, rich, setRates } from '#tests/api/support/money.ts';
import { asked, confirm, drafted, ownerIn } from '#tests/api/support/passkey-confirmation.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const ROUNDS = 5;
const PARALLEL = 20;
const withdrawal = {
  asset: 'USDT',
  network: 'ethereum',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  amount: '1000',
} as const;

it('of twenty parallel confirmations of one draft for the whole balance, one moves money', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const who = await rich(world, { USDT: '1000' });
    const { body: draft } = await who.call('createWithdrawal', { body: withdrawal });
    const code = await codeOf(world, who, draft.id);
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () =>
        who.call('confirmDraft', { path: { id: draft.id }, body: { code }, key: randomUUID() }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.receiptId)).size).toBe(1);
    expect(await who.balance('USDT')).toBe('0');
    expect(
      await world.db.selectFrom('withdrawals').select('id').where('member_id', '=', who.member.id).execute(),
    ).toHaveLength(1);
  }
});

it('of a withdrawal, a transfer and an exchange of the whole balance, each confirmed many times at once, one succeeds', async () => {
  const other = await rich(world, {}, { username: 'RaceOther' });
  for (let round = 0; round < ROUNDS; round += 1) {
    const who = await rich(world, { USDT: '1000' });
    const drafts = [
      await who.call('createWithdrawal', { body: withdrawal }),
      await who.call('createTransfer', {
        body: { recipient: other.member.username, asset: 'USDT', amount: '1000', note: 'all' },
      }),
      await who.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: '1000' } }),
    ];
    // The drafts require no code, so that only the balance prevents them.
    await world.db
      .updateTable('drafts')
      .set({ second_factor: 'none' })
      .where('member_id', '=', who.member.id)
      .execute();
    const calls = drafts.flatMap(({ body }) =>
      Array.from({ length: 7 }, () =>
        who.call('confirmDraft', { path: { id: body.id }, body: { code: null }, key: randomUUID() }),
      ),
    );
    const answers = await Promise.all(calls);
    for (const { status, body } of answers)
      expect(status === 200 || body.code === 'insufficient_balance', JSON.stringify(body)).toBe(true);
    expect(new Set(answers.flatMap(({ body }) => body.receiptId ?? [])).size).toBe(1);
    expect(await who.balance('USDT')).toBe('0');
  }
});

it('of a confirmation and turning on the limit to saved addresses at once, either comes first', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const who = await rich(world, { USDT: '1000' });
    const { body: draft } = await who.call('createWithdrawal', { body: withdrawal });
    const code = await codeOf(world, who, draft.id);
    const [confirmed, limit] = await Promise.all([
      who.call('confirmDraft', { path: { id: draft.id }, body: { code } }),
      who.call('turnOnAllowList', { body: { password: who.member.password } }),
    ]);
    expect(limit.body).toMatchObject({ state: 'on' });
    const isRefused = confirmed.body.code === 'address_not_allowed';
    expect(isRefused || confirmed.status === 200, JSON.stringify(confirmed.body)).toBe(true);
    expect(await who.balance('USDT')).toBe(isRefused ? '1000' : '0');
    expect((await who.call('createWithdrawal', { body: withdrawal })).body.code).toBe('address_not_allowed');
  }
});

it('of turning the limit off and keeping it on at once, it ends on, or turning off once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const who = await rich(world, {});
    const body = { password: who.member.password };
    await who.call('turnOnAllowList', { body });
    await Promise.all([
      ...Array.from({ length: 3 }, () => who.call('turnOffAllowList', { body })),
      ...Array.from({ length: 3 }, () => who.call('keepAllowList')),
    ]);
    const acts = (await world.auditOf(who.member)).filter((kind) => kind.startsWith('allow_list')).slice(1);
    // Each is recorded only where it changed something, so they take turns.
    expect(acts).toEqual(acts.map((_, turn) => (turn % 2 === 0 ? 'allow_list_turning_off' : 'allow_list_kept')));
    const { state } = (await who.call('getAllowList')).body;
    expect(state).toBe(acts.length % 2 === 0 ? 'on' : 'turningOff');
  }
});

describe('what a device has signed', () => {
  beforeAll(async () => void (await rich(world, {}, { username: 'Recipient' })));

  it('moves money once, however often it is sent at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const who = await ownerIn(world);
      const id = await drafted(who, '40');
      const credential = who.device.get(await asked(who, id));
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, () => confirm(who, id, credential, randomUUID())),
      );
      expect(new Set(answers.flatMap(({ body }) => body.receiptId ?? [])).size).toBe(1);
      expect(await who.balance('USDT')).toBe('60');
    }
  });

  it('is compared once if it is wrong, and counts as every other wrong one', async () => {
    const who = await ownerIn(world);
    const id = await drafted(who, '40');
    const credential = who.device.get(await asked(who, id), { unverified: true });
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => confirm(who, id, credential, randomUUID())),
    );
    const count = (code: string) => answers.filter(({ body }) => body.code === code).length;
    expect([count('passkey_refused'), count('passkey_expired'), count('no_passkey')]).toEqual([1, 4, PARALLEL - 5]);
    expect(await who.balance('USDT')).toBe('100');
  });

  it('is void once another is asked for, or was taken before: never half of either', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const who = await ownerIn(world);
      const id = await drafted(who, '40');
      const credential = who.device.get(await asked(who, id));
      const [again, confirmed] = await Promise.all([
        who.call('beginDraftPasskey', { path: { id } }),
        confirm(who, id, credential),
      ]);
      const wasFirst = confirmed.status === 200;
      expect([again.body.code, confirmed.body.code]).toEqual(
        wasFirst ? [again.status === 200 ? undefined : 'draft_expired', undefined] : [undefined, 'passkey_expired'],
      );
      expect(await who.balance('USDT')).toBe(wasFirst ? '60' : '100');
    }
  });
});

it('the books agree after that', async () => {
  expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
});
