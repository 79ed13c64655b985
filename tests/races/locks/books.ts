// Locks of the books, the rules and the place up to which a chain is read.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { stepFrom } from '#server/domain/chain/cursor.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { openingGrant, transfer } from '#server/domain/ledger/moves.ts';
import { withdrawalAccepted } from '#server/domain/ledger/withdrawals.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { withdrawRules } from '#server/domain/rules/withdraw-rules.ts';
import { rich } from '#tests/api/support/money.ts';
import { DAY } from '#tests/api/support/stakes.ts';
import type { Trials } from './trial.ts';
import { world, AT_JOURNAL, now, within } from './club.ts';

const CURSOR = { network: 'bitcoin' as const, height: 7, hash: 'a'.repeat(64) };

const act = (memberId: string) => ({ key: randomUUID(), at: now(), memberId, ruleVersion: 1, asset: 'USDT' as const });
const take = (trx: Trx, memberId: string, amount: string) =>
  withdrawalAccepted(trx, world.services.random, { ...act(memberId), amount, fee: '0', status: 'in_process' });

export const BOOKS: Trials = {
  'platform/db/migrations/0010-ledger.sql post_journal: lock_wallets': async () => {
    const who = await rich(world, { USDT: '100' });
    return {
      first: (trx) => take(trx, who.member.id, '100'),
      second: () => within((trx) => take(trx, who.member.id, '100')),
      waitsAt: AT_JOURNAL,
      comesTo: 'InsufficientBalance',
      after: async () => expect(await who.balance('USDT')).toBe('0'),
    };
  },
  'platform/db/migrations/0010-ledger.sql post_journal: lock_wallets (2)': async () => {
    const [giver, who] = [await rich(world, { USDT: '100' }), await rich(world, {})];
    const give = (trx: Trx) =>
      transfer(trx, world.services.random, { ...act(giver.member.id), toMemberId: who.member.id, amount: '10' });
    return {
      first: give,
      second: () => within((trx) => take(trx, who.member.id, '20')),
      waitsAt: AT_JOURNAL,
      comesTo: 'InsufficientBalance',
      after: async () => expect(await who.balance('USDT')).toBe('10'),
    };
  },
  'domain/ledger/check-books.ts lastSettledJournal: lock_journals': async () => {
    const who = await rich(world);
    const grant = { ...act(who.member.id), amount: '1', status: 'completed' };
    return {
      first: (trx) => openingGrant(trx, world.services.random, grant),
      // It is put off, so that nobody who writes waits for it.
      second: async () => (await checkBooks(world.db, { now: now() })).kind,
      waitsAt: /lock_journals/,
      givesUp: true,
      comesTo: 'busy',
      after: async () => expect((await checkBooks(world.db, { now: now() })).kind).toBe('agree'),
    };
  },
  'domain/ledger/check-books.ts compare: pg_try_advisory_xact_lock': async () => ({
    first: (trx) => sql`SELECT pg_advisory_xact_lock(7265003)`.execute(trx),
    second: async () => (await checkBooks(world.db, { now: now() })).kind,
    waitsAt: null,
    comesTo: 'busy',
  }),
  'domain/rules/add-rules.ts addRules: lock_rules': async () => {
    const { version } = await rulesAt(world.db, now());
    const values = (
      await world.db.selectFrom('rules').selectAll().where('version', '=', version).executeTakeFirstOrThrow()
    ).values;
    return {
      first: (trx) =>
        trx
          .insertInto('rules')
          .values({ version: version + 1, effective_from: now(), values: JSON.stringify(values), defaults: [] })
          .execute(),
      second: () => addRules(world.db, { changes: { draftMinutes: 6 }, effectiveFrom: now(), now: now() }),
      waitsAt: /lock_rules/,
      comesTo: version + 2,
    };
  },
  'domain/rules/withdraw-rules.ts withdrawRules: lock_rules': async () => {
    const later = new Date(now().getTime() + DAY * 1000);
    const version = await addRules(world.db, { changes: { draftMinutes: 7 }, effectiveFrom: later, now: now() });
    const { values } = await world.db
      .selectFrom('rules')
      .selectAll()
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    return {
      // A version that is based on it.
      first: (trx) =>
        trx
          .insertInto('rules')
          .values({ version: version + 1, effective_from: later, values: JSON.stringify(values), defaults: [] })
          .execute(),
      second: () => withdrawRules(world.db, { version, clock: world.clock, record: () => Promise.resolve() }),
      waitsAt: /lock_rules/,
      comesTo: 'RulesRefused',
    };
  },
  'domain/chain/cursor.ts stepFrom: forUpdate': async () => {
    const { network, height, hash } = CURSOR;
    await world.db
      .insertInto('chain_cursors')
      .values({ network, genesis_hash: hash, height: BigInt(height), hash, moved_at: now() })
      .execute();
    return {
      first: (trx) =>
        trx
          .updateTable('chain_cursors')
          .set({ height: BigInt(height + 1) })
          .where('network', '=', network)
          .execute(),
      second: () =>
        stepFrom(world.db, network, { height, hash }, () => Promise.reject(new Error('a block was read twice'))),
      waitsAt: /from "chain_cursors" .* for update$/,
      comesTo: false,
    };
  },
};
