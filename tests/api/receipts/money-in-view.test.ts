// Money under way never just disappears (D-27): at every status of a deposit and of a withdrawal the wallet shows what
// the books have for it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { depositLifecycle, type DepositEvent } from '#machines/lifecycles/deposit.machine.ts';
import { withdrawalLifecycle, type WithdrawalEvent } from '#machines/lifecycles/withdrawal.machine.ts';
import { sum, unsigned } from '#money/amount.ts';
import { approveDeposit, returnDeposit, createPaymentListener } from '#server/domain/deposits/payments.ts';
import { approveWithdrawal, completeWithdrawal, refuseWithdrawal } from '#server/domain/withdrawals/steps.ts';
import { closeOldWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS } from '#server/platform/system/clock.ts';
import { ethereumAddress, payment } from '#fixtures/club/chain.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { retireAddress } from '../support/retired.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

const CALL = { requestId: 'test', device: '' };
const OPERATOR = { call: CALL, sessionId: null, operator: 'olga' };
const HOURS_240 = 10 * DAY_SECONDS;
const DAYS_30 = 30 * DAY_SECONDS;
/** Below the minimum: only an operator can credit it. */
const SMALL = '99';
const LARGE = '500';

interface Lifecycle {
  readonly root: { readonly config: { readonly initial?: unknown } };
  readonly states: object;
}

/** Every step of a lifecycle, each after the shortest path to where it begins, and the status that it leads to. */
function waysOf<TEvent extends string>(
  lifecycle: Lifecycle,
): { readonly events: readonly TEvent[]; readonly to: string }[] {
  const states = lifecycle.states as Readonly<
    Record<string, { readonly config: { readonly on?: Readonly<Record<string, { readonly target: string }>> } }>
  >;
  const ways = new Map<string, readonly TEvent[]>([[String(lifecycle.root.config.initial), []]]);
  const steps: { readonly events: readonly TEvent[]; readonly to: string }[] = [
    { events: [], to: String(lifecycle.root.config.initial) },
  ];
  // Iterating a map includes entries that are added meanwhile.
  for (const [status, before] of ways) {
    for (const [event, { target }] of Object.entries(states[status]?.config.on ?? {})) {
      const events = [...before, event as TEvent];
      steps.push({ events, to: target });
      if (!ways.has(target)) ways.set(target, events);
    }
  }
  return steps;
}

const within = (work: (trx: Trx) => Promise<void>) => inTransaction(world.db, work);

/** The balance that the postings of a receipt leave on an account of the club. */
async function onAccount(who: Rich, id: string, name: string): Promise<string> {
  const { journals } = (await who.call('getReceipt', { path: { id } })).body as {
    readonly journals: readonly {
      readonly postings: readonly { readonly account: string; readonly amount: string }[];
    }[];
  };
  return sum(
    journals.flatMap(({ postings }) => postings.flatMap(({ account, amount }) => (account === name ? [amount] : []))),
  );
}

/** What the wallet shows for a receipt, and in total for what is under way. */
async function inWallet(
  who: Rich,
  id: string,
): Promise<{
  readonly underWay: string;
  readonly pending: string;
  readonly held: string;
  readonly status: string | null;
}> {
  const { balances, pending, held } = (await who.call('getWallet')).body as {
    readonly balances: readonly { readonly asset: string; readonly underWay: string }[];
    readonly pending: readonly { readonly receiptId: string; readonly amount: string; readonly status: string }[];
    readonly held: readonly { readonly receiptId: string; readonly amount: string }[];
  };
  const listed = pending.find(({ receiptId }) => receiptId === id);
  return {
    underWay: balances.find(({ asset }) => asset === 'USDT')?.underWay ?? 'no USDT',
    pending: listed?.amount ?? '0',
    held: held.find(({ receiptId }) => receiptId === id)?.amount ?? '0',
    status: listed?.status ?? null,
  };
}

async function expectInView(
  who: Rich,
  id: string,
  { transit, refused, status }: { readonly transit: string; readonly refused: string; readonly status: string },
): Promise<void> {
  const underWay = unsigned(await onAccount(who, id, transit));
  const held = unsigned(await onAccount(who, id, refused));
  expect((await who.call('getReceipt', { path: { id } })).body.status).toBe(status);
  expect(await inWallet(who, id)).toEqual({
    underWay,
    pending: underWay,
    held,
    status: underWay === '0' ? null : status,
  });
}

describe('a withdrawal', () => {
  /** How each event happens; a step that lets time pass signs in again. */
  const STEPS: Readonly<Record<WithdrawalEvent['type'], (who: Rich, id: string) => Promise<Rich>>> = {
    APPROVE: async (who, id) =>
      within((trx) => approveWithdrawal(trx, world.services, { id, actor: OPERATOR })).then(() => who),
    REFUSE: async (who, id) =>
      within((trx) =>
        refuseWithdrawal(trx, world.services, { id, actor: OPERATOR, reason: 'suspectedScam', takesBack: true }),
      ).then(() => who),
    CANCEL: async (who, id) => who.call('cancelWithdrawal', { path: { id } }).then(() => who),
    COMPLETE: async (who, id) => {
      world.clock.advance(HOURS_240);
      await within((trx) =>
        completeWithdrawal(trx, world.services, {
          id,
          actor: OPERATOR,
          transactionId: `0x${id.replaceAll('-', '').padStart(64, '0')}`,
        }),
      );
      return signedIn(world, who.member);
    },
    SEE: async (who, id) => who.call('acknowledgeWithdrawal', { path: { id } }).then(() => who),
    LAPSE: async (who) => {
      world.clock.advance(DAYS_30);
      await closeOldWithdrawals(world.services);
      return signedIn(world, who.member);
    },
  };

  it.each(waysOf<WithdrawalEvent['type']>(withdrawalLifecycle).map((way) => [way.to, way] as const))(
    '%s is in view: %o',
    async (status, { events }) => {
      let who = await rich(world);
      const draft = await who.call('createWithdrawal', {
        body: {
          asset: 'USDT',
          network: 'ethereum',
          address: ethereumAddress(),
          amount: '400',
        },
      });
      const id = (await who.confirm(draft.body.id)).body.receiptId as string;
      for (const event of events) who = await STEPS[event](who, id);
      await expectInView(who, id, { transit: 'withdrawal_transit', refused: 'refused_deposits', status });
    },
  );
});

describe('a deposit', () => {
  it.each(waysOf<DepositEvent['type']>(depositLifecycle).map((way) => [way.to, way] as const))(
    '%s is in view: %o',
    async (status, { events }) => {
      const who = await rich(world, {});
      const { id, address } = (
        await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: LARGE } })
      ).body as { readonly id: string; readonly address: string };
      const amount = events.includes('REFUSE') ? SMALL : LARGE;
      const paid = await payment(world, createPaymentListener(world.services), { address, asset: 'USDT', amount });
      const steps: Readonly<Record<DepositEvent['type'], () => Promise<unknown>>> = {
        SEE: () => paid.seen(),
        DROP: () => paid.dropped(),
        CREDIT: () => paid.final(),
        REFUSE: () => paid.final(),
        APPROVE: () => within((trx) => approveDeposit(trx, world.services, { id, operator: 'olga', call: CALL })),
        RETURN: () =>
          within((trx) =>
            returnDeposit(trx, world.services, {
              id,
              txId: 'ab',
              isSure: true,
              operator: 'olga',
              call: CALL,
              details: {},
            }),
          ),
        CANCEL: () => who.call('cancelDeposit', { path: { id } }),
        RETIRE: () => retireAddress(world, address),
      };
      for (const event of events) await steps[event]();
      await expectInView(who, id, { transit: 'deposit_transit', refused: 'refused_deposits', status });
    },
  );
});

it('every status of both is among them', () => {
  for (const lifecycle of [depositLifecycle, withdrawalLifecycle]) {
    expect([...new Set(waysOf(lifecycle).map(({ to }) => to))].sort()).toEqual(Object.keys(lifecycle.states).sort());
  }
});
