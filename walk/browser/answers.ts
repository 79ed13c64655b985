// How each outcome of a call is brought about in the browser: by the real server in a real situation if it can give
// that answer, and by a scripted reply only if a healthy server can't.
import { DAY_MS } from '#machines/chart/durations.ts';
import { setMaintenance } from '#server/domain/club/state.ts';
import { isPath, paths } from '#src/paths.ts';
import { accountAnswers } from './accounts.ts';
import { contactAnswers } from './contact.ts';
import { moneyAnswers, moneyEffects } from './money.ts';
import { after, real, send, WRONG_CODE, type Answer, type Answering, type Answers } from './answering.ts';

const MAIL_TRIES = 5;

const memberId = async ({ stage }: Answering): Promise<string> => (await stage.member(false)).id;

async function endSession({ stage }: Answering): Promise<void> {
  const { id } = await stage.member(false);
  await stage.club.db
    .updateTable('sessions')
    .set({ ended_at: stage.club.services.clock.now(), end_reason: 'signed_out' })
    .where('member_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** An unknown field, so that the server refuses and names it. */
export const SPOILED = 'spoiled';

/** The body or the query is made invalid on the way, so that the server refuses it. */
async function spoiled({ route }: Answering): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  // Without a body, the query is made invalid.
  const typed = request.postData() !== null;
  if (!typed) url.searchParams.set(SPOILED, 'true');
  const response = await route.fetch({
    url: url.href,
    ...(typed ? { postData: JSON.stringify({ [SPOILED]: true }) } : {}),
  });
  await route.fulfill({ response });
}

async function throttle({ route, stage }: Answering): Promise<void> {
  const response = await route.fetch({
    url: route.request().url().replace(stage.club.origin, stage.club.throttledOrigin),
  });
  await route.fulfill({ response });
}

async function underMaintenance({ route, stage }: Answering): Promise<void> {
  await setMaintenance(stage.club.db, { on: true, until: null });
  let response;
  try {
    response = await route.fetch();
  } finally {
    await setMaintenance(stage.club.db, { on: false, until: null });
  }
  // The club is already open again: the page that the member is led to checks at once, and leads them back.
  const isLedAway = stage.page.waitForURL((url) => isPath(url.pathname, paths.maintenance));
  await Promise.all([route.fulfill({ response }), isLedAway]);
}

/** The reads after a lost response, and which of their answers say that the call had its effect, or had none. */
const effects: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  getRequestOutcome: { done: true, doneWithoutCodes: true, notDone: false },
};
/** For these calls, another read says it. */
const effectsByRead: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, boolean>>>>>> = {
  verifyEmailNoLogin: { isEmailExists: { free: true, taken: true, notVerified: false } },
  thawAccount: { getRequestOutcome: { done: true, secondFactor: true, notDone: false } },
  ...moneyEffects,
};

/** The later read on the path decides whether a call whose response is lost had its effect. */
export function hadEffect({ later, actor }: Pick<Answering, 'later' | 'actor'>): boolean {
  const reads = effectsByRead[actor] ?? effects;
  for (const { step } of later) {
    if (step.kind !== 'outcome') continue;
    const effect = reads[step.actor]?.[step.outcome];
    if (effect !== undefined) return effect;
    if (step.actor === actor) return false;
  }
  return false;
}

/**
 * The answers that say that a call had its effect, if the situation must be prepared for it: an earlier step may have
 * left a different one.
 */
const successes: Readonly<Record<string, string>> = {
  thawAccount: 'thawed',
  freezeByLink: 'frozen',
  confirmDraft: 'executed',
  createDeposit: 'created',
  createInquiry: 'sent',
};

/** Carries the call out on the server, in a situation in which it has its effect, and the page gets no response. */
export async function carryOut(answering: Answering): Promise<void> {
  const { route, actor } = answering;
  const unheard = Object.assign(Object.create(route) as typeof route, {
    continue: () => route.fetch(),
    fulfill: () => Promise.resolve(),
  });
  const outcome = successes[actor];
  const act = outcome === undefined ? undefined : special[actor]?.[outcome];
  await (act ?? real)({ ...answering, route: unheard });
}

/** The real response, if any, is lost, and `instead` arrives. */
const lost =
  (instead: (answering: Answering) => Promise<void>): Answer =>
  async (answering) => {
    if (hadEffect(answering)) await carryOut(answering);
    await instead(answering);
  };

async function scripted({ route, cases, actor, outcome }: Answering): Promise<void> {
  const reply = cases.outcomes[actor]?.[outcome]?.reply;
  if (reply === undefined) throw new Error(`${actor} has no reply for ${outcome}.`);
  await route.fulfill({
    status: reply.status,
    contentType: 'application/problem+json',
    body: JSON.stringify(reply.body),
  });
}

/** The outcomes that every call has. */
const common: Readonly<Record<string, Answer>> = {
  refused: spoiled,
  throttled: throttle,
  maintenance: underMaintenance,
  // Pages refresh what they show, and one of those reads would be refused first.
  sessionEnded: (answering) =>
    answering.stage.alone(async () => {
      await endSession(answering);
      await answering.route.fulfill({ response: await answering.route.fetch() });
      await answering.stage.settle();
    }),
  // A healthy server gives none of these three; the second only within the milliseconds of another call.
  failed: lost(scripted),
  running: lost(scripted),
  undocumentedReply: lost(({ route }) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"broken":' }),
  ),
  networkError: lost(({ route }) => route.abort()),
};

/** Binds an app that is settled, or provisional until a time. */
async function bindUntil(answering: Answering, until: Date | null): Promise<void> {
  const id = await memberId(answering);
  await answering.stage.bind(id);
  await answering.stage.club.db
    .updateTable('two_factor')
    .set({ provisional_until: until })
    .where('member_id', '=', id)
    .execute();
}

const special: Answers = {
  ...accountAnswers,
  ...moneyAnswers,
  ...contactAnswers,
  verifyTwoFactor: {
    // Five minutes pass on the server before the code arrives.
    over: after(({ stage }) => Promise.resolve(stage.club.advance(301))),
  },
  getTwoFactorInfo: {
    on: after((answering) => bindUntil(answering, null)),
    provisional: after((answering) =>
      bindUntil(answering, new Date(answering.stage.club.services.clock.now().getTime() + DAY_MS)),
    ),
    unverified: after(async (answering) => {
      const id = await memberId(answering);
      await answering.stage.unbind(id);
      await answering.stage.club.db
        .updateTable('members')
        .set({ email_verified_at: null })
        .where('id', '=', id)
        .execute();
    }),
    off: async (answering) => {
      const id = await memberId(answering);
      await answering.stage.unbind(id);
      await answering.stage.club.db
        .updateTable('members')
        .set({ email_verified_at: answering.stage.club.services.clock.now() })
        .where('id', '=', id)
        .execute();
      const response = await answering.route.fetch();
      const { binding } = (await response.json()) as { binding: { secret: string } | null };
      answering.stage.key = binding?.secret ?? null;
      await answering.route.fulfill({ response });
    },
  },
  enableTwoFactor: {
    // Five wrong mailed codes were typed before, in another tab.
    emailCodeOver: after(async (answering) => {
      for (let tried = 0; tried < MAIL_TRIES; tried += 1)
        await send(answering, { anotherKey: true, body: { emailCode: WRONG_CODE } });
    }),
    alreadyDone: after(async (answering) => answering.stage.bind(await memberId(answering))),
  },
  disableTwoFactor: {
    alreadyDone: after(async (answering) => answering.stage.unbind(await memberId(answering))),
  },
  renewRecoveryCodes: {
    alreadyDone: after(async (answering) => answering.stage.unbind(await memberId(answering))),
  },
  getRequestOutcome: {
    ...accountAnswers['getRequestOutcome'],
    doneWithoutCodes: after(async (answering) => {
      const owner = await memberId(answering);
      await answering.stage.club.db
        .updateTable('requests')
        .set({ answer_sealed: null, answer: null })
        .where('scope', '=', owner)
        .execute();
    }),
    running: async (answering) => {
      const { stage, route } = answering;
      const scope =
        (await route.request().headerValue('authorization')) === null ? 'anonymous' : await memberId(answering);
      const row = { scope, key: new URL(route.request().url()).pathname.split('/').at(-1) ?? '' };
      const now = stage.club.services.clock.now();
      const claim = {
        operation_id: 'enableTwoFactor',
        request_hash: Buffer.from('another'),
        claim: crypto.randomUUID(),
        claimed_at: now,
        leased_until: new Date(now.getTime() + 60_000),
        done_at: null,
        status: null,
        answer: null,
        answer_sealed: null,
      };
      const { db } = stage.club;
      const before = await db
        .selectFrom('requests')
        .selectAll()
        .where('scope', '=', scope)
        .where('key', '=', row.key)
        .executeTakeFirst();
      await db.deleteFrom('requests').where('scope', '=', scope).where('key', '=', row.key).execute();
      await db
        .insertInto('requests')
        .values({ ...row, ...claim })
        .execute();
      await route.fulfill({ response: await route.fetch() });
      await db.deleteFrom('requests').where('key', '=', row.key).where('claim', '=', claim.claim).execute();
      if (before !== undefined)
        await db
          .insertInto('requests')
          .values({ ...before, answer: before.answer === null ? null : JSON.stringify(before.answer) })
          .execute();
    },
  },
};

/** Answers a held call so that it has the path's outcome. */
export async function answer(answering: Answering): Promise<void> {
  const act = special[answering.actor]?.[answering.outcome] ?? common[answering.outcome] ?? real;
  await act(answering);
}
