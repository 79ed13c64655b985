// Locks of what follows a restore: addresses that may have been given out, and the end of the stop.
import { giveLostAddress, reserveAddresses } from '#server/domain/chain/lost-addresses.ts';
import type { AddressKey } from '#server/domain/chain/keys.ts';
import { acceptRestore } from '#server/domain/restores/accept.ts';
import { rich } from '#tests/api/support/money.ts';
import { listener, now, OPERATOR, within, world } from './club.ts';
import type { Trials } from './trial.ts';

const FINGERPRINT = 'a key of these trials';
const COUNT = 3;
const GIVEN = 5;
const key = {
  fingerprint: FINGERPRINT,
  derive: (index: number) => ({ address: `address ${index}`, lookup: `lookup ${index}` }),
};
const reserve = () =>
  within((trx) => reserveAddresses(trx, key as AddressKey, { network: 'ethereum', count: COUNT, restoredAt: now() }));

export const RESTORES: Trials = {
  'domain/chain/lost-addresses.ts reserveAddresses: forUpdate': async () => {
    await world.db.insertInto('chain_keys').values({ fingerprint: FINGERPRINT, next_index: 0 }).execute();
    return {
      first: (trx) =>
        trx.updateTable('chain_keys').set({ next_index: GIVEN }).where('fingerprint', '=', FINGERPRINT).execute(),
      second: async () => {
        await reserve();
        const rows = await world.db
          .selectFrom('lost_addresses')
          .select('key_index')
          .where('fingerprint', '=', FINGERPRINT)
          .orderBy('key_index')
          .execute();
        return rows.map(({ key_index }) => Number(key_index)).join();
      },
      waitsAt: /"chain_keys"/,
      // Those that the first gave out meanwhile are not reserved.
      comesTo: '5,6,7',
    };
  },
  'domain/chain/lost-addresses.ts giveLostAddress: forUpdate': async () => {
    const memberId = (await rich(world)).member.id;
    const place = { network: 'ethereum' as const, lookup: `lookup ${GIVEN + 1}` };
    const hash = 'a'.repeat(64);
    await world.db
      .insertInto('chain_cursors')
      .values({ network: place.network, genesis_hash: hash, height: 7n, hash, moved_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return {
      // As a block that is recorded, with a payment to the address.
      first: async (trx) => {
        await trx.updateTable('chain_cursors').set({ height: 8n }).where('network', '=', place.network).execute();
        await trx
          .insertInto('lost_payments')
          .values({
            ...{ ...place, tx_id: 'b'.repeat(64), output_index: 0, asset: 'USDT', units: '1000000' },
            ...{ block_height: 8n, block_hash: hash, seen_at: now() },
          })
          .execute();
      },
      second: async () => {
        const given = await within((trx) =>
          giveLostAddress(trx, {
            ...{ address: `address ${GIVEN + 1}`, memberId, asset: 'USDT', now: now(), listener },
            newId: () => world.services.random.uuid(),
          }),
        );
        return given?.payments;
      },
      waitsAt: /from "chain_cursors" .* for update$/,
      // The payment of that block is the member's.
      comesTo: 1,
    };
  },
  'domain/chain/lost-addresses.ts giveLostAddress: forUpdate (2)': async () => {
    const memberId = (await rich(world)).member.id;
    return {
      first: (trx) => trx.deleteFrom('lost_addresses').where('address', '=', `address ${GIVEN}`).execute(),
      second: () =>
        within((trx) =>
          giveLostAddress(trx, {
            ...{ address: `address ${GIVEN}`, memberId, asset: 'USDT', now: now(), listener },
            newId: () => world.services.random.uuid(),
          }),
        ),
      waitsAt: /from "lost_addresses" .* for update$/,
      // It was given to somebody else, so it is lost no more.
      comesTo: null,
    };
  },
  'domain/restores/accept.ts acceptRestore: forUpdate': async () => {
    await world.db.updateTable('club_state').set({ restored_at: now(), restored_from: now() }).execute();
    return {
      first: (trx) => trx.updateTable('club_state').set({ restored_at: null, restored_from: null }).execute(),
      second: () =>
        acceptRestore(world.services, { call: OPERATOR.call, details: { operator: 'olga' }, despite: 'a trial' }),
      waitsAt: /from "club_state" for update$/,
      comesTo: 'RestoreRefused',
    };
  },
};
