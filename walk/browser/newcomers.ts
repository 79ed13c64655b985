// Signing up in the browser: how the real server comes to each of its answers to a newcomer, and what a newcomer types
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

/** The proof of the newcomer's address has run out. */
const proofOver: Answer = after(async ({ stage }) => {
  const { db, services } = stage.club;
  const past = new Date(services.clock.now().getTime() - 1000);
  await db
    .updateTable('email_proofs')
    .set({ expires_at: past })
    .where('address', '=', addressHash(services.keys, stage.newcomer.email))
    .execute();
});

/** The address is a member's by now. */
const addressTaken: Answer = after(async ({ stage }) => {
  if (await isMembers(stage, 'email')) return;
  await stage.club.member({ email: stage.newcomer.email });
});

/** The name is a member's by now, whose address is another one. */
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
 * Somebody else takes the place that the newcomer was shown. Where the path keeps the next one from being shown and
 * goes on to a seat nevertheless, it is the page that names a place that is long gone: the one that it shows stays
 * free.
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
  // Whoever sits outside of the stage's own part of the tree is not below the newcomer's introducer.
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

/** Who hears that an address or a name is taken comes with another one. */
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
