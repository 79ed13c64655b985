// Problems of a minimum or a balance name their amounts, at every operation that answers with one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { rich, setRates, type Rich } from '../support/money.ts';
import type { Answer } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  // Rates at which minimums don't come out even.
  await setRates(world);
  world.clock.advance(1);
  await setRates(world, { USDT: '0.9987' });
});
afterAll(() => world.close());

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const HELD = { USDT: '1234.567891' };
const withdrawing = (amount: string) => ({ asset: 'USDT', network: 'ethereum', address: ADDRESS, amount }) as const;

/** A transfer of `amount`, confirmed after an exchange has taken a part of the balance. */
async function confirmedTooLate(who: Rich, amount: string, taken: string): Promise<Answer> {
  const { member } = await rich(world, {});
  const transfer = { recipient: member.username, asset: 'USDT', amount, note: 'Rent' } as const;
  const draft = await who.call('createTransfer', { body: transfer });
  const exchange = await who.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: taken } });
  expect((await who.confirm(exchange.body.id)).body.state).toBe('executed');
  return who.confirm(draft.body.id);
}

interface Refusal {
  readonly refuse: (who: Rich) => Promise<Answer>;
  readonly amounts: object;
}

/** By operation and code. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  'createDeposit below_minimum_deposit': {
    refuse: (who) => who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '50' } }),
    amounts: { unit: 'USDT', asked: '50', minimum: '100.13017', available: null },
  },
  'createWithdrawal below_minimum_withdrawal': {
    refuse: (who) => who.call('createWithdrawal', { body: withdrawing('299.5') }),
    amounts: { unit: 'USDT', asked: '299.5', minimum: '300.390508', available: null },
  },
  'createWithdrawal insufficient_balance': {
    refuse: (who) => who.call('createWithdrawal', { body: withdrawing('1234.567892') }),
    amounts: { unit: 'USDT', asked: '1234.567892', minimum: null, available: '1234.567891' },
  },
  'createTransfer insufficient_balance': {
    refuse: async (who) => {
      const { member } = await rich(world, {});
      const transfer = { recipient: member.username, asset: 'USDT', amount: '5000', note: 'Rent' } as const;
      return who.call('createTransfer', { body: transfer });
    },
    amounts: { unit: 'USDT', asked: '5000', minimum: null, available: '1234.567891' },
  },
  'createExchange amount_too_small': {
    refuse: (who) => who.call('createExchange', { body: { from: 'USDT', to: 'BTC', amount: '0.000001' } }),
    amounts: { unit: 'USDT', asked: '0.000001', minimum: '0.000655', available: null },
  },
  'createExchange insufficient_balance': {
    refuse: (who) => who.call('createExchange', { body: { from: 'USDT', to: 'BTC', amount: '2000' } }),
    amounts: { unit: 'USDT', asked: '2000', minimum: null, available: '1234.567891' },
  },
  'createPurchase below_plan_minimum': {
    refuse: (who) => who.call('createPurchase', { body: { stage: 8, amountUsd: '100', riskVersion: 1 } }),
    amounts: { unit: 'USD', asked: '100', minimum: '100', available: null },
  },
  'createPurchase insufficient_balance': {
    refuse: (who) => who.call('createPurchase', { body: { stage: 2, amountUsd: null, riskVersion: 1 } }),
    amounts: { unit: 'USDT', asked: '5006.508461', minimum: null, available: '1234.567891' },
  },
  'confirmDraft insufficient_balance': {
    refuse: (who) => confirmedTooLate(who, '1234.5', '1.25'),
    amounts: { unit: 'USDT', asked: '1234.5', minimum: null, available: '1233.317891' },
  },
};

it.each(Object.entries(REFUSALS))('%s', async (name, { refuse, amounts }) => {
  const who = await rich(world, HELD);
  const { body } = await refuse(who);
  expect(body).toMatchObject({ code: name.split(' ')[1], amounts });
});

it('the least amount that can be exchanged is one', async () => {
  const who = await rich(world, HELD);
  const sold = async (amount: string) =>
    (await who.call('createExchange', { body: { from: 'USDT', to: 'BTC', amount } })).body;
  expect(await sold('0.000654')).toMatchObject({ code: 'amount_too_small' });
  expect(await sold('0.000655')).toMatchObject({ receive: '0.00000001' });
});

it('the table has every operation that answers with such a code', () => {
  const codes: readonly string[] = description.components.schemas.AmountCode.enum;
  const documented = Object.values(description.paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId?: string; responses?: object }>).flatMap(
      ({ operationId, responses }) =>
        codes
          .filter((code) => JSON.stringify(responses ?? {}).match(new RegExp(`"enum":\\[[^\\]]*"${code}"`)) !== null)
          .map((code) => `${operationId ?? ''} ${code}`),
    ),
  );
  expect(Object.keys(REFUSALS).toSorted()).toEqual(documented.toSorted());
});
