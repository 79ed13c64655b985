// What operators may do once to a held deposit, and to the key of its address.
import { approveDeposit, createPaymentListener, returnDeposit } from '#server/domain/deposits/payments.ts';
import { retireKey } from '#server/domain/deposits/retire.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { payment } from '#fixtures/club/chain.ts';
import { rich } from '#tests/api/support/money.ts';
import { ofEarlierKey } from '#tests/api/support/retired.ts';
import { OPERATOR } from '#tests/api/support/withdrawals.ts';
import type { World } from '#tests/api/support/world.ts';

const BELOW_MINIMUM = '1';
const BY_OLGA = { operator: 'olga', call: OPERATOR.call };

/** A request for a deposit, and a member's address for it. */
async function requested(world: World): Promise<{ id: string; address: string }> {
  const who = await rich(world, {});
  return (await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } })).body;
}

/** A deposit that is held, since it is below the minimum. */
async function held(world: World): Promise<string> {
  const { id, address } = await requested(world);
  const paid = await payment(world, createPaymentListener(world.services), {
    ...{ address, asset: 'USDT', amount: BELOW_MINIMUM },
  });
  await paid.seen();
  await paid.final();
  return id;
}

export const DEPOSIT_CONTESTS = {
  'a deposit below the minimum, credited by operators': async (world: World) => {
    const id = await held(world);
    return {
      use: () => inTransaction(world.db, (trx) => approveDeposit(trx, world.services, { id, ...BY_OLGA })),
      succeed: 1,
      audit: { deposit_credited: 1 },
    };
  },
  'a held deposit, returned by operators': async (world: World) => {
    const id = await held(world);
    return {
      use: (index: number) =>
        inTransaction(world.db, (trx) =>
          returnDeposit(trx, world.services, { id, txId: `return_${index}`, isSure: false, ...BY_OLGA, details: {} }),
        ),
      succeed: 1,
      audit: { deposit_returned: 1 },
    };
  },
  'a key of addresses, retired': async (world: World) => {
    const { address } = await requested(world);
    const fingerprint = await ofEarlierKey(world, address);
    return {
      use: () =>
        inTransaction(world.db, (trx) =>
          retireKey(trx, world.services, { fingerprint, reason: 'it has leaked', isSure: true, ...BY_OLGA }),
        ),
      succeed: 1,
      audit: { deposit_key_retired: 1 },
      mails: { addressRetired: 1 },
    };
  },
};
