// The operator's commands: told by the owner-only socket, refused without an effect, recorded with the operator's name.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askServer, openOperatorChannel } from '#server/operator/channel.ts';
import { outcomeOf } from '#server/operator/outcome.ts';
import { rich, setRates } from './support/money.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
const acts = () => world.db.selectFrom('audit_events').select(['kind', 'details']).orderBy('id').execute();

async function withdrawal() {
  const who = await rich(world);
  const draft = await who.post('/withdrawals', { asset: 'USDT', network: 'ethereum', address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', amount: '400' });
  const { body } = await who.confirm(draft.body.id);
  const { reference } = (await who.get(`/receipts/${body.receiptId}`)).body;
  return { who, reference, status: async () => (await who.get(`/receipts/${body.receiptId}`)).body.status };
}

describe('the operator', () => {
  it('lists, approves and completes a withdrawal; each act is recorded by name', async () => {
    const { reference, status } = await withdrawal();
    expect((await run('withdrawals', 'list')).text).toContain(`${reference}  inProcess`);
    expect(await run('withdrawals', 'approve', reference.toLowerCase())).toEqual({ code: 0, text: `${reference} is approved` });
    expect(await status()).toBe('approved');
    expect(await run('withdrawals', 'refuse', reference)).toEqual({ code: 1, text: 'a withdrawal that is approved takes no REFUSE' });
    expect((await run('withdrawals', 'complete', reference, '--tx', '0xabc')).code).toBe(0);
    expect(await status()).toBe('completed');
    expect((await acts()).filter(({ details }) => details.operator === 'olga').map(({ kind }) => kind)).toEqual(['withdrawal_approved', 'withdrawal_completed']);
  });

  it('refuses a withdrawal, and its money returns', async () => {
    const { who, reference } = await withdrawal();
    expect((await run('withdrawals', 'refuse', reference)).code).toBe(0);
    expect(await who.balance('USDT')).toBe('10000');
  });

  it.each([
    [['withdrawals', 'approve', 'W-0000-0000'], 1],
    [['deposits', 'approve', 'D-0000-0000'], 1],
    [['rates', 'set', 'DOGE', '1'], 1],
    [['rates', 'set', 'BTC', '-1'], 1],
    [['rates', 'set', 'BTC', 'many'], 1],
    [['maintenance', 'on', '--until', 'soon'], 1],
    [['rates', 'set', 'BTC'], 2],
    [['withdrawals', 'complete', 'W-0000-0000'], 2],
    [['withdrawals', 'approve'], 2],
    [['toString'], 2],
    [['nonsense', 'now'], 2],
    [[], 2],
  ])('%j changes nothing', async (args, code) => {
    const before = await acts();
    expect(await run(...args)).toMatchObject({ code, text: expect.stringMatching(/./) });
    expect(await acts()).toEqual(before);
  });

  it('sets a rate, closes and opens the club, checks the books', async () => {
    world.clock.advance(1);
    expect((await run('rates', 'set', 'btc', '69000')).code).toBe(0);
    expect((await run('rates', 'list')).text).toContain('69000 USD');
    expect((await run('maintenance', 'on', '--until', '2026-11-22T00:00:00Z')).text).toContain('until 2026-11-22T00:00:00.000Z');
    expect((await world.app.inject('/api/rules')).statusCode).toBe(503);
    expect((await run('maintenance', 'off')).code).toBe(0);
    expect(await run('books', 'check')).toEqual({ code: 0, text: 'the books agree' });
  });

  it('reaches the running server by a socket that only its owner can open; without a server there is none', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'perch-operator-'));
    expect(await askServer(dataDir, { args: ['books', 'check'], operator: 'olga' })).toBeNull();
    const close = await openOperatorChannel(world.services, { dataDir, onError: () => undefined });
    expect(statSync(join(dataDir, 'operator.sock')).mode & 0o777).toBe(0o600);
    expect(await askServer(dataDir, { args: ['books', 'check'], operator: 'olga' })).toEqual({ code: 0, text: 'the books agree' });
    expect(await askServer(dataDir, { args: ['nonsense'], operator: 'olga' })).toMatchObject({ code: 2 });
    await close();
    rmSync(dataDir, { recursive: true });
  });
});
