// Each step of a record that a member's devices show is told to them at once, by its own topic: what is not told they
// see only when they next ask by themselves.
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { depositLifecycle } from '#machines/lifecycles/deposit.machine.ts';
import { inquiryLifecycle } from '#machines/lifecycles/inquiry.machine.ts';
import { stakeLifecycle } from '#machines/lifecycles/stake.machine.ts';
import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { answerInquiry, lockInquiry } from '#server/domain/inquiries/steps.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import { matureStakes } from '#server/domain/stakes/accrue.ts';
import { marksOf } from '#server/domain/streams/marks.ts';
import { closeOldWithdrawals, payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { MEMBER_TOPICS, type MemberTopic } from '#server/platform/db/member-topics.ts';
import { payment } from '#fixtures/club/chain.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { runIn } from '../support/operator-acts.ts';
import { retireAddress } from '../support/retired.ts';
import { bought, chosen, DAY, daysPass } from '../support/stakes.ts';
import { accepted, approve, HOURS_240, noting, OPERATOR } from '../support/withdrawals.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let listener: PaymentListener;
beforeAll(async () => {
  world = await createWorld();
  listener = createPaymentListener(world.services);
});
beforeEach(() => setRates(world, { USDT: '1', BTC: '65000', MSPC: '0.25' }));
afterAll(() => world.close());

/** A member, and the act that changes what their devices show. */
interface Step {
  readonly memberId: string;
  act(): Promise<unknown>;
}

const run = async (...args: string[]) => {
  const { code, text } = await runIn(world)(...args);
  if (code !== 0) throw new Error(text);
};

async function asked(asset: 'USDT' | 'ETH' = 'USDT', amount = '500') {
  const who = await rich(world, {});
  const { body } = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } });
  const { id, reference, address } = body;
  const paid = await payment(world, listener, { address, asset, amount });
  const canceled = () => who.call('cancelDeposit', { path: { id } });
  return { who, memberId: who.member.id, reference: String(reference), address: String(address), paid, canceled };
}

async function seen(...wanted: Parameters<typeof asked>) {
  const made = await asked(...wanted);
  await made.paid.seen();
  return made;
}

async function held() {
  const made = await seen('USDT', '1');
  await made.paid.final();
  return made;
}

const takenOut = async () => {
  const { who, id } = await accepted(world);
  const { reference } = (await who.call('getReceipt', { path: { id } })).body;
  return { who, id, memberId: who.member.id, reference: String(reference) };
};

async function approved() {
  const made = await takenOut();
  await approve(world, made.id);
  return made;
}

async function due() {
  const made = await approved();
  world.clock.advance(HOURS_240);
  await setRates(world);
  return made;
}

async function paidOut() {
  const made = await due();
  await payDueWithdrawals(world.services, noting(''));
  return { ...made, who: await signedIn(world, made.who.member) };
}

async function staked(days: number): Promise<{ who: Rich; memberId: string; id: string }> {
  const buyer = await rich(world);
  const { id } = await bought(buyer);
  await daysPass(world, days);
  return { who: await signedIn(world, buyer.member), memberId: buyer.member.id, id };
}

async function inquired(isAnswered: boolean) {
  const who = await rich(world, {});
  const ticket = String(
    (await who.call('createInquiry', { body: { category: 'other', text: 'Where is my money?' } })).body.ticket,
  );
  const answer = () =>
    inTransaction(world.db, async (trx) => {
      const inquiry = await lockInquiry(trx, ticket);
      if (inquiry === null) throw new Error('the inquiry is gone');
      await answerInquiry(trx, world.services, inquiry, { text: 'It is on its way.', writer: OPERATOR });
    });
  if (isAnswered) await answer();
  // Moments of one second would not differ.
  world.clock.advance(1);
  const path = { id: ticket };
  return {
    memberId: who.member.id,
    answer,
    reply: () => who.call('addInquiryMessage', { path, body: { text: 'Still nothing.' } }),
    close: () => who.call('closeInquiry', { path }),
  };
}

type Prepare = () => Promise<Step>;
const step =
  <Made extends { memberId: string }>(prepared: () => Promise<Made>, act: (made: Made) => Promise<unknown>): Prepare =>
  async () => {
    const made = await prepared();
    return { memberId: made.memberId, act: () => act(made) };
  };

const TX = `0x${'ab'.repeat(32)}`;

/** Each step of each lifecycle, by the status that it leaves. */
const STEPS: Readonly<Record<string, Prepare>> = {
  'deposit awaitingPayment SEE': step(asked, ({ paid }) => paid.seen()),
  'deposit awaitingPayment CANCEL': step(asked, ({ canceled }) => canceled()),
  'deposit awaitingPayment RETIRE': step(asked, ({ address }) => retireAddress(world, address)),
  'deposit inProcess CREDIT': step(seen, ({ paid }) => paid.final()),
  'deposit inProcess REFUSE': step(
    () => seen('USDT', '1'),
    ({ paid }) => paid.final(),
  ),
  'deposit inProcess DROP': step(seen, ({ paid }) => paid.dropped()),
  'deposit notApproved APPROVE': step(held, ({ reference }) => run('deposits', 'approve', reference)),
  'deposit notApproved RETURN': step(held, ({ reference }) =>
    run('deposits', 'return', reference, '--tx', TX, '--reason', 'asked for', '--yes'),
  ),
  'deposit cancel SEE': step(
    async () => {
      const made = await asked();
      await made.canceled();
      return made;
    },
    ({ paid }) => paid.seen(),
  ),
  'withdrawal inProcess APPROVE': step(takenOut, ({ reference }) => run('withdrawals', 'approve', reference)),
  'withdrawal inProcess REFUSE': step(takenOut, ({ reference }) =>
    run('withdrawals', 'refuse', reference, '--reason', 'notRequested'),
  ),
  'withdrawal inProcess CANCEL': step(takenOut, ({ who, id }) => who.call('cancelWithdrawal', { path: { id } })),
  'withdrawal approved COMPLETE': step(due, () => payDueWithdrawals(world.services, noting(''))),
  'withdrawal approved REFUSE': step(approved, ({ reference }) =>
    run('withdrawals', 'refuse', reference, '--reason', 'notRequested', '--yes'),
  ),
  'withdrawal completed SEE': step(paidOut, ({ who, id }) => who.call('acknowledgeWithdrawal', { path: { id } })),
  'withdrawal completed LAPSE': step(
    async () => {
      const made = await paidOut();
      world.clock.advance(30 * DAY);
      return made;
    },
    () => closeOldWithdrawals(world.services),
  ),
  'stake running MATURE': step(
    async () => {
      const made = await staked(364);
      world.clock.advance(DAY);
      return made;
    },
    async () => (await daysPass(world, 0), matureStakes(world.services)),
  ),
  'stake matured RESTAKE': step(
    () => staked(365),
    ({ who, id }) => chosen(who, id, 'full'),
  ),
  'stake matured WITHDRAW': step(
    () => staked(365),
    ({ who, id }) => chosen(who, id, 'withdraw'),
  ),
  ...Object.fromEntries(
    (['open', 'answered'] as const).flatMap((state) =>
      (['answer', 'reply', 'close'] as const).map((act) => [
        `inquiry ${state} ${act.toUpperCase()}`,
        step(
          () => inquired(state === 'answered'),
          (made) => made[act](),
        ),
      ]),
    ),
  ),
};

/** What changes besides the status of a record; before anything sets a rate of ETH. */
const OTHER: Readonly<Record<string, Prepare>> = {
  'a confirmation of a deposit': step(seen, ({ paid }) => paid.confirmed(2)),
  'the last confirmation of a deposit without a rate': step(
    async () => {
      const made = await seen('ETH', '0.5');
      await made.paid.confirmed(11);
      return made;
    },
    async ({ paid }) => expect(await paid.final()).toBe('waits'),
  ),
  'the last confirmation of one without a rate, where fewer are needed by now': step(
    () => seen('ETH', '0.5'),
    ({ paid }) =>
      inTransaction(world.db, (trx) =>
        listener.onFinal(trx, paid.sighting, { confirmations: 14, now: world.clock.now() }),
      ),
  ),
  'a hold of the member’s money': step(
    async () => ({ memberId: (await rich(world, {})).member.id }),
    ({ memberId }) => inTransaction(world.db, (trx) => holdMoney(trx, world.services, memberId)),
  ),
};

/** What an act changes of a member's own, and which topics are notified. */
async function changesOf({ memberId, act }: Step): Promise<{ changed: MemberTopic[]; told: MemberTopic[] }> {
  const told = new Set<MemberTopic>();
  const stops = MEMBER_TOPICS.map((topic) =>
    world.services.bus.subscribe(topic, {
      notified: (id) => void (id === memberId && told.add(topic)),
      missed: () => undefined,
    }),
  );
  // The notifications of earlier acts are delivered.
  await turn();
  told.clear();
  const marks = async () => (await marksOf(world.db, [memberId])).get(memberId);
  const before = await marks();
  await act();
  const after = await marks();
  await turn();
  for (const stop of stops) stop();
  return {
    changed: MEMBER_TOPICS.filter((topic) => before?.[topic] !== after?.[topic]),
    told: MEMBER_TOPICS.filter((topic) => told.has(topic)),
  };
}

it('each step of each lifecycle is tried', () => {
  const steps = [depositLifecycle, withdrawalLifecycle, stakeLifecycle, inquiryLifecycle].flatMap(({ id, config }) =>
    Object.entries(config.states ?? {}).flatMap(([status, { on = {} }]) =>
      Object.keys(on).map((event) => `${id} ${status} ${event}`),
    ),
  );
  expect(Object.keys(STEPS).sort()).toEqual(steps.sort());
});

it.each(Object.entries({ ...OTHER, ...STEPS }))('%s is told', async (name, prepared) => {
  const { changed, told } = await changesOf(await prepared());
  const topic = name.startsWith('inquiry') ? 'inquiries' : 'statuses';
  expect(changed).toContain(topic);
  expect(told).toEqual(expect.arrayContaining(changed));
});
