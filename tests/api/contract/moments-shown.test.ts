// Every moment of a reply is the one that it is named after. In each row the moments differ, and none is now.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import { setCurrencyRate } from '#server/domain/rates/currencies.ts';
import { setRate } from '#server/domain/rates/rates.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { describedMoments } from '../support/described-lists.ts';
import { bodyOf } from '../support/call.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { TRIED_MOMENTS } from '../support/tried-moments.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let who: Rich;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  who = await rich(world, { USDT: '1', ETH: '1' });
});
afterAll(() => world.close());

let taken = 0;
/** A moment that nothing else has. */
const another = (): Date => secondsAfter(new Date('2026-10-02T03:04:05.678Z'), 86_413 * (taken += 1));
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const TEXTS = JSON.stringify(Object.fromEntries(CULTURES.map((culture) => [culture, { title: 'T', body: 'B' }])));

/** A receipt with two moments of its own. */
async function receipt(given: { kind: string; status: string | null; rate?: Date }) {
  const [at, updated] = [another(), another()];
  const { rows } = await sql<{ id: string }>`
    INSERT INTO receipts (id, reference, member_id, kind, status, at, asset, amount, net, rate, rate_at, rule_version, updated_at)
    VALUES (gen_random_uuid(), ${`m${(taken += 1)}`}, ${who.member.id}, ${given.kind}, ${given.status}, ${at}, 'ETH', 1, 1,
      ${given.rate === undefined ? null : 1}, ${given.rate ?? null}, 1, ${updated}) RETURNING id`.execute(world.db);
  return { id: rows[0]?.id ?? '', at, updated };
}

type Shown = Readonly<Record<string, unknown>>;
type Pairs = Readonly<Record<string, readonly [shown: unknown, wanted: Date]>>;
const found = (items: readonly Shown[], name: string, value: string): Shown => {
  const item = items.find((each) => each[name] === value);
  if (item === undefined) throw new Error(`nothing has the ${name} ${value}`);
  return item;
};

/** What is read, with the moments that it should show: by the schema and the field. */
const READS: Readonly<Record<string, () => Promise<Pairs>>> = {
  'an inquiry': async () => {
    const [opened, updated, written] = [another(), another(), another()];
    await sql`
      WITH asked AS (
        INSERT INTO inquiries (id, ticket, member_id, category, status, opened_at, updated_at)
        VALUES (gen_random_uuid(), 'Q-MMMM-MMMM', ${who.member.id}, 'other', 'open', ${opened}, ${updated}) RETURNING id)
      INSERT INTO inquiry_messages (inquiry_id, from_member, at, body) SELECT id, true, ${written}, 'Hello' FROM asked`.execute(
      world.db,
    );
    const item = found(bodyOf(await who.call('listInquiries')).items, 'ticket', 'Q-MMMM-MMMM');
    const one = bodyOf(await who.call('getInquiry', { path: { id: 'Q-MMMM-MMMM' } }));
    return {
      'InquiryItem.openedAt': [item.openedAt, opened],
      'InquiryItem.updatedAt': [item.updatedAt, updated],
      'Inquiry.openedAt': [one.openedAt, opened],
      'Inquiry.updatedAt': [one.updatedAt, updated],
      'InquiryMessage.at': [one.messages[0].at, written],
    };
  },
  'a notice': async () => {
    const published = another();
    const { rows } = await sql<{ id: string }>`
      INSERT INTO news (texts, added_at, pinned, published_at) VALUES (${TEXTS}::jsonb, ${another()}, true, ${published})
      RETURNING id::text`.execute(world.db);
    const id = rows[0]?.id ?? '';
    return {
      'NewsItem.publishedAt': [found(bodyOf(await who.call('listNews')).items, 'id', id).publishedAt, published],
      'News.publishedAt': [bodyOf(await who.call('getNews', { path: { id } })).publishedAt, published],
    };
  },
  'a stake': async () => {
    const { id: of } = await receipt({ kind: 'purchase', status: null });
    const [started, ends] = [another(), another()];
    const { rows } = await sql<{ id: string }>`
      INSERT INTO stakes (id, member_id, receipt_id, stage, amount_usd, staked_usdt, staked_mp, days, started_at, next_at, ends_at)
      VALUES (gen_random_uuid(), ${who.member.id}, ${of}, 1, 100, 100, 0, 365, ${started}, ${another()}, ${ends}) RETURNING id`.execute(
      world.db,
    );
    const stake = found(bodyOf(await who.call('listStakes')).items, 'id', rows[0]?.id ?? '');
    return { 'Stake.startedAt': [stake.startedAt, started], 'Stake.endsAt': [stake.endsAt, ends] };
  },
  'a receipt': async () => {
    const rated = another();
    const { id, at, updated } = await receipt({ kind: 'exchange', status: null, rate: rated });
    const one = bodyOf(await who.call('getReceipt', { path: { id } }));
    const item = found(bodyOf(await who.call('listHistory', { path: { kind: 'exchange' } })).items, 'id', id);
    return {
      'Receipt.at': [one.at, at],
      'Receipt.updatedAt': [one.updatedAt, updated],
      'Receipt.rateAt': [one.rateAt, rated],
      'HistoryItem.at': [item.at, at],
    };
  },
  'a deposit that is too small': async () => {
    const { id, updated } = await receipt({ kind: 'deposit', status: 'notApproved' });
    const held = found(bodyOf(await who.call('getWallet')).held, 'receiptId', id);
    return { 'Held.heldSince': [held.heldSince, updated] };
  },
  'a deposit': async () => {
    const body = { asset: 'ETH', network: 'ethereum', amount: '5' } as const;
    const { id } = bodyOf(await who.call('createDeposit', { body }));
    const at = world.clock.now();
    world.clock.advance(60);
    const { requestedAt } = found(bodyOf(await who.call('getWallet')).awaited, 'receiptId', id);
    await world.db
      .updateTable('receipts')
      .set({ updated_at: another(), status: 'completed' })
      .where('id', '=', id)
      .execute();
    const credited = another();
    await world.db.updateTable('deposits').set({ credited_at: credited }).where('id', '=', id).execute();
    const deposit = bodyOf(await who.call('getDeposit', { path: { id } }));
    return {
      'Awaited.requestedAt': [requestedAt, at],
      'Deposit.createdAt': [deposit.createdAt, at],
      'Deposit.creditedAt': [deposit.creditedAt, credited],
    };
  },
  'a withdrawal': async () => {
    const { id, at } = await receipt({ kind: 'withdrawal', status: 'inProcess' });
    const completes = another();
    await sql`INSERT INTO withdrawals (id, member_id, network, development, address, completes_at) VALUES (${id}, ${who.member.id}, 'ethereum', false, ${ADDRESS}, ${completes})`.execute(
      world.db,
    );
    const step = another();
    await world.db.insertInto('record_steps').values({ receipt_id: id, status: 'inProcess', at: step }).execute();
    const saved = bodyOf(
      await who.call('saveAddress', { body: { asset: 'ETH', network: 'ethereum', address: ADDRESS, label: 'L' } }),
    );
    const pending = found(bodyOf(await who.call('getWallet')).pending, 'receiptId', id);
    const { withdrawal: details } = bodyOf(await who.call('getReceipt', { path: { id } }));
    return {
      'Pending.dueAt': [pending.dueAt, completes],
      'WithdrawalDetails.completesAt': [details.completesAt, completes],
      'TimelineEntry.at': [details.timeline[0].at, step],
      'SavedAddress.lastUsedAt': [saved.lastUsedAt, at],
      'SavedAddress.newSince': [saved.newSince, world.clock.now()],
    };
  },
  'a session': async () => {
    const { id } = found(bodyOf(await who.call('listSessions')).items, 'current', true as never) as { id: string };
    const other = await signedIn(world, who.member);
    const [created, used] = [another(), another()];
    await world.db
      .updateTable('sessions')
      .set({ created_at: created, last_used_at: used })
      .where('id', '=', id)
      .execute();
    const session = found(bodyOf(await other.call('listSessions')).items, 'id', id);
    return {
      'OpenSession.signedInAt': [session.signedInAt, created],
      'OpenSession.lastUsedAt': [session.lastUsedAt, used],
    };
  },
  'the rates': async () => {
    const [old, newest] = [secondsAfter(world.clock.now(), 100), secondsAfter(world.clock.now(), 200)];
    world.clock.advance(300);
    await setRates(world, {});
    const rates = { USDT: newest, BTC: newest, ETH: old, MSPC: newest, MP: newest, PP: newest } as const;
    for (const [asset, at] of Object.entries(rates))
      await setRate(world.db, { asset: asset as keyof typeof rates, usd: '1', at, source: 'operator', setBy: 'tests' });
    await setCurrencyRate(world.db, { currency: 'JPY', perUsd: '155.2', at: old, source: 'operator', setBy: 'tests' });
    const wallet = bodyOf(await who.call('getWallet'));
    const { items, currencies } = bodyOf(await who.call('listRates'));
    return {
      'Wallet.newestRateAt': [wallet.newestRateAt, newest],
      'Wallet.ratesAt': [wallet.ratesAt, old],
      'CurrencyRate.at': [found(currencies, 'currency', 'JPY').at, old],
      'Rate.at': [found(items, 'asset', 'ETH').at, old],
      'ExchangeAsset.rateAt': [found(bodyOf(await who.call('getExchangeOptions')).assets, 'asset', 'ETH').rateAt, old],
      'PurchaseOptions.rateAt': [bodyOf(await who.call('getPurchaseOptions')).rateAt, newest],
    };
  },
  'what moved the money': async () => {
    const opening = found(
      bodyOf(await who.call('listHistory', { path: { kind: 'charge' } })).items,
      'kind',
      'opening',
    ) as { id: string };
    const { at } = await world.db
      .selectFrom('journals')
      .select('at')
      .where('receipt_id', '=', opening.id)
      .executeTakeFirstOrThrow();
    world.clock.advance(1);
    const { journals } = bodyOf(await who.call('getReceipt', { path: { id: opening.id } }));
    return { 'Journal.at': [journals[0].at, at] };
  },
  'an act of the account': async () => {
    const at = another();
    const { rows } = await sql<{ id: string }>`
      INSERT INTO audit_events (at, member_id, kind) VALUES (${at}, ${who.member.id}, 'signed_in') RETURNING id::text`.execute(
      world.db,
    );
    return {
      'Activity.at': [found(bodyOf(await who.call('listActivity')).items, 'id', rows[0]?.id ?? '').at, at],
    };
  },
  'a draft': async () => {
    const body = { from: 'ETH', to: 'USDT', amount: '0.1' } as const;
    const { id } = bodyOf(await who.call('createExchange', { body }));
    const { expires_at: expires } = await world.db
      .selectFrom('drafts')
      .select('expires_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    world.clock.advance(1);
    return { 'Draft.expiresAt': [bodyOf(await who.call('getDraft', { path: { id } })).expiresAt, expires] };
  },
  'a notice of the bell': async () => {
    const [at, until] = [another(), another()];
    await sql`
      INSERT INTO notices (member_id, kind, event, at, held_until) VALUES (${who.member.id}, 'moneyHeld', 'shown', ${at}, ${until})`.execute(
      world.db,
    );
    const item = found(bodyOf(await who.call('listNotices')).items, 'kind', 'moneyHeld');
    return { 'Notice.at': [item['at'], at], 'Notice.heldUntil': [item['heldUntil'], until] };
  },
  'a member': async () => {
    const joined = another();
    await world.db.updateTable('members').set({ joined_at: joined }).where('id', '=', who.member.id).execute();
    return {
      'UserInfo.joinedAt': [bodyOf(await who.call('getUserInfo')).joinedAt, joined],
      'TreeNode.joinedAt': [bodyOf(await who.call('getSeatTree')).nodes[0].joinedAt, joined],
      'Seat.joinedAt': [
        bodyOf(await who.call('getSeatUp', { query: { username: who.member.username } })).items[0].joinedAt,
        joined,
      ],
    };
  },
  'a network that is behind': async () => {
    const since = another();
    world.troubledNetworks.set('ethereum', { state: 'behind', since });
    const body = { asset: 'USDT', network: 'ethereum', amount: '500' } as const;
    const { id } = bodyOf(await who.call('createDeposit', { body }));
    const { assets } = bodyOf(await who.call('getDepositOptions'));
    return {
      'Deposit.delayedSince': [bodyOf(await who.call('getDeposit', { path: { id } })).delayedSince, since],
      'Network.delayedSince': [(found(assets, 'asset', 'ETH').networks as Shown[])[0]?.delayedSince, since],
      'NetworkWatch.since': [found(bodyOf(await who.call('getStatus')).networks, 'network', 'ethereum').since, since],
    };
  },
};

it.each(Object.entries(READS))('%s shows its moments', async (_name, read) => {
  const pairs = Object.entries(await read());
  const shown = pairs.map(([field, [at]]) => [field, at]);
  expect(shown).toEqual(pairs.map(([field, [, wanted]]) => [field, wanted.toISOString()]));
});

it('each moment of a read is compared here, or where it is made', () => {
  const source = readFileSync(import.meta.filename, 'utf8');
  const here = describedMoments().filter((field) => source.includes(`'${field}'`));
  const told = [...here, ...Object.keys(TRIED_MOMENTS)];
  expect(told.toSorted()).toEqual(describedMoments().toSorted());
  for (const [field, [file, text]] of Object.entries(TRIED_MOMENTS))
    expect(readFileSync(file, 'utf8').includes(text), `${field}: ${text}`).toBe(true);
});
