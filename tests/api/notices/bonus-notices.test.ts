// A bonus that was paid is told under the bell and to browsers, once, with its receipt: that of a purchase and that of
// a month.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '#server/domain/bonuses/close-month.ts';
import { releaseBonuses } from '#server/domain/bonuses/release.ts';
import { texts } from '#server/platform/texts/texts.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { withoutMailOf } from '../support/notice-settings.ts';
import { sendAll, subscribed } from '../support/push.ts';
import { buy } from '../support/sales.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  world.clock.advance((Date.parse('2026-09-20T00:00:00Z') - world.clock.now().getTime()) / 1000);
  await setRates(world);
});
afterAll(() => world.close());

const bonusesOf = async (who: Rich) =>
  (await who.call('listNotices')).body.items.filter(({ kind }: { kind: string }) => kind.endsWith('Bonus'));

/** Lets a browser of the member be notified; the answer tells what it was sent since. */
async function notified(who: Rich) {
  const { wanted, open } = subscribed();
  await who.call('turnOnPush', { body: wanted });
  return async () =>
    (await sendAll(world)).filter(({ endpoint }) => endpoint === wanted.endpoint).map(({ body }) => open(body));
}

describe('a notice of a referral bonus', () => {
  it('is the referrer’s, with the receipt of the bonus, also if it is not mailed', async () => {
    const [referrer, buyer] = [await rich(world), await rich(world)];
    await world.db
      .updateTable('members')
      .set({ introducer_id: referrer.member.id })
      .where('id', '=', buyer.member.id)
      .execute();
    await referrer.call('setNoticeSettings', { body: withoutMailOf('referralBonus') });
    const sent = await notified(referrer);
    await buy(world, buyer.member.id, { usd: '200' });
    const receiptId = expect.any(String);
    expect(await bonusesOf(referrer)).toMatchObject([
      { kind: 'referralBonus', asset: 'USDT', amount: '10', counterAsset: null, counterAmount: null, receiptId },
    ]);
    expect(await bonusesOf(buyer)).toEqual([]);
    const [{ receiptId: id }] = await bonusesOf(referrer);
    expect((await referrer.call('getReceipt', { path: { id } })).body).toMatchObject({
      kind: 'referralBonus',
      amount: '10',
    });
    expect(await sent()).toMatchObject([{ text: texts('en-US').push.kind.referralBonus, page: `/Receipt/${id}` }]);
  });
});

describe('a notice of a binary bonus', () => {
  const closing = { month: '2026-09', operator: 'olga', call: { requestId: 'op-1', device: '' } } as const;

  it('is that of who was paid, with USDT and PP of its receipt, however often the month is released', async () => {
    const top = await world.member();
    const left = await world.member({ below: top.seatNo, side: 'left' });
    const right = await world.member({ below: top.seatNo, side: 'right' });
    await buy(world, top.id, { usd: '100' });
    await buy(world, left.id, { usd: '200' });
    await buy(world, right.id, { usd: '500' });
    world.clock.advance(20 * 24 * 3600);
    const who = await signedIn(world, top);
    const sent = await notified(who);
    await closeMonth(world.services, closing);
    await releaseBonuses(world.services, closing);
    const told = await bonusesOf(who);
    expect(told).toMatchObject([
      { kind: 'binaryBonus', asset: 'USDT', amount: '16', counterAsset: 'PP', counterAmount: '4', read: false },
    ]);
    const [{ receiptId: id }] = told;
    expect((await who.call('getReceipt', { path: { id } })).body).toMatchObject({
      ...{ kind: 'binaryBonus', bonusMonth: '2026-09' },
      ...{ asset: 'USDT', amount: '16', counterAsset: 'PP', counterAmount: '4' },
    });
    expect(await sent()).toMatchObject([{ text: texts('en-US').push.kind.binaryBonus, page: `/Receipt/${id}` }]);
    const all = await world.db.selectFrom('notices').select('member_id').where('kind', '=', 'binaryBonus').execute();
    const paid = await world.db.selectFrom('receipts').select('member_id').where('kind', '=', 'binary_bonus').execute();
    expect(all).toEqual(paid);
    expect(await bonusesOf(await signedIn(world, left))).toEqual([]);
  });
});
