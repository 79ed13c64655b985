// A chain that is read again after a restore: it says which withdrawals were paid, and whoever pays to an address of
// the time that is lost pays to nobody else (decision 0059).
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlockPayment } from '#server/domain/chain/block-source.ts';
import { issueNextAddress } from '#server/domain/chain/issue.ts';
import { bitcoinKey, type AddressKey } from '#server/domain/chain/keys.ts';
import { reserveAddresses as reserve } from '#server/domain/chain/lost-addresses.ts';
import { createBitcoinSource } from '#server/domain/chain/bitcoin-source.ts';
import { createChain } from '#server/domain/chain/create-chain.ts';
import { readChainSettings } from '#server/domain/chain/settings.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import { createWatcher } from '#server/domain/chain/watcher.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { reserveAddresses } from '#server/domain/restores/accept.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { rich, setRates, type Rich } from '#tests/api/support/money.ts';
import { approve } from '#tests/api/support/withdrawals.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { MemoryNode } from '#tests/support/memory-node.ts';

/** The account of BIP-84's own test vectors. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const UNITS_PER_COIN = 100_000_000n;
const RESERVED = 1_000;

let world: World;
let who: Rich;
let key: AddressKey;
let node: MemoryNode;
let listener: ReturnType<typeof createPaymentListener>;
beforeEach(async () => {
  world = await createWorld();
  await setRates(world);
  who = await rich(world, { BTC: '5' });
  key = bitcoinKey(ZPUB, 'mainnet');
  node = new MemoryNode('main', 3);
  listener = createPaymentListener(world.services);
  // The test's chain has no key; this one stands in for it.
  world.services.chain = {
    ...world.services.chain,
    keyOf: () => key.fingerprint,
    validateAddress: (_network, address) => ({ kind: 'ok', address }),
    reserveLostAddresses: (trx, wanted) => reserve(trx, key, { network: 'bitcoin', ...wanted }),
  };
  await read();
});
afterEach(() => world.close());

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
const begin = async () => {
  world.clock.advance(60);
  const from = secondsAfter(world.clock.now(), -30).toISOString();
  expect(await run('restored', 'begin', '--from', from)).toMatchObject({ code: 0 });
};

/** Reads the chain as a server does. */
async function read(): Promise<void> {
  await createWatcher({
    clock: world.clock,
    random: world.services.random,
    source: node,
    listener,
    confirmationsRequired: async () => 2,
    development: false,
    log: () => undefined,
    onLag: () => undefined,
    age: null,
    state: () => 'current',
    onState: async () => undefined,
  })(world.db);
}

const issue = (member: Rich) =>
  inTransaction(world.db, (trx) =>
    issueNextAddress(trx, key, {
      id: world.services.random.uuid(),
      network: 'bitcoin',
      memberId: member.member.id,
      asset: 'BTC',
      now: world.clock.now(),
    }),
  );
const pay = (lookup: string, coins: bigint, txId = randomBytes(32).toString('hex')): BlockPayment => ({
  txId,
  index: 0,
  lookup,
  asset: 'BTC',
  units: coins * UNITS_PER_COIN,
});

describe('addresses of the time that is lost', () => {
  it('are given to nobody else', async () => {
    const before = await issue(who);
    await begin();
    const after = await issue(who);
    expect([before?.address, after?.address]).toEqual([key.derive(0).address, key.derive(RESERVED + 1 + 10).address]);
  });

  it('are taken out of use once for each restore, and more of them where more were given out', async () => {
    await begin();
    const restore = { at: world.clock.now(), from: secondsAfter(world.clock.now(), -30) };
    const again = () => inTransaction(world.db, (trx) => reserveAddresses(trx, world.services.chain, restore));
    expect(await again()).toBe(0);
    for (let count = 0; count < 3; count += 1) await issue(who);
    await begin();
    const { n } = await world.db
      .selectFrom('lost_addresses')
      .select((query) => query.fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(RESERVED + RESERVED + 3 * 10);
  });

  it('are never the numbers that the server knows to be given out, though the database has lost them', async () => {
    const settings = readChainSettings({}, { developmentAllowed: true });
    const { clock, random, bus } = world.services;
    const chain = createChain({
      ...{ settings, clock, random, bus, rulesAt: ownRulesAt },
      ...{ trustedNow: async () => clock.now(), developmentUrl: () => null },
    });
    const next = async () => {
      const wanted = { memberId: who.member.id, asset: 'BTC' as const, now: clock.now() };
      const issued = await inTransaction(world.db, (trx) => chain.issueAddress(trx, wanted));
      await new Promise((done) => setImmediate(done));
      return issued?.address ?? '';
    };
    const derived = (index: number) => settings.bitcoin?.key.derive(index).address;
    const fingerprint = settings.bitcoin?.key.fingerprint ?? '';
    expect([await next(), await next()]).toEqual([derived(0), derived(1)]);
    // As a standby that took over without the last commits.
    await world.db.deleteFrom('chain_addresses').where('fingerprint', '=', fingerprint).execute();
    await world.db.updateTable('chain_keys').set({ next_index: 0 }).where('fingerprint', '=', fingerprint).execute();
    expect([await next(), await next()]).toEqual([derived(2), derived(3)]);
    const lost = await world.db.selectFrom('lost_addresses').select('address').orderBy('key_index').execute();
    expect(lost.map(({ address }) => address)).toEqual([derived(0), derived(1)]);
  });

  it('are watched before the next block is read, though nobody asks for another one', async () => {
    const settings = readChainSettings({}, { developmentAllowed: true });
    const { clock, random, bus } = world.services;
    const chain = createChain({
      ...{ settings, clock, random, bus, rulesAt: ownRulesAt },
      // Nothing answers there: what is watched does not depend on it.
      ...{ trustedNow: async () => clock.now(), developmentUrl: () => 'http://127.0.0.1:9' },
    });
    const wanted = { memberId: who.member.id, asset: 'BTC' as const, now: clock.now() };
    await inTransaction(world.db, (trx) => chain.issueAddress(trx, wanted));
    await new Promise((done) => setImmediate(done));
    const fingerprint = settings.bitcoin?.key.fingerprint ?? '';
    const [watch] = chain.jobs(listener, () => undefined);
    const lost = async () =>
      (await world.db.selectFrom('lost_addresses').select('address').execute()).map(({ address }) => address);
    await watch?.run(world.db);
    expect(await lost()).toEqual([]);
    // As a standby that took over without the last commits.
    await world.db.deleteFrom('chain_addresses').where('fingerprint', '=', fingerprint).execute();
    await world.db.deleteFrom('chain_keys').where('fingerprint', '=', fingerprint).execute();
    await watch?.run(world.db);
    await watch?.run(world.db);
    expect(await lost()).toEqual([settings.bitcoin?.key.derive(0).address]);
  });

  it('keep what is paid to them until an operator says whose they are; then it is credited', async () => {
    await begin();
    const { address, lookup } = key.derive(7);
    node.mine('main', 1, [pay(lookup, 2n)]);
    await read();
    expect((await run('restored', 'show')).text).toMatch(new RegExp(`  ${address}  2(\\.0+)? BTC  [0-9a-f]{64}`));
    expect(await who.balance('BTC')).toBe('5');
    await run('restored', 'accept');
    expect(await run('restored', 'address', address, who.member.username)).toMatchObject({ code: 2 });
    expect(
      await run('restored', 'address', key.derive(5_000).address, who.member.username, '--proof', 'mail'),
    ).toMatchObject({
      code: 1,
      text: expect.stringContaining('is no address that was given out'),
    });
    expect(await run('restored', 'address', address, who.member.username, '--proof', 'their mail shows it')).toEqual({
      code: 0,
      text: `${address} is ${who.member.username}'s; 1 payments to it are credited once they are confirmed, or held if its key is retired; then the member is shown it under the bell, and notified by email unless they chose otherwise`,
    });
    node.mine('main', 1);
    await read();
    expect(await who.balance('BTC')).toBe('7');
    // A later payment to it is the member's like any other.
    node.mine('main', 2, [pay(lookup, 1n)]);
    await read();
    expect(await who.balance('BTC')).toBe('8');
    expect(await run('books', 'check')).toEqual({ code: 0, text: 'the books agree' });
  });

  it('lose no payment in a block that is read while one of them is given to a member', async () => {
    const own = await issue(who);
    await begin();
    await run('restored', 'accept');
    const { address, lookup } = key.derive(7);
    node.mine('main', 1, [pay(String(own && key.derive(0).lookup), 1n), pay(lookup, 2n)]);
    let asked = 0;
    node.tookPlace = async () => {
      asked += 1;
      if (asked === 1)
        expect(
          await run('restored', 'address', address, who.member.username, '--proof', 'their mail shows it'),
        ).toMatchObject({ code: 0 });
      return true;
    };
    await read();
    node.mine('main', 1);
    await read();
    expect(await who.balance('BTC')).toBe('8');
  });

  it('forget a payment that a reorganization takes away', async () => {
    await begin();
    node.mine('main', 2, [pay(key.derive(7).lookup, 2n)]);
    await read();
    node.blocks.length = 4;
    node.mine('other', 3);
    await read();
    expect((await run('restored', 'show')).text).not.toContain('a time that is lost');
  });
});

describe('a withdrawal that was paid in the time that is lost', () => {
  const ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

  async function withdrawal(): Promise<{ id: string; reference: string }> {
    const draft = await who.call('createWithdrawal', {
      body: { asset: 'BTC', network: 'bitcoin', address: ADDRESS, amount: '1' },
    });
    const { body } = await who.confirm(draft.body.id);
    await approve(world, body.receiptId);
    const { reference } = await world.db
      .selectFrom('receipts')
      .select('reference')
      .where('id', '=', body.receiptId)
      .executeTakeFirstOrThrow();
    return { id: body.receiptId, reference };
  }

  it('is found when its blocks are read again', async () => {
    const { reference } = await withdrawal();
    await begin();
    const paid = { ...pay(ADDRESS, 1n), units: 90_000_000n };
    // Another amount to the address is another payment.
    node.mine('main', 1, [{ ...pay(ADDRESS, 1n), units: 89_000_000n }]);
    node.mine('main', 1, [paid]);
    await read();
    expect((await run('restored', 'show')).text).toContain(
      `PAID by ${paid.txId}: withdrawals complete ${reference} --tx ${paid.txId}`,
    );
    expect(await run('restored', 'unpaid', reference, '--proof', 'I think so')).toMatchObject({ code: 1 });
  });

  it('is not looked for where nothing was restored', async () => {
    await withdrawal();
    node.mine('main', 1, [{ ...pay(ADDRESS, 1n), units: 90_000_000n }]);
    await read();
    expect(await world.db.selectFrom('payout_sightings').selectAll().execute()).toEqual([]);
  });
});

describe('what payments are looked up by', () => {
  it('is the script, so that any address is found; our own by the hash of their key', () => {
    const source = createBitcoinSource(async () => null, 'mainnet');
    expect(source.lookupOf(key.derive(0).address)).toBe(key.derive(0).lookup);
    // P2PKH, P2SH, P2TR of the first blocks, BIP-16 and BIP-86.
    expect(source.lookupOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(
      'script:76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac',
    );
    expect(source.lookupOf('3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).toBe(
      'script:a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87',
    );
    expect(source.lookupOf('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')).toBe(
      'script:5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
    );
    expect(source.lookupOf('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBeNull();
  });
});
