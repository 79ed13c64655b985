// Signing up in the browser: how each answer to a newcomer is provoked on the real server, and what a newcomer types
// for it.
import { addressHash } from '#server/domain/codes/addresses.ts';
import { nameKey } from '#server/domain/members/members.ts';
import {
  after,
  changed,
  COMMON_PASSWORD,
  NEW_PASSWORD,
  spent,
  worn,
  WRONG_CODE,
  type Answer,
  type Answering,
  type Answers,
  type Typist,
} from './answering.ts';
import type { Stage } from './stage.ts';

const NOBODY = 'nobody-of-this-name';
const A_THIRD_ADDRESS = 'a-third-address@mail.example';

/** The proof of the newcomer's address has expired. */
const proofOver: Answer = after(async ({ stage }) => {
  const { db, services } = stage.club;
  const past = new Date(services.clock.now().getTime() - 1000);
  await db
    .updateTable('email_proofs')
    .set({ expires_at: past })
    .where('address', '=', addressHash(services.keys, stage.newcomer.email))
    .execute();
});

/** The address now belongs to a member. */
const addressTaken: Answer = after(async ({ stage }) => {
  if (await isMembers(stage, 'email')) return;
  await stage.club.member({ email: stage.newcomer.email });
});

/** The name now belongs to a member with another address. */
const nameTaken: Answer = after(async ({ stage }) => {
  if (await isMembers(stage, 'username')) return;
  await stage.club.member({ username: stage.newcomer.username, email: `${crypto.randomUUID()}@mail.example` });
});

async function isMembers({ club: { db }, newcomer }: Stage, what: 'email' | 'username'): Promise<boolean> {
  return (
    (await db
      .selectFrom('members')
      .select('id')
      .where(`${what}_key`, '=', nameKey(newcomer[what]))
      .executeTakeFirst()) !== undefined
  );
}

/**
 * Somebody else takes the place that the newcomer was shown. If the path does not show the next place and still
 * continues to a seat, the page instead sends a place that was taken long ago, and the one that it shows stays free.
 */
const seatTaken: Answer = async (answering) => {
  const { parentSeatNo, position } = answering.route.request().postDataJSON() as {
    parentSeatNo: number;
    position: 'left' | 'right';
  };
  const next = answering.later.find(({ step }) => step.kind === 'outcome' && step.actor === 'getSeatBottom')?.step;
  if (next?.kind === 'outcome' && next.outcome !== 'found')
    return changed({ body: { parentSeatNo: await root(answering.stage) } })(answering);
  await answering.stage.club.member({ below: parentSeatNo, side: position });
  await answering.route.continue();
};

async function root({ club: { db } }: Stage): Promise<number> {
  return (await db.selectFrom('seats').select('seat_no').where('parent_no', 'is', null).executeTakeFirstOrThrow())
    .seat_no;
}

const introducer: Readonly<Record<string, Answer>> = {
  unknownIntroducer: changed({ body: { introducer: NOBODY } }),
  unknownSeatUser: changed({ body: { seatUser: NOBODY } }),
  // A seat outside the stage's own part of the tree is not below the newcomer's introducer.
  seatUserOutside: async (answering: Answering) =>
    changed({ body: { seatUser: (await answering.stage.club.member()).username } })(answering),
};

export const newcomerAnswers: Answers = {
  checkIntroducerAndSeatUser: introducer,
  getSeatBottom: { noSeat: changed({ query: { seatNo: '2000000000' } }) },
  verifyEmailNoLogin: { codeOver: worn, keyUsed: spent({ code: WRONG_CODE }) },
  isEmailExists: { taken: addressTaken, notVerified: proofOver },
  registerInSeat: {
    ...introducer,
    seatTaken,
    usernameTaken: nameTaken,
    emailTaken: addressTaken,
    notVerified: proofOver,
    emailDifferent: changed({ body: { email: A_THIRD_ADDRESS } }),
    passwordRefused: changed({ body: { password: COMMON_PASSWORD } }),
  },
};

/** A newcomer who learns that an address or a name is taken uses another one. */
const anotherWhereTaken =
  (what: 'email' | 'username') =>
  async (stage: Stage): Promise<string> => {
    if (await isMembers(stage, what)) stage.renames(what);
    return stage.newcomer[what];
  };
const freeAddress = anotherWhereTaken('email');
const freeName = anotherWhereTaken('username');

export const newcomerTypists: Readonly<Record<string, Typist>> = {
  'sign-up SUBMIT_INTRODUCER': async ({ stage }) => ({
    introducer: (await stage.member(false)).username,
    position: 'left',
  }),
  'sign-up SUBMIT_EMAIL': async ({ stage }) => ({ email: await freeAddress(stage) }),
  'sign-up SUBMIT_DETAILS': async ({ stage }) => ({ username: await freeName(stage), name: 'Nori Tanaka' }),
  'sign-up REGISTER': () => Promise.resolve({ password: NEW_PASSWORD, agreed: true }),
};
