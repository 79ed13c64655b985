// The deposit request in the browser: what the chain reports about its payment, and how the real server is brought to
// each of its answers.
import { randomUUID } from 'node:crypto';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { MOST_OPEN_REQUESTS } from '#server/domain/deposits/request.ts';
import { payment } from '#fixtures/club/chain.ts';
import { after, changed, type Answer, type Answering, type Answers } from './answering.ts';
import { me } from './funds.ts';
import type { Stage } from './stage.ts';

/** The deposit that the path is about. */
function depositOf({ route }: Answering): string {
  return /\/deposits\/([0-9a-f-]{36})/.exec(route.request().url())?.[1] ?? '';
}

type Payment = Awaited<ReturnType<typeof payment>>;
const paid = new WeakMap<Stage, Map<string, Payment>>();

/** Unpaid requests share an address: the others are canceled, so that the payment belongs to this one. */
async function alone(answering: Answering, address: string): Promise<void> {
  const { stage } = answering;
  const others = await waitingRequests(stage)
    .innerJoin('chain_addresses', 'chain_addresses.id', 'deposits.address_id')
    .where('chain_addresses.address', '=', address)
    .where('deposits.id', '!=', depositOf(answering))
    .execute();
  for (const { id } of others) await cancelRequest(stage, id);
}

function waitingRequests(stage: Stage) {
  return stage.club.db
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .select('deposits.id')
    .where('receipts.status', '=', 'awaitingPayment');
}

async function cancelRequest(stage: Stage, id: string): Promise<void> {
  const done = await stage.ask('POST', `/deposits/${id}/cancel`, {}, randomUUID());
  if (!done.ok()) throw new Error(`The other tab could not cancel: ${await done.text()}`);
}

/** Creates requests of the asset until only `free` more may wait. */
async function fill(answering: Answering, free: number): Promise<void> {
  const { stage } = answering;
  const { id: member } = await me(answering);
  const open = async () =>
    (
      await waitingRequests(stage)
        .where('deposits.member_id', '=', member)
        .where('receipts.asset', '=', 'USDT')
        .orderBy('receipts.at')
        .execute()
    ).map(({ id }) => id);
  for (const id of (await open()).slice(MOST_OPEN_REQUESTS - free)) await cancelRequest(stage, id);
  if (free > 0) return;
  for (let missing = MOST_OPEN_REQUESTS - (await open()).length; missing > 0; missing -= 1)
    await stage.ask('POST', '/deposits', { asset: 'USDT', network: 'ethereum', amount: '500' }, randomUUID());
}

/** The payment of a deposit: the one that the chain reported before, or a new one of `amount`. */
async function paymentOf(
  answering: Answering,
  amount: string,
): Promise<{ readonly told: Payment; readonly fresh: boolean }> {
  const { stage } = answering;
  const id = depositOf(answering);
  const known = paid.get(stage) ?? new Map<string, Payment>();
  paid.set(stage, known);
  const before = known.get(id);
  if (before !== undefined) return { told: before, fresh: false };
  const { db, services } = stage.club;
  const { address } = await db
    .selectFrom('deposits')
    .innerJoin('chain_addresses', 'chain_addresses.id', 'deposits.address_id')
    .select('chain_addresses.address')
    .where('deposits.id', '=', id)
    .executeTakeFirstOrThrow();
  await alone(answering, address);
  const told = await payment({ db, clock: services.clock }, createPaymentListener(services), {
    address,
    asset: 'USDT',
    amount,
  });
  await told.seen(3);
  known.set(id, told);
  return { told, fresh: true };
}

async function drop(answering: Answering): Promise<void> {
  const told = paid.get(answering.stage)?.get(depositOf(answering));
  if (told === undefined) return;
  await told.dropped();
  paid.get(answering.stage)?.delete(depositOf(answering));
}

/** The page requests a record that nobody has. */
const gone: Answer = async ({ route }) => {
  const url = route
    .request()
    .url()
    .replace(/\/deposits\/[0-9a-f-]{36}/, `/deposits/${randomUUID()}`);
  await route.fulfill({ response: await route.fetch({ url }) });
};

/** How the server is brought to each answer about a deposit. */
export const depositAnswers: Answers = {
  createDeposit: {
    belowMinimum: changed({ body: { amount: '99.99' } }),
    closed: changed({ body: { asset: 'ETH' } }),
    created: after((answering) => fill(answering, 1)),
    tooManyOpen: after((answering) => fill(answering, 0)),
  },
  getDeposit: {
    awaited: after(drop),
    seen: after(async (answering) => void (await paymentOf(answering, '500'))),
    credited: after(async (answering) => void (await (await paymentOf(answering, '500')).told.final())),
    // The payment seen before was large enough; a different one is too small.
    notApproved: after(async (answering) => {
      await drop(answering);
      await (await paymentOf(answering, '50')).told.final();
    }),
    cancelled: after(async (answering) => {
      await drop(answering);
      await cancelRequest(answering.stage, depositOf(answering));
    }),
    gone,
  },
  cancelDeposit: {
    notCancellable: after(async (answering) => void (await paymentOf(answering, '500'))),
    gone,
  },
};
