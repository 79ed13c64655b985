// The figures in mails about money, exactly and in their order, at rates and fees that no figure equals by chance.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { normal } from '#money/amount.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { completeWithdrawal } from '#server/domain/withdrawals/steps.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { payment } from '#fixtures/club/chain.ts';
import { LEAST, MINIMUM_DEPOSIT_USD, ODD_RATES, WITHDRAWN } from '#tests/money/previews.ts';
import { mailsTo } from '../support/mails.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { bought, chosen, DAY, runJobs } from '../support/stakes.ts';
import { approve, HOURS_240, OPERATOR, refuse } from '../support/withdrawals.ts';
import { createWorld, type World } from '../support/world.ts';

/** An address of regtest, which the tests use as Bitcoin. */
const BITCOIN_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const AMOUNT = /(\d[\d,]*(?:\.\d+)?) (USDT|USD|BTC|ETH|MSPC|MP|PP)\b/g;
/** A plan of 123.45 USD in USDT, rounded up; five hundredths of it, rounded down; and what a year brings. */
const PLAN = { usd: '123.45', usdt: '123.610694', bonus: '6.180534', mp: '22.529625' } as const;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world, ODD_RATES);
});
afterAll(() => world.close());

/** The amounts in the mails to a member, by kind, whichever way they are grouped; mails without any are left out. */
async function amountsTold({ member }: Pick<Rich, 'member'>): Promise<Record<string, string[]>> {
  const mails = await mailsTo(world, member.email);
  const told = mails.map(({ kind, subject, body }): [string, string[]] => [
    kind,
    [...`${subject} ${body}`.replaceAll(/\s+/g, ' ').matchAll(AMOUNT)].map(
      ([, figure = '', unit = '']) => `${normal(figure.replaceAll(',', ''))} ${unit}`,
    ),
  ]);
  return Object.fromEntries(told.filter(([, amounts]) => amounts.length > 0));
}

async function withdrawing(): Promise<{ who: Rich; id: string }> {
  const { asset, network, amount } = WITHDRAWN[1];
  const who = await rich(world, { BTC: '1' });
  const body = { asset, network, address: BITCOIN_ADDRESS, amount };
  const { body: draft } = await who.call('createWithdrawal', { body });
  return { who, id: (await who.confirm(draft.id)).body.receiptId };
}

it('a withdrawal: what leaves, the fee and what arrives', async () => {
  const { amount, fee, net } = WITHDRAWN[1];
  const requested = {
    withdrawalCode: [`${amount} BTC`, `${fee} BTC`, `${net} BTC`],
    withdrawalAccepted: [`${amount} BTC`, `${net} BTC`, `${fee} BTC`],
  };
  const refused = await withdrawing();
  await refuse(world, refused.id);
  expect(await amountsTold(refused.who)).toEqual({ ...requested, withdrawalRefused: [`${amount} BTC`] });

  const { who, id } = await withdrawing();
  await approve(world, id);
  world.clock.advance(HOURS_240);
  await setRates(world, ODD_RATES);
  const paid = { id, actor: OPERATOR, transactionId: 'ab'.repeat(32) };
  await inTransaction(world.db, (trx) => completeWithdrawal(trx, world.services, paid));
  expect(await amountsTold(who)).toEqual({ ...requested, withdrawalCompleted: [`${net} BTC`] });
});

it('an exchange: what is given and what is received', async () => {
  const who = await rich(world, { BTC: '1' });
  const { body: draft } = await who.call('createExchange', { body: { from: 'BTC', to: 'MSPC', amount: '0.02' } });
  expect((await who.confirm(draft.id)).body.state).toBe('executed');
  expect(await amountsTold(who)).toEqual({ exchangeCode: ['0.02 BTC', '4974.697594 MSPC'] });
});

it('a transfer: the same amount to both', async () => {
  const [sender, recipient] = [await rich(world, { BTC: '1' }), await rich(world, {})];
  const body = { recipient: recipient.member.username, asset: 'BTC', amount: '0.01234567', note: 'note' } as const;
  const { body: draft } = await sender.call('createTransfer', { body });
  expect((await sender.confirm(draft.id)).body.state).toBe('executed');
  const amount = '0.01234567 BTC';
  expect(await amountsTold(sender)).toEqual({ transferCode: [amount], transferSent: [amount, amount] });
  expect(await amountsTold(recipient)).toEqual({ transferReceived: [amount, amount] });
});

it.each([
  ['mpOnly', ['0 USDT', `${PLAN.mp} MP`, `${PLAN.usdt} USDT`, '0 MP'], 'stakeRestaked', 3],
  ['full', [`${PLAN.usdt} USDT`, `${PLAN.mp} MP`, '0 USDT', '0 MP'], 'stakeRestaked', 3],
  ['withdraw', ['0 USDT', '0 MP', `${PLAN.usdt} USDT`, `${PLAN.mp} MP`], 'stakeWithdrawn', -2],
] as const)(
  'a plan and its end (%s): price, reward, and what is staked or returned',
  async (option, moved, end, part) => {
    const referrer = await rich(world, {});
    const buyer = await rich(world, { USDT: '1000' });
    await world.db
      .updateTable('members')
      .set({ introducer_id: referrer.member.id })
      .where('id', '=', buyer.member.id)
      .execute();
    const { id } = await bought(buyer, { stage: 8, amountUsd: PLAN.usd });
    world.clock.advance(365 * DAY);
    await runJobs(world);
    await setRates(world, ODD_RATES);
    await chosen(await signedIn(world, buyer.member), id, option);
    const price = [`${PLAN.usdt} USDT`, `${PLAN.usd} USD`];
    expect(await amountsTold(buyer)).toEqual({
      purchaseCode: price,
      planBought: price,
      stakeMatured: [`${PLAN.usdt} USDT`, `${PLAN.mp} MP`, `${PLAN.mp} MP`],
      restakeCode: moved,
      [end]: part > 0 ? moved.slice(0, part) : moved.slice(part),
    });
    expect(await amountsTold(referrer)).toEqual({ referralBonus: [`${PLAN.bonus} USDT`, `${PLAN.bonus} USDT`] });
  },
);

it.each([
  ['what arrived', '250.5', 'depositCredited', ['250.5 USDT']],
  [
    'what arrived and the minimum',
    '1.234567',
    'depositRefused',
    ['1.234567 USDT', `${LEAST.USDT.deposit} USDT`, `${MINIMUM_DEPOSIT_USD} USD`],
  ],
])('a deposit: %s, whatever was asked for', async (_what, amount, kind, amounts) => {
  const who = await rich(world, {});
  const { body } = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } });
  const paid = await payment(world, createPaymentListener(world.services), {
    address: body.address,
    asset: 'USDT',
    amount,
  });
  await paid.seen();
  await paid.final();
  expect(await amountsTold(who)).toEqual({ [kind]: amounts });
});
