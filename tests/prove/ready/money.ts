// Calls about money, made ready: the records that they are about are there, and so are their codes.
import type { OperationId } from '#tests/api/support/call.ts';
import { monthOf } from '#server/domain/bonuses/months.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { codeOf, rich, setRates, signedIn, type Rich } from '#tests/api/support/money.ts';
import { addOldPasskey, deviceOf } from '#tests/api/support/passkeys.ts';
import { buy } from '#tests/api/support/sales.ts';
import { DAY, runJobs } from '#tests/api/support/stakes.ts';
import { accepted, approve, HOURS_240, wanted } from '#tests/api/support/withdrawals.ts';
import type { World } from '#tests/api/support/world.ts';
import type { Ready } from './request.ts';

const DEPOSIT = { asset: 'USDT', network: 'ethereum', amount: '500' } as const;
const EXCHANGE = { from: 'USDT', to: 'BTC', amount: '10' } as const;

const of = ({ member, token }: Rich, more: Partial<Ready> = {}): Ready => ({ token, memberId: member.id, ...more });

/** A call of somebody with money that needs nothing else. */
const byRich =
  (more: Partial<Ready> = {}) =>
  async (world: World) =>
    of(await rich(world), more);

async function ofThisMonth(world: World): Promise<Ready> {
  return of(await rich(world), { path: { period: world.clock.now().toISOString().slice(0, 'YYYY-MM'.length) } });
}

async function withDeposit(world: World): Promise<Ready> {
  const who = await rich(world);
  const { body } = await who.call('createDeposit', { body: DEPOSIT });
  return of(who, { path: { id: body.id } });
}

async function withDraft(world: World): Promise<{ who: Rich; id: string }> {
  const who = await rich(world);
  const { body } = await who.call('createWithdrawal', { body: wanted() });
  return { who, id: body.id };
}

async function withWithdrawal(world: World): Promise<Ready> {
  const { who, id } = await accepted(world);
  return of(who, { path: { id } });
}

async function paidOut(world: World): Promise<Ready> {
  const { who, id } = await accepted(world);
  await approve(world, id);
  world.clock.advance(HOURS_240);
  await setRates(world);
  let payments = 0;
  await payDueWithdrawals(world.services, {
    pay: async () => `0x${(payments += 1).toString(16).padStart(8, '0')}${id.replaceAll('-', '').padStart(56, '0')}`,
  });
  return of(await signedIn(world, who.member), { path: { id } });
}

async function matured(world: World): Promise<{ who: Rich; stakeId: string }> {
  const { member } = await rich(world);
  const stakeId = await buy(world, member.id, { usd: '100', days: 1 });
  world.clock.advance(DAY);
  await runJobs(world);
  await setRates(world);
  return { who: await signedIn(world, member), stakeId };
}

async function withSales(world: World): Promise<Ready> {
  const who = await rich(world);
  await buy(world, who.member.id, { usd: '100' });
  await sumVolumes(world.db, world.clock.now());
  return of(who, { path: { month: monthOf(world.clock.now()) } });
}

export const MONEY = {
  getWallet: byRich(),
  getBalanceDays: byRich({ query: { days: '30' } }),
  listRates: byRich(),
  streamEvents: byRich(),
  streamRates: byRich(),
  getDepositOptions: byRich(),
  createDeposit: byRich({ body: DEPOSIT }),
  getDeposit: withDeposit,
  cancelDeposit: withDeposit,
  getWithdrawalOptions: byRich(),
  createWithdrawal: byRich({ body: wanted() }),
  cancelWithdrawal: withWithdrawal,
  acknowledgeWithdrawal: paidOut,
  listAddresses: byRich(),
  saveAddress: async (world) =>
    of(await rich(world), {
      body: { asset: 'USDT', network: 'ethereum', address: ethereumAddress(), label: 'Home' },
    }),
  removeAddress: async (world) => {
    const who = await rich(world);
    const body = { asset: 'USDT', network: 'ethereum', address: ethereumAddress(), label: 'Home' } as const;
    const saved = await who.call('saveAddress', { body });
    return of(who, { path: { id: saved.body.id } });
  },
  getTransferOptions: byRich(),
  findRecipient: async (world) => {
    const { username } = await world.member();
    return of(await rich(world), { query: { username } });
  },
  setFavorite: async (world) => {
    const { username } = await world.member();
    const who = await rich(world);
    const body = { recipient: username, asset: 'USDT', amount: '25', note: 'Thanks' } as const;
    await who.confirm((await who.call('createTransfer', { body })).body.id);
    return of(who, { body: { username, favorite: true } });
  },
  createTransfer: async (world) => {
    const { username: recipient } = await world.member();
    return of(await rich(world), { body: { recipient, asset: 'USDT', amount: '25', note: 'Thanks' } });
  },
  getExchangeOptions: byRich(),
  createExchange: byRich({ body: EXCHANGE }),
  getPurchaseOptions: byRich(),
  createPurchase: byRich({ body: { stage: 1, amountUsd: null, riskVersion: 1 } }),
  listStakes: byRich({ query: { state: 'running' } }),
  getStakeOptions: async (world) => {
    const { who, stakeId } = await matured(world);
    return of(who, { path: { id: stakeId } });
  },
  createRestake: async (world) => {
    const { who, stakeId } = await matured(world);
    return of(who, { body: { stakeId, option: 'full' } });
  },
  listSalesMonths: withSales,
  getSalesMonth: withSales,
  getReferralEarnings: byRich(),
  getDraft: async (world) => {
    const { who, id } = await withDraft(world);
    return of(who, { path: { id } });
  },
  sendDraftCode: async (world) => {
    const { who, id } = await withDraft(world);
    return of(who, { path: { id } });
  },
  beginDraftPasskey: async (world) => {
    const { who, id } = await withDraft(world);
    await addOldPasskey(world, who, deviceOf(world));
    return of(who, { path: { id } });
  },
  confirmDraft: async (world) => {
    const { who, id } = await withDraft(world);
    return of(who, { path: { id }, body: { code: await codeOf(world, who, id) } });
  },
  listHistory: byRich({ path: { kind: 'depositWithdrawal' }, query: { from: '2026-01-01', asset: 'USDT' } }),
  exportHistory: byRich({ path: { kind: 'depositWithdrawal' }, query: { from: '2026-01-01' } }),
  listStatementPeriods: byRich({ query: { timeZone: 'Asia/Tokyo' } }),
  getStatement: ofThisMonth,
  exportStatementCsv: ofThisMonth,
  exportStatementPdf: ofThisMonth,
  getReceipt: async (world) => {
    const { who, id } = await accepted(world);
    return of(who, { path: { id } });
  },
  getRequestOutcome: async (world) => {
    const who = await rich(world);
    const key = 'outcome-of-this-key';
    await who.call('createExchange', { body: EXCHANGE, key });
    return of(who, { path: { key } });
  },
} satisfies { readonly [Op in OperationId]?: (world: World) => Promise<Ready> };
