// What each act on money leaves in the audit (S-24), exactly: nothing if no decision about money was made, one line if
// one was.
import type { Answer, OperationId } from '../support/call.ts';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { OPERATOR_ACTS } from '#server/entry/operator/acts.ts';
import { depositCommands } from '#server/entry/operator/deposits.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { withdrawalCommands } from '#server/entry/operator/withdrawals.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { closeOldWithdrawals, payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { payment } from '#fixtures/club/chain.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { ofEarlierKey } from '../support/retired.ts';
import { bought, daysPass } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

/**
 * The lines as `kind by whom`: the act's member in their own session, or without one; anybody else is an error. Then
 * what is on record beside the operator and the ids of receipts and stakes.
 */
type Line = readonly [kind: string, of: 'session' | 'member' | 'somebody else', details: object];
interface Act {
  run(): Promise<unknown>;
  lines: readonly Line[];
}

const OPERATIONS = join(process.cwd(), 'server/entry/operations');
const STAKE_DAYS = 365;
const COMPLETION_DAYS = 10;
const SEEN_DAYS = 30;

let world: World;
let listener: PaymentListener;
let other: Rich;
beforeAll(async () => {
  world = await createWorld();
  listener = createPaymentListener(world.services);
  await setRates(world);
  other = await rich(world);
});
afterAll(() => world.close());

const BODIES = {
  withdrawal: [
    'createWithdrawal',
    { asset: 'USDT', network: 'ethereum', address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', amount: '400' },
  ],
  transfer: ['createTransfer', () => ({ recipient: other.member.username, asset: 'USDT', amount: '10', note: 'note' })],
  exchange: ['createExchange', { from: 'USDT', to: 'MSPC', amount: '10' }],
  purchase: ['createPurchase', { stage: 1, amountUsd: null, riskVersion: 1 }],
} as const satisfies Record<string, readonly [OperationId, object | (() => object)]>;

/** A member who drafts, and what confirms the draft. */
async function drafted(
  kind: keyof typeof BODIES,
): Promise<{ who: Rich; draft: () => Promise<string>; confirm: () => Promise<unknown> }> {
  const who = await rich(world);
  const [id, body] = BODIES[kind];
  const draft = async () => {
    const { status, body: made } = await who.callUnchecked(id, { body: typeof body === 'function' ? body() : body });
    expect(status, JSON.stringify(made)).toBe(200);
    return made.id as string;
  };
  return { who, draft, confirm: async () => right(await who.confirm(await draft())) };
}

async function restaking(
  option: 'full' | 'mpOnly' | 'withdraw',
): Promise<{ draft: () => Promise<string>; confirm: () => Promise<unknown> }> {
  const buyer = await rich(world);
  const { id } = await bought(buyer);
  await daysPass(world, STAKE_DAYS);
  const who = await signedIn(world, buyer.member);
  const draft = async () =>
    (await right(await who.call('createRestake', { body: { stakeId: id, option } }))).id as string;
  return { draft, confirm: async () => right(await who.confirm(await draft())) };
}

async function right(answer: Answer) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const operator = async (...args: string[]) =>
  expect((await outcomeOf(world.services, { args, operator: 'olga' })).code).toBe(0);
const referenceOf = async (id: string) =>
  (await world.db.selectFrom('receipts').select('reference').where('id', '=', id).executeTakeFirstOrThrow()).reference;

async function accepted(): Promise<{ who: Rich; id: string; reference: string }> {
  const { who, draft } = await drafted('withdrawal');
  const { receiptId: id } = await right(await who.confirm(await draft()));
  return { who, id, reference: await referenceOf(id) };
}

async function due(): Promise<{ who: Rich; id: string; reference: string }> {
  const made = await accepted();
  await operator('withdrawals', 'approve', made.reference);
  await daysPass(world, COMPLETION_DAYS);
  return { ...made, who: await signedIn(world, made.who.member) };
}

const pay = () =>
  payDueWithdrawals(world.services, { pay: () => Promise.resolve(`0x${randomBytes(32).toString('hex')}`) });

async function paidOut(): Promise<{ who: Rich; id: string }> {
  const made = await due();
  await pay();
  return made;
}

const asking = { asset: 'USDT', network: 'ethereum', amount: '500' } as const;
async function asked() {
  const who = await rich(world, {});
  const { id, address } = await right(await who.call('createDeposit', { body: asking }));
  return { who, id: id as string, address: address as string };
}

async function paying(amount: string, seen = true) {
  const { id, address } = await asked();
  const paid = await payment(world, listener, { address, asset: 'USDT', amount });
  if (seen) await paid.seen();
  return { id, address, paid };
}

/** Each act on money: by operation, by kind of draft for confirmations, by command, by fact of a chain, by job. */
const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  createWithdrawal: async () => ({ run: (await drafted('withdrawal')).draft, lines: [] }),
  createTransfer: async () => ({ run: (await drafted('transfer')).draft, lines: [] }),
  createExchange: async () => ({ run: (await drafted('exchange')).draft, lines: [] }),
  createPurchase: async () => ({ run: (await drafted('purchase')).draft, lines: [] }),
  createRestake: async () => ({ run: (await restaking('full')).draft, lines: [] }),
  'confirmDraft withdrawal': async () => ({
    run: (await drafted('withdrawal')).confirm,
    lines: [['withdrawal_requested', 'session', { asset: 'USDT', amount: '400', confirmedBy: 'email' }]],
  }),
  'confirmDraft transfer': async () => ({
    run: (await drafted('transfer')).confirm,
    lines: [['transfer_sent', 'session', { asset: 'USDT', amount: '10', confirmedBy: 'email' }]],
  }),
  'confirmDraft exchange': async () => ({
    run: (await drafted('exchange')).confirm,
    lines: [
      [
        'exchange_made',
        'session',
        { asset: 'USDT', amount: '10', counterAsset: 'MSPC', received: '39.8', confirmedBy: 'none' },
      ],
    ],
  }),
  'confirmDraft purchase': async () => ({
    run: (await drafted('purchase')).confirm,
    lines: [
      [
        'plan_bought',
        'session',
        { stage: 1, amountUsd: '1000', amountUsdt: '1000', riskVersion: 1, confirmedBy: 'email' },
      ],
    ],
  }),
  'confirmDraft restake': async () => ({
    run: (await restaking('full')).confirm,
    lines: [['stake_restaked', 'session', { option: 'full', confirmedBy: 'email' }]],
  }),
  'confirmDraft restake, MP only': async () => ({
    run: (await restaking('mpOnly')).confirm,
    lines: [['stake_restaked', 'session', { option: 'mpOnly', confirmedBy: 'email' }]],
  }),
  'confirmDraft restake, withdrawn': async () => ({
    run: (await restaking('withdraw')).confirm,
    lines: [['stake_withdrawn', 'session', { option: 'withdraw', confirmedBy: 'email' }]],
  }),
  cancelWithdrawal: async () => {
    const { who, id } = await accepted();
    return {
      run: async () => right(await who.call('cancelWithdrawal', { path: { id } })),
      lines: [['withdrawal_cancelled', 'session', { asset: 'USDT', amount: '400' }]],
    };
  },
  acknowledgeWithdrawal: async () => {
    const { who, id } = await paidOut();
    return { run: async () => right(await who.call('acknowledgeWithdrawal', { path: { id } })), lines: [] };
  },
  createDeposit: async () => {
    const who = await rich(world, {});
    return {
      run: async () => right(await who.call('createDeposit', { body: asking })),
      lines: [['deposit_requested', 'session', { asset: 'USDT', amount: '500' }]],
    };
  },
  cancelDeposit: async () => {
    const { who, id } = await asked();
    return {
      run: async () => right(await who.call('cancelDeposit', { path: { id } })),
      lines: [['deposit_cancelled', 'session', {}]],
    };
  },
  'withdrawals approve': async () => {
    const { reference } = await accepted();
    return {
      run: () => operator('withdrawals', 'approve', reference),
      lines: [['withdrawal_approved', 'member', { asset: 'USDT', amount: '400' }]],
    };
  },
  'withdrawals refuse': async () => {
    const { reference } = await accepted();
    return {
      run: () => operator('withdrawals', 'refuse', reference, '--reason', 'notRequested'),
      lines: [['withdrawal_refused', 'member', { asset: 'USDT', amount: '400', reason: 'notRequested' }]],
    };
  },
  'withdrawals complete': async () => {
    const { reference } = await due();
    return {
      run: () => operator('withdrawals', 'complete', reference, '--tx', `0x${'ab'.repeat(32)}`, '--yes'),
      lines: [
        ['withdrawal_completed', 'member', { asset: 'USDT', amount: '400', unchecked: 'no node of ethereum is set' }],
      ],
    };
  },
  'deposits approve': async () => {
    const { id, paid } = await paying('1');
    await paid.final();
    return {
      run: async () => operator('deposits', 'approve', await referenceOf(id)),
      lines: [['deposit_credited', 'member', {}]],
    };
  },
  'deposits return': async () => {
    const { id, paid } = await paying('1');
    await paid.final();
    const tx = ['--tx', `0x${'ad'.repeat(32)}`, '--reason', 'asked for by mail', '--yes'];
    return {
      run: async () => operator('deposits', 'return', await referenceOf(id), ...tx),
      lines: [
        [
          'deposit_returned',
          'somebody else',
          { transactionId: tx[1], reason: 'asked for by mail', unchecked: 'no node' },
        ],
      ],
    };
  },
  'deposits retire': async () => {
    const { address } = await paying('500', false);
    const fingerprint = await ofEarlierKey(world, address);
    return {
      run: () => operator('deposits', 'retire', fingerprint, '--reason', 'it has leaked', '--yes'),
      lines: [['deposit_key_retired', 'somebody else', { fingerprint, reason: 'it has leaked', requests: 1 }]],
    };
  },
  onSeen: async () => ({ run: (await paying('500', false)).paid.seen, lines: [] }),
  onConfirmations: async () => {
    const { paid } = await paying('500');
    return { run: () => paid.confirmed(2), lines: [] };
  },
  onFinal: async () => ({ run: (await paying('500')).paid.final, lines: [['deposit_credited', 'member', {}]] }),
  'onFinal, below the minimum': async () => ({
    run: (await paying('1')).paid.final,
    lines: [['deposit_refused', 'member', {}]],
  }),
  // It locks wallets for what follows.
  beforeFinals: async () => ({
    run: () => inTransaction(world.db, (trx) => listener.beforeFinals(trx, [])),
    lines: [],
  }),
  onDropped: async () => ({ run: (await paying('500')).paid.dropped, lines: [] }),
  'job: days accrue and stakes mature': async () => {
    await bought(await rich(world));
    world.clock.advance(STAKE_DAYS * 24 * 3600);
    return {
      run: async () => {
        await accrueStakes(world.services);
        await matureStakes(world.services);
      },
      lines: [],
    };
  },
  'job: a development chain pays': async () => {
    // Those of the acts above are paid first.
    await daysPass(world, COMPLETION_DAYS);
    await pay();
    await due();
    return { run: pay, lines: [['withdrawal_completed', 'member', { asset: 'USDT', amount: '400' }]] };
  },
  'job: old withdrawals are closed': async () => {
    await paidOut();
    world.clock.advance(SEEN_DAYS * 24 * 3600);
    return { run: () => closeOldWithdrawals(world.services), lines: [] };
  },
};

it('has a line below for each operation, command and fact of a chain that moves money or decides about it', () => {
  const camel = (file: string) =>
    file.replace('.ts', '').replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const operations = readdirSync(OPERATIONS)
    .filter((file) => readFileSync(join(OPERATIONS, file), 'utf8').includes('runMoney('))
    .map(camel);
  const drafts = description.components.schemas.DraftKind.enum.map((kind) => `confirmDraft ${kind}`);
  const commands = Object.keys({ ...withdrawalCommands, ...depositCommands }).filter(
    (name) => OPERATOR_ACTS[name] !== 'neither',
  );
  const acts = [
    ...operations.filter((name) => name !== 'confirmDraft'),
    ...drafts,
    ...commands,
    ...Object.keys(listener),
  ];
  expect(
    Object.keys(ACTS)
      .filter((name) => !name.startsWith('job: ') && !name.includes(','))
      .sort(),
  ).toEqual(acts.sort());
});

const withoutIds = (details: object) =>
  Object.fromEntries(
    Object.entries(details).filter(
      ([name]) => !['receiptId', 'stakeId', 'memberId', 'reference', 'operator'].includes(name),
    ),
  );

const COMMANDS = new Set(Object.keys({ ...withdrawalCommands, ...depositCommands }));

it.each(Object.entries(ACTS))('%s', async (name, prepared) => {
  const { run, lines } = await prepared();
  await setRates(world);
  const last = await world.db
    .selectFrom('audit_events')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  // Each act has a member of its own, who joined last.
  const own = await world.db
    .selectFrom('seats')
    .select('member_id as id')
    .orderBy('seat_no', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await run();
  const added = await world.db
    .selectFrom('audit_events')
    .select(['kind', 'member_id', 'session_id', 'details'])
    .where('id', '>', last.id)
    .orderBy('id')
    .execute();
  expect(
    added.map((row): Line => [
      row.kind,
      row.member_id !== own.id ? 'somebody else' : row.session_id !== null ? 'session' : 'member',
      withoutIds(row.details as object),
    ]),
  ).toEqual(lines);
  // Who decided about a member's money is on record, and nobody is where no operator did.
  expect(added.map(({ details }) => (details as { operator?: string }).operator)).toEqual(
    added.map(() => (COMMANDS.has(name) ? 'olga' : undefined)),
  );
});
