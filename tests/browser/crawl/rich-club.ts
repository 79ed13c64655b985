// The demo club with more activity of its member `demo`: something of every type, made by the calls that the app makes.
import { randomUUID } from 'node:crypto';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { fillDemoClub } from '#server/entry/demo/fill.ts';
import { demoMemberId } from '#server/entry/demo/plan.ts';
import { DEMO_PASSWORD } from '#server/entry/demo/sign-ins.ts';
import { answerInquiry, lockInquiry, openInquiry } from '#server/domain/inquiries/steps.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { fund } from '#tests/api/support/money.ts';
import type { World } from '#tests/api/support/world.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo, mailsTo } from '#fixtures/club/mailbox.ts';

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const DEMO_EMAIL = 'demo@perch.example';
/** A member has to wait a minute between two codes (D-16). */
const MINUTE = 61;

export interface RichClub {
  readonly club: Club;
  /** What the URLs of single items contain. */
  readonly ids: {
    /** One receipt of each kind that the member has, by kind. */
    readonly receipts: Readonly<Record<string, string>>;
    readonly news: string;
    readonly ticket: string;
    readonly month: string;
    /** A stake that waits for a choice, and one that runs. */
    readonly matured: string;
    readonly running: string;
    readonly below: string;
    readonly furtherBelow: string;
  };
}

/** Opens the club and lets its members act. */
export async function openRichClub(): Promise<RichClub> {
  const club = await openClub({ demo: true }, fillDemoClub);
  await accrueStakes(club.services);
  await matureStakes(club.services);
  const friend = await club.member({ name: '田中 のり子' });
  await fund({ db: club.db, clock: club.services.clock, services: club.services } as unknown as World, friend.id, {
    USDT: '500',
  });
  await actsAs(club, { username: friend.username, password: friend.password, email: friend.email }, async (call) => {
    await call.confirmed('/transfers', { recipient: 'demo', asset: 'USDT', amount: '25', note: 'ありがとう' });
  });
  await actsAs(club, { username: 'demo', password: DEMO_PASSWORD, email: DEMO_EMAIL }, async (call) => {
    await call.post('/addresses', { asset: 'USDT', network: 'ethereum', address: ADDRESS, label: '金庫' });
    await call.post('/deposits', { asset: 'USDT', network: 'ethereum', amount: '500' });
    await call.confirmed('/withdrawals', { asset: 'USDT', network: 'ethereum', address: ADDRESS, amount: '400' });
    await call.confirmed('/transfers', { recipient: friend.username, asset: 'USDT', amount: '12.5', note: '切符' });
    await call.confirmed('/exchanges', { from: 'USDT', to: 'BTC', amount: '100' });
  });
  return { club, ids: await idsOf(club, await inquiryOf(club)) };
}

interface Call {
  post(path: string, body: object | undefined): Promise<{ id: string; secondFactor: string }>;
  /** Makes a draft and confirms it, with the mailed code if it requires one. */
  confirmed(path: string, body: object): Promise<void>;
}

async function actsAs(
  club: Club,
  who: { username: string; password: string; email: string },
  act: (call: Call) => Promise<void>,
): Promise<void> {
  let token = '';
  const send = async (path: string, body: object | undefined) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${club.origin}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body ?? {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was refused: ${text}`);
    return JSON.parse(text) as Record<string, string>;
  };
  const { username, password, email } = who;
  token = (await send('/token', { username, password }))['accessToken'] ?? '';
  const post: Call['post'] = async (path, body) =>
    (await send(path, body)) as unknown as Awaited<ReturnType<Call['post']>>;
  await act({
    post,
    confirmed: async (path, body) => {
      const { id, secondFactor } = await post(path, body);
      const before = await mailsTo(club, email);
      if (secondFactor !== 'none') await post(`/drafts/${id}/code`, undefined);
      await post(`/drafts/${id}/confirm`, { code: secondFactor === 'none' ? null : await codeTo(club, email, before) });
      club.advance(MINUTE);
    },
  });
}

async function inquiryOf({ db, services }: Club): Promise<string> {
  const writer = { call: { requestId: 'crawl', device: '' }, sessionId: null };
  return inTransaction(db, async (trx) => {
    const opened = await openInquiry(trx, services, {
      memberId: demoMemberId('demo'),
      category: 'withdrawal',
      receiptId: null,
      text: '何时支付？',
      writer: { ...writer, operator: null },
    });
    const inquiry = await lockInquiry(trx, opened.ticket);
    if (inquiry === null) throw new Error('The inquiry is not there.');
    await answerInquiry(trx, services, inquiry, { text: '明天。', writer: { ...writer, operator: 'olga' } });
    return opened.ticket;
  });
}

async function idsOf({ db }: Club, ticket: string): Promise<RichClub['ids']> {
  const memberId = demoMemberId('demo');
  const receipts = await db
    .selectFrom('receipts')
    .select(['id', 'kind'])
    .where('member_id', '=', memberId)
    .orderBy('at')
    .execute();
  const stakes = await db.selectFrom('stakes').select(['id', 'state']).where('member_id', '=', memberId).execute();
  const { id: news } = await db.selectFrom('news').select('id').executeTakeFirstOrThrow();
  const own = await seatOf(db, memberId);
  const below = await belowOf(db, own.seat_no);
  const furtherBelow = await belowOf(db, below.seat_no);
  const stake = (state: string): string => stakes.find((each) => each.state === state)?.id ?? '';
  return {
    receipts: Object.fromEntries(receipts.map(({ id, kind }) => [kind, id])),
    news: String(news),
    ticket,
    month: '2026-09',
    matured: stake('matured'),
    running: stake('running'),
    below: below.username,
    furtherBelow: furtherBelow.username,
  };
}

function seatOf(db: Club['db'], memberId: string) {
  return db.selectFrom('seats').select('seat_no').where('member_id', '=', memberId).executeTakeFirstOrThrow();
}

function belowOf(db: Club['db'], parent: number) {
  return db
    .selectFrom('seats')
    .innerJoin('members', 'members.id', 'seats.member_id')
    .select(['seats.seat_no', 'members.username'])
    .where('seats.parent_no', '=', parent)
    .orderBy('seats.seat_no')
    .executeTakeFirstOrThrow();
}
