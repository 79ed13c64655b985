// Deposits of which each mail about deposits is written: credited, below the minimum, and at a retired address.
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { payment } from '#fixtures/club/chain.ts';
import { setRates, type Rich } from './money.ts';
import { retireAddress } from './retired.ts';
import type { World } from './world.ts';

const BODY = { asset: 'USDT', network: 'ethereum', amount: '500' } as const;

/** Makes the deposits of a member. */
export async function depositsOfEachKind(world: World, { call }: Pick<Rich, 'call'>): Promise<void> {
  await setRates(world);
  const ask = async (): Promise<string> => (await call('createDeposit', { body: BODY })).body.address;
  const pay = async (address: string, amount: string): Promise<void> => {
    const paid = await payment(world, createPaymentListener(world.services), { address, asset: 'USDT', amount });
    await paid.seen();
    await paid.final();
  };
  const address = await ask();
  for (const amount of ['499.5', '9.25']) await pay(address, amount);
  const retired = await ask();
  await retireAddress(world, retired);
  await pay(retired, '499.75');
}
