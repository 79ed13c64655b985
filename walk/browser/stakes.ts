// Plans and stakes in the browser: how each answer about them is provoked on the real server.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#machines/chart/durations.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { chooseForStake } from '#server/domain/stakes/steps.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { after, changed, type Answer, type Answers } from './answering.ts';
import { free, HELD, held, level, me, ready, unconfirmable } from './funds.ts';
import type { Stage } from './stage.ts';

const STAKE_DAYS = 365;
const OVER_A_MINUTE = 61;

interface Bought {
  readonly stage: number;
  readonly amountUsd: string;
  readonly days: number;
  /** How many days ago. */
  readonly daysAgo: number;
}

const RUNNING: Bought = { stage: 2, amountUsd: '5000', days: STAKE_DAYS, daysAgo: 0 };
const OVER: Bought = { stage: 2, amountUsd: '5000', days: 2, daysAgo: 3 };
/** So little that a day earns less than the last digit of MP. */
const SPECK: Bought = { stage: 8, amountUsd: '0.001', days: 1, daysAgo: 2 };

/** A stake of the member, bought as long ago as needed and brought up to date by the server's own jobs. */
async function buy(stage: Stage, { stage: plan, amountUsd, days, daysAgo }: Bought): Promise<string> {
  const { db, services } = stage.club;
  const { id: memberId } = await stage.member(false);
  await level(stage, memberId, HELD);
  const now = services.clock.now();
  const { version: ruleVersion, riskVersion } = await rulesAt(db, now);
  const at = new Date(now.getTime() - daysAgo * DAY_MS);
  const terms = {
    stage: plan,
    amountUsd,
    amountUsdt: amountUsd,
    rate: '1',
    rateAt: at.toISOString(),
    dailyRate: '0.0005',
    days,
    riskVersion,
    ruleVersion,
  };
  const { stakeId } = await inTransaction(db, (trx) =>
    buyPlan(trx, services, { key: randomUUID(), at, memberId, terms }),
  );
  // An acknowledgment for an old stake does not apply to the path's purchase.
  await db.deleteFrom('risk_acknowledgements').where('member_id', '=', memberId).execute();
  await accrueStakes(services);
  await matureStakes(services);
  await level(stage, memberId, HELD);
  return stakeId;
}

/** A stake of the member that waits for a choice and has earned MP; a new one if the path has used the last. */
async function matured(stage: Stage): Promise<string> {
  const { id } = await stage.member(false);
  const known = await stage.club.db
    .selectFrom('stakes')
    .select('id')
    .where('member_id', '=', id)
    .where('state', '=', 'matured')
    .where('accrued_mp', '>', '0')
    .orderBy('started_at')
    .executeTakeFirst();
  return known?.id ?? buy(stage, OVER);
}

async function running(stage: Stage): Promise<string> {
  const { id } = await stage.member(false);
  const known = await stage.club.db
    .selectFrom('stakes')
    .select('id')
    .where('member_id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return known?.id ?? buy(stage, RUNNING);
}

/** The member withdraws both, in another tab. */
async function withdraw(stage: Stage, id: string): Promise<void> {
  const { db, services } = stage.club;
  const at = services.clock.now();
  const { version: ruleVersion } = await rulesAt(db, at);
  await inTransaction(db, (trx) =>
    chooseForStake(trx, services, { id, option: 'withdraw', at, ruleVersion, days: null }),
  );
}

async function decided(stage: Stage): Promise<string> {
  const id = await buy(stage, OVER);
  await withdraw(stage, id);
  return id;
}

/** Decides the stake that a draft is about in another tab; does nothing for other drafts. */
export async function decideDrafted(stage: Stage, draftId: string): Promise<void> {
  const { db } = stage.club;
  const draft = await db.selectFrom('drafts').select(['kind', 'terms']).where('id', '=', draftId).executeTakeFirst();
  if (draft?.kind !== 'restake') return;
  const { stakeId } = draft.terms as { readonly stakeId: string };
  const { state } = await db.selectFrom('stakes').select('state').where('id', '=', stakeId).executeTakeFirstOrThrow();
  if (state === 'matured') await withdraw(stage, stakeId);
}

/** Changes the rules from now on, and returns the earlier value. */
async function rule<TName extends 'riskVersion' | 'rateStaleMinutes'>(
  { club: { db, services } }: Stage,
  name: TName,
  valueOf: (before: number) => number,
): Promise<number> {
  const now = services.clock.now();
  const before = (await rulesAt(db, now))[name];
  await addRules(db, { changes: { [name]: valueOf(before) }, effectiveFrom: now, now });
  return before;
}

/** Makes rates stale sooner, during the call. */
const atAStaleRate: Answer = async (answering) => {
  const { stage, route } = answering;
  await free(stage);
  const before = await rule(stage, 'rateStaleMinutes', () => 1);
  stage.club.advance(OVER_A_MINUTE);
  try {
    await route.fulfill({ response: await route.fetch() });
  } finally {
    await rule(stage, 'rateStaleMinutes', () => before);
  }
};

/** The page reads another stake of the member. */
const aboutStake =
  (find: (stage: Stage) => Promise<string>): Answer =>
  async (answering) => {
    const { stage, route } = answering;
    const id = await find(stage);
    await route.fulfill({
      response: await route.fetch({
        url: route
          .request()
          .url()
          .replace(/\/stakes\/[0-9a-f-]{36}/, `/stakes/${id}`),
      }),
    });
  };

const decidedAbout =
  (find: (stage: Stage) => Promise<string>, rest: object = {}): Answer =>
  async (answering) =>
    changed({ body: { stakeId: await find(answering.stage), ...rest } })(answering);

export const stakeAnswers: Answers = {
  getPurchaseOptions: {
    loaded: ready,
    onHold: after(({ stage }) => held(stage)),
    unconfirmable: after(({ stage }) => unconfirmable(stage)),
    rateStale: atAStaleRate,
  },
  createPurchase: {
    created: ready,
    belowMinimum: changed({ body: { stage: 8, amountUsd: '100' } }),
    riskChanged: after(async ({ stage }) => void (await rule(stage, 'riskVersion', (before) => before + 1))),
    insufficientBalance: after(async (answering) => level(answering.stage, (await me(answering)).id, { USDT: '0' })),
    rateStale: atAStaleRate,
    forbidden: after(({ stage }) => unconfirmable(stage)),
  },
  getStakeOptions: {
    loaded: async (answering) => {
      await free(answering.stage);
      await aboutStake(matured)(answering);
    },
    running: aboutStake(running),
    decided: aboutStake(decided),
    unconfirmable: async (answering) => {
      await unconfirmable(answering.stage);
      await aboutStake(matured)(answering);
    },
    gone: aboutStake(() => Promise.resolve(randomUUID())),
  },
  createRestake: {
    created: async (answering) => {
      await free(answering.stage);
      await decidedAbout(matured)(answering);
    },
    notMatured: decidedAbout(running),
    nothingToMove: decidedAbout((stage) => buy(stage, SPECK), { option: 'mpOnly' }),
    gone: decidedAbout(() => Promise.resolve(randomUUID())),
    forbidden: async (answering) => {
      await unconfirmable(answering.stage);
      await decidedAbout(matured)(answering);
    },
  },
};

/** Only the club knows which stake is decided. */
export const stakeArrivals: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  'restake fresh': async (stage) => `/ReStaking?stake=${await matured(stage)}`,
};
