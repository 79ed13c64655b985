// How many statements a call asks the database for, begin and commit among them. Each is a round trip and a part of two
// processes' time, so what calls of members come to is held here: a statement more is a decision and no accident.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#server/platform/contract/types.ts';
import type { Tracing } from '#server/platform/tracing/tracing.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

/** What each operation asked for last. */
const asked = new Map<string, string[]>();
const tracing: Tracing = {
  begin: () => {
    const statements: string[] = [];
    return {
      traceId: null,
      run: (work) => work(),
      asked: (what) => void (what !== 'connection' && statements.push(what.statement)),
      end: ({ operationId }) => void (operationId !== null && asked.set(operationId, statements)),
    };
  },
  stop: () => Promise.resolve(),
};

let world: World;
let who: Rich;
beforeAll(async () => {
  world = await createWorld({ watch: { tracing } });
  await setRates(world);
  who = await rich(world, { USDT: '10000' }, { username: 'sender' });
  await rich(world, {}, { username: 'receiver' });
  // Somebody was sent to before; and the first use of a token, and of a session within a minute, is noted.
  const draft = await who.call('createTransfer', { body: transfer });
  await who.confirm(draft.body.id);
  // The newest code is the one with the latest moment.
  world.clock.advance(61);
  await who.call('getUserInfo');
});
afterAll(() => world.close());

const transfer = { recipient: 'receiver', asset: 'USDT', amount: '1', note: 'Thanks' } as const;
const exchange = { from: 'USDT', to: 'BTC', amount: '10' } as const;

const CALLS: readonly [OperationId, statements: number, make: () => Promise<unknown>][] = [
  ['getStatus', 1, () => who.call('getStatus')],
  ['countNotices', 2, () => who.call('countNotices')],
  ['listActivity', 2, () => who.call('listActivity')],
  ['getUserInfo', 2, () => who.call('getUserInfo')],
  ['getExchangeOptions', 5, () => who.call('getExchangeOptions')],
  ['getWallet', 8, () => who.call('getWallet')],
  ['getTransferOptions', 9, () => who.call('getTransferOptions')],
  ['createTransfer', 14, () => who.call('createTransfer', { body: transfer })],
  ['createExchange', 13, () => who.call('createExchange', { body: exchange })],
  ['createToken', 19, () => world.browser().session(who.member)],
];

describe('a call asks the database for no more than it is known to need', () => {
  it.each(CALLS)('%s: %i statements', async (operation, statements, make) => {
    await make();
    expect(asked.get(operation)).toHaveLength(statements);
  });

  it.each([
    ['exchange', 14],
    ['transfer', 21],
  ] as const)('confirmDraft, %s: %i statements', async (kind, statements) => {
    const draft = await (kind === 'exchange'
      ? who.call('createExchange', { body: exchange })
      : who.call('createTransfer', { body: transfer }));
    expect((await who.confirm(draft.body.id)).status).toBe(200);
    expect(asked.get('confirmDraft')).toHaveLength(statements);
  });
});
