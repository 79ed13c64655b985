// What a restore forgets of deposits: that one went back to its sender, and that a key was retired (decisions 0059 and
// 0125). Nothing is credited twice, and nobody is shown an address that may be a thief's.
import { beforeAll, describe, expect, it } from 'vitest';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { FINGERPRINT, payment } from '#fixtures/club/chain.ts';
import { rich, signedIn } from '../support/money.ts';
import { clubToPutBack, endRestore } from '../support/put-back.ts';
import { ofEarlierKey } from '../support/retired.ts';

const club = clubToPutBack();
const { run, begin } = club;
let listener: PaymentListener;
beforeAll(() => {
  listener = createPaymentListener(club.world.services);
});

/** A member with a request, and how it is shown after everybody was signed out. */
async function asked() {
  const { world } = club;
  const who = await rich(world, {});
  const body = { asset: 'USDT', network: 'ethereum', amount: '500' } as const;
  const { id, reference, address } = (await who.call('createDeposit', { body })).body;
  const shown = async () =>
    (await (await signedIn(world, who.member)).call('getDeposit', { path: { id } } as never)).body;
  const paid = async (amount: string) => {
    const one = await payment(world, listener, { address, asset: 'USDT', amount });
    await one.seen();
    return one;
  };
  return { who, reference, address, shown, paid };
}

describe('while a restore is open', () => {
  it('a held deposit may have gone back: it is listed, and neither credited nor returned without --yes', async () => {
    const { reference, shown, paid } = await asked();
    await (await paid('40')).final();
    const tx = `0x${'ab'.repeat(32)}`;
    club.world.payments.set(tx, { kind: 'found', amount: '0', confirmations: 99 });
    const back = ['deposits', 'return', reference, '--tx', tx, '--reason', 'asked for'];
    await begin();
    expect((await run('restored', 'show')).text).toMatch(
      new RegExp(`MAY HAVE GONE BACK since .*\n(?:  .*\n)*  ${reference}  \\S+  40 USDT\n`),
    );
    for (const act of [['deposits', 'approve', reference], back])
      expect(await run(...act)).toEqual({
        code: 1,
        text: expect.stringMatching(/may have been approved or returned since: .*; if you are sure, then --yes$/),
      });
    expect((await shown()).status).toBe('notApproved');
    expect(await run(...back, '--yes')).toMatchObject({ code: 0 });
    expect((await shown()).status).toBe('returned');
  });

  it('an operator who is sure credits a held deposit', async () => {
    const { reference, shown, paid } = await asked();
    await (await paid('40')).final();
    await begin();
    expect(await run('deposits', 'approve', reference, '--yes')).toMatchObject({ code: 0 });
    expect((await shown()).status).toBe('completed');
  });

  it('an earlier key counts as retired: it is listed, not shown, and what is paid to it is held', async () => {
    const { address, shown, paid } = await asked();
    const fingerprint = await ofEarlierKey(club.world, address);
    expect((await shown()).addressRetired).toBeUndefined();
    await begin();
    expect((await run('restored', 'show')).text).toMatch(
      new RegExp(`MAY HAVE BEEN RETIRED since .*\n(?:  .*\n)*  ${fingerprint}  addresses: 1\n`),
    );
    expect(await shown()).toMatchObject({ addressRetired: true, paymentUri: address });
    await (await paid('500')).final();
    expect(await shown()).toMatchObject({ status: 'notApproved', refusal: { reason: 'retiredAddress' } });
  });

  it('the key in force counts as it did, and earlier ones do again after it', async () => {
    const now = await asked();
    const earlier = await asked();
    await ofEarlierKey(club.world, earlier.address);
    await begin();
    await (await now.paid('500')).final();
    expect((await now.shown()).status).toBe('completed');
    await endRestore(club.world);
    await (await earlier.paid('500')).final();
    expect((await earlier.shown()).status).toBe('completed');
  });
});

it('payments to addresses of a time that is lost are listed also when no restore is open', async () => {
  const { db, clock } = club.world;
  const at = { network: 'ethereum', lookup: 'lost-one' } as const;
  await db
    .insertInto('lost_addresses')
    .values({ ...at, fingerprint: FINGERPRINT, key_index: 7, address: '0xLost', restored_at: clock.now() })
    .execute();
  expect((await run('status')).text).not.toContain('NOBODY');
  await db
    .insertInto('lost_payments')
    .values({
      ...at,
      tx_id: '0xtx',
      output_index: 0,
      asset: 'USDT',
      units: '5000000',
      block_hash: 'h',
      block_height: 3n,
      seen_at: clock.now(),
    })
    .execute();
  expect((await run('restored', 'show')).text).toMatch(/\n {2}0xLost {2}5\.?0* USDT {2}0xtx$/);
  expect((await run('status')).text).toContain('1 payments to addresses of a time that is lost; see: restored show');
});
