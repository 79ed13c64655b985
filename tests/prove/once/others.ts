// What may happen once beside the calls of members: by jobs, by operators, and by several members who want the same
// thing.
import { randomUUID } from 'node:crypto';
import { closeMonth, MonthRefused } from '#server/domain/bonuses/close-month.ts';
import { monthBegin, monthEnd, monthOf } from '#server/domain/bonuses/months.ts';
import { firstOpenMonth } from '#server/domain/bonuses/sums.ts';
import { createChain } from '#server/domain/chain/create-chain.ts';
import { readChainSettings } from '#server/domain/chain/settings.ts';
import { EMAIL_PROOF_COOKIE, makeEmailProof } from '#server/domain/codes/email-proof.ts';
import { addNews, publishNews, retractNews } from '#server/domain/contents/publish-news.ts';
import { mailAskedThawLinks } from '#server/domain/freezing/thaw-links.ts';
import { acceptRestore } from '#server/domain/restores/accept.ts';
import { readRestore } from '#server/domain/restores/hold.ts';
import { doubtfulPayouts } from '#server/domain/restores/review.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import { withdrawRules } from '#server/domain/rules/withdraw-rules.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { chooseForStake } from '#server/domain/stakes/steps.ts';
import { payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { completeWithdrawal } from '#server/domain/withdrawals/steps.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import { DAY_SECONDS, later, secondsAfter } from '#server/platform/system/clock.ts';
import { rich, setRates } from '#tests/api/support/money.ts';
import { newcomer } from '#tests/api/support/newcomers.ts';
import { buy } from '#tests/api/support/sales.ts';
import { fullTree, growTree } from '#tests/api/support/trees.ts';
import { accepted, approve, HOURS_240, OPERATOR } from '#tests/api/support/withdrawals.ts';
import type { World } from '#tests/api/support/world.ts';
import { DEPOSIT_CONTESTS } from './deposit-contests.ts';

/** Uses that are all sent at once. */
export interface Contest {
  readonly use: (index: number) => Promise<unknown>;
  /** How many of them succeed; `all` if the others find it done. */
  readonly succeed: number | 'all';
  readonly audit?: Readonly<Record<string, number>>;
  readonly mails?: Readonly<Record<string, number>>;
  /** What is right afterwards, as a number that must be one. */
  readonly rows?: () => Promise<number>;
}

/** When the clock of a world begins. */
const START = new Date('2026-11-21T04:00:00Z');
const UNBIND_HOURS = 72;
/** Addresses of each network that a restore reserves. */
const RESERVED = 20;
const ended = (work: Promise<{ code: number; text: string }>) =>
  work.then(({ code, text }) => {
    if (code !== 0) throw new Error(text);
  });
const operator = (world: World, name: string, ...args: string[]) => outcomeOf(world.services, { args, operator: name });
const answered = (work: Promise<{ status: number; body: unknown }>) =>
  work.then(({ status, body }) => {
    if (status !== 200) throw new Error(JSON.stringify(body));
  });

async function ripeStake(world: World, days = 1): Promise<{ id: string; memberId: string }> {
  const { id: memberId } = await world.member();
  const id = await buy(world, memberId, { usd: '100', days });
  world.clock.advance(DAY_SECONDS);
  await setRates(world);
  return { id, memberId };
}

const daysOf = async ({ db }: World, id: string) =>
  (await db.selectFrom('stakes').select('days_accrued').where('id', '=', id).executeTakeFirstOrThrow()).days_accrued;

/** The month that is closed next, with sales on both sides of some members; it is over then. */
async function soldMonth(world: World): Promise<string> {
  const now = world.clock.now();
  const month = (await firstOpenMonth(world.db)) ?? monthOf(now);
  // No rate is older than the world.
  const at = later(monthBegin(month), START);
  const { seatNo } = await world.member();
  const prefix = `once${randomUUID().slice(0, 8)}x`;
  const seats = await growTree(world, { under: seatNo, prefix, plan: fullTree(4) });
  for (const { username } of seats) {
    const { id } = await world.db
      .selectFrom('members')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    await buy(world, id, { usd: '100', at });
  }
  world.clock.advance(Math.max(0, (monthEnd(month).getTime() - now.getTime()) / 1000) + DAY_SECONDS);
  await setRates(world);
  return month;
}

async function dueWithdrawal(world: World): Promise<string> {
  const { id } = await accepted(world);
  await approve(world, id);
  return id;
}

/** Newcomers who were all shown the same place. */
async function newcomers(world: World, count: number) {
  const introducer = await world.member();
  return Promise.all(Array.from({ length: count }, () => newcomer(world, { introducer, side: 'right' })));
}

export const OTHERS: Readonly<Record<string, (world: World, uses: number) => Promise<Contest>>> = {
  'a place in the tree': async (world, uses) => {
    const all = await newcomers(world, uses);
    const [first] = all;
    const { parentSeatNo } = first?.details ?? { parentSeatNo: 0 };
    return {
      use: (index) => answered(all[index]?.register() ?? Promise.reject(new Error())),
      succeed: 1,
      rows: async () =>
        (await world.db.selectFrom('seats').select('seat_no').where('parent_no', '=', parentSeatNo).execute()).length,
    };
  },
  'a username': async (world, uses) => {
    const all = await Promise.all(
      Array.from({ length: uses }, async () => newcomer(world, { introducer: await world.member() })),
    );
    const username = `wanted-${randomUUID().slice(0, 8)}`;
    return {
      use: (index) => answered(all[index]?.register({ username }) ?? Promise.reject(new Error())),
      succeed: 1,
      audit: { registered: 1 },
    };
  },
  'an address of a member': async (world, uses) => {
    const email = `wanted-${randomUUID().slice(0, 8)}@mail.example`;
    const all = await Promise.all(
      Array.from({ length: uses }, async () => {
        const one = await newcomer(world, { introducer: await world.member() });
        const { proof } = await inTransaction(world.db, (trx) => makeEmailProof(trx, world.services, email));
        one.browser.cookies.set(EMAIL_PROOF_COOKIE.name, proof);
        return one;
      }),
    );
    return {
      use: (index) => answered(all[index]?.register({ email }) ?? Promise.reject(new Error())),
      succeed: 1,
      audit: { registered: 1 },
    };
  },
  'a recovery code': async (world) => {
    const who = await rich(world, {}, { secondFactor: true });
    const [code = ''] = who.member.recoveryCodes;
    const body = { secondFactor: { method: 'recoveryCode', code } } as const;
    return {
      use: () => answered(who.call('endOtherSessions', { body })),
      succeed: 1,
      audit: { other_sessions_ended: 1 },
    };
  },
  'a day of a stake': async (world) => {
    const { id } = await ripeStake(world, 5);
    return { use: () => accrueStakes(world.services), succeed: 'all', rows: () => daysOf(world, id) };
  },
  'the end of a stake': async (world) => {
    const { memberId } = await ripeStake(world);
    await accrueStakes(world.services);
    const mails = () =>
      world.db.selectFrom('mails').select('id').where('member_id', '=', memberId).where('kind', '=', 'stakeMatured');
    return {
      use: () => matureStakes(world.services),
      succeed: 'all',
      rows: async () => (await mails().execute()).length,
    };
  },
  'the choice for a stake': async (world) => {
    const { id } = await ripeStake(world);
    await accrueStakes(world.services);
    await matureStakes(world.services);
    const choice = { id, at: world.clock.now(), ruleVersion: 1 };
    return {
      use: (index) =>
        inTransaction(world.db, (trx) =>
          index % 2 === 0
            ? chooseForStake(trx, world.services, { ...choice, option: 'withdraw', days: null })
            : chooseForStake(trx, world.services, { ...choice, option: 'full', days: 5 }),
        ),
      succeed: 1,
    };
  },
  'a payout': async (world) => {
    // Those of other contests count as being sent.
    await world.db
      .updateTable('withdrawals')
      .set({ payout_at: world.clock.now() })
      .where('payout_at', 'is', null)
      .execute();
    await dueWithdrawal(world);
    world.clock.advance(HOURS_240);
    let payments = 0;
    const pay = async () => `0x${(payments += 1).toString().padStart(32, '0')}${randomUUID().replaceAll('-', '')}`;
    return {
      use: () => payDueWithdrawals(world.services, { pay }),
      succeed: 'all',
      audit: { withdrawal_completed: 1 },
      mails: { withdrawalCompleted: 1 },
      rows: async () => payments,
    };
  },
  'the transaction of a payout': async (world) => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => dueWithdrawal(world)));
    world.clock.advance(HOURS_240);
    const transactionId = `0x${randomUUID().replaceAll('-', '').padStart(64, 'a')}`;
    return {
      use: (index) =>
        inTransaction(world.db, (trx) =>
          completeWithdrawal(trx, world.services, {
            id: ids[index % ids.length] ?? '',
            actor: OPERATOR,
            transactionId,
          }),
        ),
      succeed: 1,
      audit: { withdrawal_completed: 1 },
    };
  },
  'a month': async (world) => {
    const month = await soldMonth(world);
    const closing = { month, operator: 'olga', call: OPERATOR.call };
    return {
      use: () =>
        closeMonth(world.services, closing).catch((error: unknown) => {
          if (!(error instanceof MonthRefused)) throw error;
        }),
      succeed: 'all',
      audit: { month_input_closed: 1, month_calculated: 1, month_released: 1 },
      rows: async () => {
        const { rows } = await world.database.pool.query<{ most: bigint }>(
          "SELECT coalesce(max(times), 0) AS most FROM (SELECT count(*) AS times FROM receipts WHERE kind = 'binary_bonus' AND details ->> 'bonusMonth' = $1 GROUP BY member_id) AS paid",
          [month],
        );
        return Number(rows[0]?.most);
      },
    };
  },
  ...DEPOSIT_CONTESTS,
  'a number of the key of addresses': async (world, uses) => {
    const { db, clock, services } = world;
    const settings = readChainSettings({}, { developmentAllowed: true });
    const chain = createChain({
      settings,
      clock,
      random: services.random,
      rulesAt: ownRulesAt,
      trustedNow: async () => clock.now(),
      bus: services.bus,
      developmentUrl: () => null,
    });
    const hash = 'a'.repeat(64);
    await db
      .insertInto('chain_cursors')
      .values({ network: 'bitcoin', genesis_hash: hash, height: 1n, hash, moved_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const members = await Promise.all(Array.from({ length: uses }, () => world.member()));
    const addresses = new Set<string>();
    return {
      use: async (index) => {
        const wanted = { memberId: members[index]?.id ?? '', asset: 'BTC' as const, now: clock.now() };
        const issued = await inTransaction(db, (trx) => chain.issueAddress(trx, wanted));
        addresses.add(issued?.address ?? 'none');
      },
      succeed: 'all',
      rows: async () => uses / addresses.size,
    };
  },
  'the addresses that a restore reserves': async (world) => {
    const { db, clock, services } = world;
    const settings = readChainSettings({}, { developmentAllowed: true });
    const parts = {
      settings,
      clock,
      random: services.random,
      rulesAt: ownRulesAt,
      trustedNow: async () => clock.now(),
      bus: services.bus,
      developmentUrl: () => null,
    };
    const chain = createChain(parts);
    clock.advance(1);
    const wanted = { count: RESERVED, restoredAt: clock.now() };
    return {
      use: () => inTransaction(db, (trx) => chain.reserveLostAddresses(trx, wanted)),
      succeed: 'all',
      rows: async () => {
        const reserved = db.selectFrom('lost_addresses').where('restored_at', '=', wanted.restoredAt);
        const rows = await reserved.select('network').execute();
        return rows.length / (RESERVED * new Set(rows.map(({ network }) => network)).size);
      },
    };
  },
  'a restore, accepted': async (world) => {
    const { db, services } = world;
    await ended(operator(world, 'ann', 'restored', 'begin', '--from', world.clock.now().toISOString()));
    const restore = await readRestore(db);
    for (const { reference } of restore === null ? [] : await doubtfulPayouts(db, restore))
      await ended(operator(world, 'ann', 'restored', 'unpaid', reference, '--proof', 'nobody paid it'));
    const given = { call: OPERATOR.call, details: { operator: 'ann' }, despite: 'no chain is there to be read' };
    return { use: () => acceptRestore(services, given), succeed: 1, audit: { restore_accepted: 1 } };
  },
  'a mail': async (world) => {
    await dueWithdrawal(world);
    const delivered = new Map<string, number>();
    const mailer = {
      deliver: async ({ id }: { id: string }) => {
        delivered.set(id, (delivered.get(id) ?? 0) + 1);
        return { kind: 'sent' as const };
      },
    };
    return {
      use: () => sendMails(world.db, { mailer, clock: world.clock }),
      succeed: 'all',
      rows: async () => Math.max(...delivered.values()),
    };
  },
  'the removal of a lost app': async (world) => {
    const { username } = await world.member({ secondFactor: true });
    await ended(operator(world, 'ann', 'members', 'unbind', username, '--proof', 'papers'));
    world.clock.advance(UNBIND_HOURS * 3_600);
    return {
      use: () => ended(operator(world, 'ben', 'members', 'unbind', username, '--confirm')),
      succeed: 1,
      mails: { twoFactorOff: 1 },
    };
  },
  'a notice, published and withdrawn': async (world) => {
    const [at, text] = [world.clock.now(), { title: 'A notice', body: 'Of some length.' }];
    const texts = { 'en-US': text, 'ja-JP': text, 'zh-CN': text };
    const id = await inTransaction(world.db, (trx) => addNews(trx, { texts, pinned: false, at }));
    await inTransaction(world.db, (trx) => publishNews(trx, { id, at }));
    return { use: () => inTransaction(world.db, (trx) => retractNews(trx, { id, at })), succeed: 1 };
  },
  'a number of the rules': async (world, uses) => {
    const now = world.clock.now();
    const versions = new Set<number>();
    return {
      use: async () => void versions.add(await addRules(world.db, { changes: {}, effectiveFrom: now, now })),
      succeed: 'all',
      rows: async () => uses / versions.size,
    };
  },
  'a version of the rules, withdrawn': async (world) => {
    const now = world.clock.now();
    const version = await addRules(world.db, { changes: {}, effectiveFrom: secondsAfter(now, DAY_SECONDS), now });
    const record = () => Promise.resolve();
    return { use: () => withdrawRules(world.db, { version, clock: world.clock, record }), succeed: 1 };
  },
  'a link to thaw that a sign-in asked for': async (world) => {
    const { id } = await world.member();
    const now = world.clock.now();
    await world.db
      .updateTable('members')
      .set({ frozen_at: now, frozen_by: 'member', thaw_asked_at: now })
      .where('id', '=', id)
      .execute();
    return { use: () => mailAskedThawLinks(world.services), succeed: 'all', mails: { thawLink: 1 } };
  },
};
