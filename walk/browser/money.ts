// The flows that move money in the browser: how the real server comes to each of its answers, and what a person types
// for it.
import { randomUUID } from 'node:crypto';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { NEW_FOR_SECONDS } from '#server/domain/withdrawals/addresses.ts';
import { MOST_OPEN_REQUESTS } from '#server/domain/deposits/request.ts';
import { payment } from '#tests/support/chain.ts';
import type { TestMember } from '#tests/support/members.ts';
import { codeTo } from '#tests/support/mailbox.ts';
import {
  after,
  changed,
  forgetSends,
  worn,
  WRONG_CODE,
  type Answer,
  type Answering,
  type Answers,
  type Fields,
  type Typist,
} from './answering.ts';
import { FORGOTTEN, free, HELD, held, level, me, ready, unconfirmable } from './funds.ts';
import { decideDrafted, stakeAnswers } from './stakes.ts';
import type { Stage } from './stage.ts';

type Factor = 'none' | 'totp' | 'email';

/** Known for its checksum, which this one has not. */
const NO_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda95';
const LOOK_ALIKE = '0x9858EfFD232B4033E47d90003D41EC34Ecabda94';
const NOBODY = 'nobody-of-that-name';

/** The draft that the path is about. */
function draftOf({ route }: Answering): string {
  return /\/drafts\/([0-9a-f-]{36})/.exec(route.request().url())?.[1] ?? '';
}

/** Forgets what was mailed, so that the next code is not too soon, and which codes there are. */
async function calm(answering: Answering): Promise<void> {
  const { db, services } = answering.stage.club;
  await forgetSends(answering.stage);
  await db.updateTable('email_codes').set({ voided_at: services.clock.now() }).where('voided_at', 'is', null).execute();
}

/** The draft asks for that, as it would have if the member had come to it so. */
async function asks(answering: Answering, factor: Factor): Promise<void> {
  const { stage } = answering;
  const { id } = await me(answering);
  if (factor === 'totp') await stage.bind(id);
  else await stage.unbind(id);
  await stage.club.db
    .updateTable('drafts')
    .set({ second_factor: factor })
    .where('id', '=', draftOf(answering))
    .where('state', '=', 'open')
    .execute();
}

async function mail(answering: Answering): Promise<void> {
  await calm(answering);
  const sent = await answering.stage.ask('POST', `/drafts/${draftOf(answering)}/code`, {});
  if (!sent.ok()) throw new Error(`No code was mailed: ${await sent.text()}`);
}

/**
 * A path may have been without a code until now, or without one that was mailed; no answer about a code can follow
 * that.
 */
async function asksForACode(answering: Answering): Promise<void> {
  const row = await answering.stage.club.db
    .selectFrom('drafts')
    .select('second_factor')
    .where('id', '=', draftOf(answering))
    .executeTakeFirst();
  if (row?.second_factor === 'totp') return;
  if (row?.second_factor === 'none') await asks(answering, 'email');
  const shown = await answering.stage.ask('GET', `/drafts/${draftOf(answering)}`);
  const { codeSent } = (await shown.json()) as { readonly codeSent?: boolean };
  if (codeSent === false) await mail(answering);
}

async function expire(answering: Answering): Promise<void> {
  const { db, services } = answering.stage.club;
  const past = new Date(services.clock.now().getTime() - 1000);
  await db.updateTable('drafts').set({ expires_at: past }).where('id', '=', draftOf(answering)).execute();
}

/** It was confirmed in another tab. */
async function execute(answering: Answering): Promise<void> {
  const id = draftOf(answering);
  const row = await answering.stage.club.db
    .selectFrom('drafts')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.state !== 'open') return;
  await asks(answering, 'none');
  const done = await answering.stage.ask('POST', `/drafts/${id}/confirm`, { code: null }, randomUUID());
  if (!done.ok()) throw new Error(`The other tab could not confirm: ${await done.text()}`);
}

const draftAnswers: Answers = {
  getDraft: {
    asksNothing: after((answering) => asks(answering, 'none')),
    asksApp: after((answering) => asks(answering, 'totp')),
    asksMail: after(async (answering) => {
      await asks(answering, 'email');
      await calm(answering);
    }),
    mailSent: after(async (answering) => {
      await asks(answering, 'email');
      await mail(answering);
    }),
    executed: after(execute),
    expired: after(expire),
  },
  sendDraftCode: {
    sent: after(calm),
    tooSoon: after(mail),
    expired: after(expire),
  },
  confirmDraft: {
    executed: after(async (answering) => {
      const { stage, route } = answering;
      await level(stage, (await stage.member(false)).id, HELD);
      // The page was told that no code is asked for.
      const { code } = (route.request().postDataJSON() ?? {}) as { readonly code?: string | null };
      if (code == null) await asks(answering, 'none');
    }),
    wrongCode: after(async (answering) => {
      await asksForACode(answering);
      await revive(answering.stage);
    }),
    codeSpent: async (answering) => {
      await asksForACode(answering);
      await worn(answering);
    },
    expired: after(expire),
    declined: after(async (answering) => {
      const { stage } = answering;
      await decideDrafted(stage, draftOf(answering));
      await level(stage, (await stage.member(false)).id, { USDT: '0' });
    }),
  },
};

/** The deposit that the path is about, and what the chain says of it. */
function depositOf({ route }: Answering): string {
  return /\/deposits\/([0-9a-f-]{36})/.exec(route.request().url())?.[1] ?? '';
}

type Payment = Awaited<ReturnType<typeof payment>>;
const paid = new WeakMap<Stage, Map<string, Payment>>();

/**
 * Requests that nothing was paid for share their address: the others are cancelled, so that the payment is this one's.
 */
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

/** As many requests of the asset as may wait, but for so many places. */
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

/** The payment of a deposit: the one that the chain told of before, or a new one of `amount`. */
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

/** The page asks for a record that nobody has. */
const gone: Answer = async ({ route }) => {
  const url = route
    .request()
    .url()
    .replace(/\/deposits\/[0-9a-f-]{36}/, `/deposits/${randomUUID()}`);
  await route.fulfill({ response: await route.fetch({ url }) });
};

const depositAnswers: Answers = {
  createDeposit: {
    belowMinimum: changed({ body: { amount: '99.99' } }),
    closed: changed({ body: { asset: 'ETH' } }),
    created: after((answering) => fill(answering, 1)),
    tooManyOpen: after((answering) => fill(answering, 0)),
  },
  getDeposit: {
    awaited: after(drop),
    seen: after(async (answering) => void (await paymentOf(answering, '500'))),
    credited: after(async (answering) => (await paymentOf(answering, '500')).told.final()),
    // What was seen before was enough; it is another payment that is too small.
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

export const moneyAnswers: Answers = {
  ...draftAnswers,
  ...depositAnswers,
  ...stakeAnswers,
  getWithdrawalOptions: {
    loaded: ready,
    onHold: after(({ stage }) => held(stage)),
    unconfirmable: after(({ stage }) => unconfirmable(stage)),
  },
  createWithdrawal: {
    created: ready,
    resembling: after(async (answering) => {
      const { stage } = answering;
      await free(stage);
      const { id } = await me(answering);
      const row = {
        id: randomUUID(),
        member_id: id,
        asset: 'USDT',
        network: 'ethereum',
        address: LOOK_ALIKE,
        label: 'Cold wallet',
        saved_at: secondsAfter(stage.club.services.clock.now(), -2 * NEW_FOR_SECONDS),
        removed_at: null,
      } as const;
      await stage.club.db.insertInto('saved_addresses').values(row).execute();
    }),
    belowMinimum: changed({ body: { amount: '299.99' } }),
    insufficientBalance: changed({ body: { amount: '12500.000001' } }),
    addressRefused: changed({ body: { address: NO_ADDRESS } }),
    closed: changed({ body: { asset: 'ETH' } }),
    forbidden: after(({ stage }) => held(stage)),
  },
  getTransferOptions: {
    loaded: ready,
    onHold: after(({ stage }) => held(stage)),
    unconfirmable: after(({ stage }) => unconfirmable(stage)),
  },
  createTransfer: {
    created: ready,
    recipientGone: changed({ body: { recipient: NOBODY } }),
    insufficientBalance: changed({ body: { amount: '12500.000001' } }),
    forbidden: after(({ stage }) => held(stage)),
  },
  getExchangeOptions: { loaded: ready },
  createExchange: {
    created: ready,
    tooSmall: changed({ body: { amount: '0.000001' } }),
    insufficientBalance: changed({ body: { amount: '12500.000001' } }),
    rateStale: changed({ body: { to: FORGOTTEN } }),
    forbidden: async (answering) => {
      await unconfirmable(answering.stage);
      await changed({ body: { amount: '2000' } })(answering);
    },
  },
};

/**
 * Calls whose lost answer is told by reading the record itself, and the answers that say that it had its effect or not.
 */
export const moneyTellers = {
  confirmDraft: {
    getDraft: { executed: true, asksNothing: false, asksApp: false, asksMail: false, mailSent: false, expired: false },
  },
  cancelDeposit: {
    getDeposit: { cancelled: true, awaited: false, seen: false, credited: false, notApproved: false, gone: false },
  },
} as const;

const recipients = new WeakMap<Stage, Promise<TestMember>>();

/** Another member, whom the money goes to. */
function recipientOf(stage: Stage): Promise<TestMember> {
  const known = recipients.get(stage) ?? stage.club.member();
  recipients.set(stage, known);
  return known;
}

export const moneyTypists: Readonly<Record<string, Typist>> = {
  'transfer SUBMIT_RECIPIENT': async ({ stage, outcome }) => {
    if (outcome === 'unknown') return { username: NOBODY };
    return { username: (outcome === 'self' ? await stage.member(false) : await recipientOf(stage)).username };
  },
  'deposit OPEN_REQUEST': () => Promise.resolve({}),
  'confirmation SUBMIT_CODE': async ({ stage, node, outcome }): Promise<Fields> => {
    const { method } = node.snapshot.context as { readonly method: Factor };
    if (method === 'none') return {};
    if (outcome === 'wrongCode' || outcome === 'codeSpent') return { code: WRONG_CODE };
    await revive(stage);
    if (method === 'totp') return { code: stage.freshCode() };
    return { code: await freshMailCode(stage) };
  },
};

/** The newest codes are as good as new, and no code was tried. */
async function revive({ club: { db } }: Stage): Promise<void> {
  const newest = db
    .selectFrom('email_codes')
    .distinctOn('binding')
    .select('id')
    .orderBy('binding')
    .orderBy('created_at', 'desc');
  await db
    .updateTable('email_codes')
    .set({ tries: 0, used_at: null, voided_at: null })
    .where('id', 'in', newest)
    .execute();
  await db.updateTable('drafts').set({ tries: 0 }).where('state', '=', 'open').execute();
}

/** The newest code to the member, good again where the path has used it up: a person would ask for another one. */
async function freshMailCode(stage: Stage): Promise<string> {
  const { db } = stage.club;
  const member = await stage.member(false);
  const sent = await db
    .selectFrom('mails')
    .select('id')
    .where('member_id', '=', member.id)
    .where('kind', 'like', '%Code')
    .executeTakeFirst();
  if (sent === undefined) {
    const draft = await db
      .selectFrom('drafts')
      .select('id')
      .where('member_id', '=', member.id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
    await forgetSends(stage);
    await stage.ask('POST', `/drafts/${draft.id}/code`, {}, randomUUID());
  }
  await revive(stage);
  return codeTo(stage.club, member.email);
}

/** What is so before a flow's page opens. */
export const moneyPreparations: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  withdrawal: free,
  transfer: free,
  exchange: free,
  purchase: free,
  restake: free,
  deposit: async (stage) => {
    await free(stage);
    await stage.signIn();
    const opened = await stage.ask(
      'POST',
      '/deposits',
      { asset: 'USDT', network: 'ethereum', amount: '500' },
      randomUUID(),
    );
    if (!opened.ok()) throw new Error(`No deposit could be opened: ${await opened.text()}`);
  },
};
