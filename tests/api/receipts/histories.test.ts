// Histories and their files (D-12, D-29): the receipts of each kind, filtered, paged and exported.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';
import { MOVEMENTS } from '#src/pages/receipt/movement.ts';
import { fund, rich, setRates, type Rich } from '../support/money.ts';
import type { RequestOf } from '../support/call.ts';
import { addReceipts } from '../support/rows.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let who: Rich;
const DAY = 24 * 3600;

beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  const other = await rich(world, {}, { username: 'Other' });
  who = await rich(world, { USDT: '10000', PP: '7' }, { secondFactor: true });
  const acts = [
    [
      'createWithdrawal',
      { asset: 'USDT', network: 'ethereum', address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', amount: '400.5' },
    ],
    ['createTransfer', { recipient: 'other', asset: 'USDT', amount: '25', note: '=HYPERLINK("https://evil.example")' }],
    ['createTransfer', { recipient: 'other', asset: 'USDT', amount: '1', note: 'two\nlines, and "quotes"' }],
    ['createExchange', { from: 'USDT', to: 'BTC', amount: '100' }],
  ] as const;
  for (const [id, body] of acts) {
    world.clock.advance(60);
    const draft = await who.call(id, { body });
    expect((await who.confirm(draft.body.id)).body.state).toBe('executed');
  }
  expect(await other.balance('USDT')).toBe('26');
});
afterAll(() => world.close());

type Asked = RequestOf<'listHistory'>;
const list = async (kind: Asked['path']['kind'], query: Asked['query'] = {}) =>
  (await who.call('listHistory', { path: { kind }, query })).body;
const kinds = async (...asked: Parameters<typeof list>) =>
  (await list(...asked)).items.map(({ kind }: { kind: string }) => kind);

describe('a history', () => {
  it('has its kinds of receipts and no others, newest first', async () => {
    expect(await kinds('withdrawal')).toEqual(['withdrawal']);
    expect(await kinds('transfer')).toEqual(['transferOut', 'transferOut']);
    expect(await kinds('exchange')).toEqual(['exchange']);
    expect(await kinds('charge')).toEqual(['opening', 'opening']);
    expect(await kinds('depositWithdrawal')).toEqual(['withdrawal', 'opening', 'opening']);
    expect((await list('pp')).items).toMatchObject([{ asset: 'PP', amount: '7' }]);
    for (const kind of [
      'purchase',
      'planPurchase',
      'stakingReward',
      'mpReward',
      'bonus',
      'referral',
      'profit',
    ] as const)
      expect(await kinds(kind), kind).toEqual([]);
    const [withdrawal] = (await list('withdrawal')).items;
    expect(withdrawal).toMatchObject({ amount: '-400.5', fee: '40.05', net: '360.45', status: 'inProcess' });
  });

  it('is filtered by day, status and asset', async () => {
    const today = world.clock.now().toISOString().slice(0, 10);
    const yesterday = new Date(world.clock.now().getTime() - DAY * 1000).toISOString().slice(0, 10);
    expect(await kinds('withdrawal', { from: today, to: today })).toHaveLength(1);
    expect(await kinds('withdrawal', { to: yesterday })).toEqual([]);
    expect(await kinds('withdrawal', { status: 'inProcess' })).toHaveLength(1);
    expect(await kinds('withdrawal', { status: 'done' })).toEqual([]);
    expect(await kinds('charge', { asset: 'PP' })).toEqual(['opening']);
    expect(await kinds('exchange', { asset: 'BTC' })).toEqual(['exchange']);
    expect(await kinds('pp', { asset: 'BTC' })).toEqual([]);
    for (const query of [
      { from: 'yesterday' },
      { status: 'lost' },
      { asset: 'DOGE' },
      { cursor: '!!' },
      { cursor: 'NTc' },
      { order: 'up' },
    ])
      expect(
        (await who.callUnchecked('listHistory', { path: { kind: 'charge' }, query })).body,
        JSON.stringify(query),
      ).toMatchObject({
        status: 400,
        code: 'invalid_request',
      });
    expect((await who.callUnchecked('listHistory', { path: { kind: 'gossip' } })).status).toBe(400);
  });

  it.each([
    ['of one day', '2026-02-28', '2026-02-28', [2, 3]],
    ['across the end of a month', '2026-02-28', '2026-03-01', [2, 3, 4, 5]],
    ['without a beginning', undefined, '2026-02-28', [1, 2, 3]],
    ['without an end', '2026-03-01', undefined, [4, 5, 6]],
    ['of a day without records', '2026-02-26', '2026-02-26', []],
  ] as const)('of a period %s has the first and the last moment of its days', async (_, from, to, wanted) => {
    const member = await rich(world, {});
    // The last moment of a day, and the first and the last of the two that follow.
    const moments = ['02-27T23:59:59.999', '02-28T00:00:00', '02-28T23:59:59.999', '03-01T00:00:00'];
    moments.push('03-01T23:59:59.999', '03-02T00:00:00');
    const ids: string[] = [];
    for (const moment of moments)
      ids.push(
        ...(await addReceipts(world, member.member.id, {
          count: 1,
          kind: 'transfer_in',
          at: new Date(`2026-${moment}Z`),
        })),
      );
    const asked = { path: { kind: 'transfer' }, query: { from, to } } as const;
    const { items } = (await member.call('listHistory', asked)).body;
    expect(items.map(({ id }: { id: string }) => ids.indexOf(id) + 1)).toEqual(wanted.toReversed());
    const file = (await member.call('exportHistory', asked)).body.trim().split('\r\n');
    expect(file).toHaveLength(1 + wanted.length);
  });

  it('is paged without gaps or duplicates, even if many have the same time', async () => {
    const member = await rich(world, {});
    for (let count = 0; count < 120; count += 1) await fund(world, member.member.id, { USDT: '1' });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, nextCursor }: { items: { id: string }[]; nextCursor: string | null } = (
        await member.call('listHistory', { path: { kind: 'charge' }, query: { cursor } })
      ).body;
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    const file = await member.call('exportHistory', { path: { kind: 'charge' } });
    expect(file.body.trim().split('\r\n')).toHaveLength(121);
  });
});

describe('the history of everything', () => {
  it('has the records of all kinds, newest first, and is filtered like the others', async () => {
    expect(await kinds('all')).toEqual([
      'exchange',
      'transferOut',
      'transferOut',
      'withdrawal',
      ...['opening', 'opening'],
    ]);
    expect(await kinds('all', { status: 'inProcess' })).toEqual(['withdrawal']);
    expect(await kinds('all', { asset: 'BTC' })).toEqual(['exchange']);
    const file = await who.call('exportHistory', { path: { kind: 'all' }, query: { asset: 'BTC' } });
    expect(file.body.trim().split('\r\n')).toHaveLength(2);
  });

  it('is searched by reference, note, other member and exact amount', async () => {
    const { items } = await list('all');
    const [exchange, , , withdrawal] = items;
    const found = async (search: string) => (await list('all', { search })).items.map(({ id }: { id: string }) => id);
    const ids = (...wanted: (typeof items)[number][]) => wanted.map(({ id }) => id);
    const reference: string = withdrawal?.reference ?? '';
    for (const typed of [reference, reference.toLowerCase(), ` ${reference.replaceAll('-', '')} `, reference.slice(3)])
      expect(await found(typed), typed).toEqual(ids(withdrawal));
    expect(await found('OTHER')).toHaveLength(2);
    expect(await found('two lines')).toEqual(ids(items[1]));
    // Gross, net, and the second asset of an exchange; with a sign and separators or without.
    for (const typed of ['400.5', '-400.50', '360.45']) expect(await found(typed), typed).toEqual(ids(withdrawal));
    for (const typed of ['0.00153076', '100']) expect(await found(typed), typed).toEqual(ids(exchange));
    expect(await found('10,000')).toEqual(ids(items[5]?.asset === 'USDT' ? items[5] : items[4]));
    for (const typed of ['00', '1e3', '%', '_', "'", '-', 'none of them', '\u0000', 'two\u0000lines'])
      expect(await found(typed), typed).toEqual([]);
    const file = await who.call('exportHistory', { path: { kind: 'all' }, query: { search: reference } });
    expect(file.body.trim().split('\r\n')).toHaveLength(2);
    for (const search of ['', 'x'.repeat(101)])
      expect((await who.callUnchecked('listHistory', { path: { kind: 'all' }, query: { search } })).status).toBe(400);
    const blank = await who.call('exportHistory', { path: { kind: 'all' }, query: { search: '\u0000' } });
    expect(blank.body.trim().split('\r\n')).toHaveLength(1);
  });

  it.each(['from', 'to'])('takes days of this millennium alone as %s', async (end) => {
    for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      const asked = (day: string) => ({ path: { kind: 'all' }, query: { [end]: day, timeZone } }) as never;
      for (const day of ['2000-01-01', '2999-12-31'])
        expect((await who.callUnchecked('listHistory', asked(day))).status, day).toBe(200);
      for (const day of ['1999-12-31', '0000-01-01', '9999-12-31', '3000-01-01'])
        expect((await who.callUnchecked('listHistory', asked(day))).status, day).toBe(400);
    }
  });

  it('has the days of its records with what moved on each, in the zone that is asked for', async () => {
    const member = await rich(world, {});
    const add = (at: string, kind: ReceiptKind, rest: object = {}) =>
      addReceipts(world, member.member.id, { count: 1, kind, at: new Date(at), ...rest });
    await add('2026-03-01T14:59:59.999Z', 'transfer_in', { amount: '5' });
    await add('2026-03-01T15:00:00Z', 'transfer_out', { amount: '-2' });
    await add('2026-03-01T16:00:00Z', 'exchange', { amount: '-3', counter: { asset: 'BTC', amount: '0.5' } });
    await add('2026-03-02T03:00:00Z', 'deposit', { amount: '100', status: 'notApproved' });
    const days = async (query: Asked['query'] = {}) =>
      (await member.call('listHistory', { path: { kind: 'all' }, query })).body.days;
    expect(await days()).toEqual([
      { day: '2026-03-02', sums: [] },
      {
        day: '2026-03-01',
        sums: [{ asset: 'BTC', amount: '0.5' }],
      },
    ]);
    await add('2026-03-01T10:00:00Z', 'transfer_in', { amount: '1' });
    expect(await days({ timeZone: 'Asia/Tokyo' })).toEqual([
      {
        day: '2026-03-02',
        sums: [
          { asset: 'USDT', amount: '-5' },
          { asset: 'BTC', amount: '0.5' },
        ],
      },
      { day: '2026-03-01', sums: [{ asset: 'USDT', amount: '6' }] },
    ]);
    expect(await days({ timeZone: 'Asia/Tokyo', asset: 'BTC' })).toEqual([
      { day: '2026-03-02', sums: [{ asset: 'BTC', amount: '0.5' }] },
    ]);
    expect(await days({ timeZone: 'Asia/Tokyo', to: '2026-03-01' })).toEqual([
      { day: '2026-03-01', sums: [{ asset: 'USDT', amount: '6' }] },
    ]);
    for (const timeZone of ['Mars/Base', '+09:00', 'a b', ''])
      expect(
        (await member.callUnchecked('listHistory', { path: { kind: 'all' }, query: { timeZone } })).body,
        timeZone,
      ).toMatchObject({ status: 400, errors: { timeZone: [expect.any(String)] } });
  });

  it('sums what a record moved at each of its statuses, as its receipt says', async () => {
    const stored = { deposit: 'deposit', withdrawal: 'withdrawal' } as const;
    for (const kind of ['deposit', 'withdrawal'] as const)
      for (const [status, { moved }] of Object.entries(MOVEMENTS[kind])) {
        const member = await rich(world, {});
        await addReceipts(world, member.member.id, { count: 2, kind: stored[kind], status, amount: '7' });
        const [day] = (await member.call('listHistory', { path: { kind: 'all' } })).body.days;
        expect(day?.sums, `${kind} ${status}`).toEqual(moved === 'yes' ? [{ asset: 'USDT', amount: '14' }] : []);
      }
  });

  it('sums what a restake returned, and not what stayed staked', async () => {
    const member = await rich(world, {});
    const add = (rest: object) =>
      addReceipts(world, member.member.id, { count: 1, kind: 'restake', asset: 'MP', amount: '-182.5', ...rest });
    const sums = async () => (await member.call('listHistory', { path: { kind: 'all' } })).body.days[0]?.sums;
    await add({});
    expect(await sums()).toEqual([]);
    await add({ counter: { asset: 'USDT', amount: '1000' } });
    expect(await sums()).toEqual([{ asset: 'USDT', amount: '1000' }]);
  });

  it('has the whole sum of a day whose records are on two pages', async () => {
    const member = await rich(world, {});
    await addReceipts(world, member.member.id, { count: 60, kind: 'transfer_in', amount: '0.1' });
    const first = (await member.call('listHistory', { path: { kind: 'all' } })).body;
    const second = (
      await member.call('listHistory', { path: { kind: 'all' }, query: { cursor: first.nextCursor ?? '' } })
    ).body;
    expect([first.items.length, second.items.length]).toEqual([50, 10]);
    for (const { days } of [first, second]) expect(days).toMatchObject([{ sums: [{ asset: 'USDT', amount: '6' }] }]);
  });
});

describe('the file of a history', () => {
  it('has a column for each field; numbers stay numbers and text that people wrote does no harm', async () => {
    const file = await who.call('exportHistory', { path: { kind: 'transfer' } });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="perch-transfer-2026-\d\d-\d\d\.csv"$/),
    });
    const lines = file.body.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFreference,kind,status,at_utc,zone,asset,amount,fee,net,counter_asset,counter_amount,rate,counterparty,note,counterparty_name',
    );
    expect(file.body).toContain(',UTC,USDT,-1,,,,,,"Other","two lines, and ""quotes""","Mika S."\r\n');
    expect(file.body).toContain(`,USDT,-25,,,,,,"Other","'=HYPERLINK(""https://evil.example"")","Mika S."\r\n`);
    expect((await who.call('exportHistory', { path: { kind: 'withdrawal' } })).body).toMatch(
      /\r\nW-\S+,withdrawal,inProcess,2026-\S+Z,UTC,USDT,-400\.5,40\.05,360\.45,,,1,,,\r\n$/,
    );
    expect((await who.call('exportHistory', { path: { kind: 'exchange' } })).body).toContain(
      ',USDT,-100,,,BTC,0.00153076,0.000015307692307692,,,\r\n',
    );
    expect(
      (await who.call('exportHistory', { path: { kind: 'withdrawal' }, query: { status: 'done' } })).body.split('\r\n'),
    ).toHaveLength(2);
  });

  it('belongs to its member', async () => {
    const stranger = await rich(world, {});
    const file = await stranger.call('exportHistory', { path: { kind: 'withdrawal' } });
    expect(file.body.split('\r\n')).toHaveLength(2);
    expect((await world.browser().call('exportHistory', { path: { kind: 'withdrawal' } })).status).toBe(401);
  });
});

describe('the wallet', () => {
  it('has every asset, including zero, its value rounded down, and what is under way', async () => {
    const { balances, totalUsd, ratesStale, pending, ratesAt, newestRateAt } = (await who.call('getWallet')).body;
    expect(balances.map(({ asset }: { asset: string }) => asset)).toEqual(['USDT', 'BTC', 'ETH', 'MSPC', 'MP', 'PP']);
    expect(balances[0]).toEqual({ asset: 'USDT', available: '9473.5', underWay: '400.5', staked: '0', usd: '9473.5' });
    expect(balances[1]).toMatchObject({ available: '0.00153076', usd: '99.49' });
    expect(balances[2]).toMatchObject({ available: '0', usd: '0' });
    expect([totalUsd, ratesStale, pending.length, typeof ratesAt]).toEqual(['9579.99', false, 1, 'string']);
    expect(newestRateAt >= ratesAt).toBe(true);
  });
});
