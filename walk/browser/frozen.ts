// Freezing and thawing in the browser: how the real server is brought to each of its answers about a frozen account.
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import type { FrozenBy } from '#server/platform/db/tables.ts';
import type { AlarmKind } from '#server/platform/mail/kinds.ts';
import { tokenHash } from '#server/platform/crypto/tokens.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { mailTokenIn } from '#src/session/mail-token.tsx';
import { linkTo } from '#fixtures/club/mailbox.ts';
import { after, changed, forgetSends, WRONG_CODE, type Answer, type Answering, type Answers } from './answering.ts';
import type { Stage } from './stage.ts';

const LINK_MS = 30 * 60_000;

/**
 * Freezes the member's account and makes the page's link valid, with or without a second factor, whatever the path did
 * before.
 */
async function frozen(
  stage: Stage,
  { bound, token }: { readonly bound: boolean; readonly token: string },
): Promise<void> {
  const { id } = await stage.member(false);
  const { db, services } = stage.club;
  const now = services.clock.now();
  if (bound) await stage.bind(id);
  else await stage.unbind(id);
  await db.updateTable('members').set({ frozen_at: now, frozen_by: 'member' }).where('id', '=', id).execute();
  await db.deleteFrom('throttles').where('bucket', '=', `second-factor:${id}:thaw`).execute();
  await db
    .updateTable('thaw_links')
    .set({ ended_at: null, tries: 0, expires_at: new Date(now.getTime() + LINK_MS) })
    .where('token_hash', '=', tokenHash(token))
    .execute();
}

/**
 * Makes the page's link that freezes valid, for an account that is open or that somebody has frozen, and that support
 * was asked to give another address or not.
 */
async function frozenBy(
  stage: Stage,
  {
    frozenBy: by,
    token,
    asked = false,
  }: { readonly frozenBy: FrozenBy | null; readonly token: string; readonly asked?: boolean },
): Promise<void> {
  const { db, services } = stage.club;
  const { id } = await stage.member(false);
  await db
    .updateTable('members')
    .set({ frozen_at: by === null ? null : services.clock.now(), frozen_by: by })
    .where('id', '=', id)
    .execute();
  await db.updateTable('freeze_links').set({ ended_at: null }).where('token_hash', '=', tokenHash(token)).execute();
  const now = services.clock.now();
  await db
    .updateTable('support_requests')
    .set({ ended_at: now, ended_by: 'walker', outcome: 'cancelled' })
    .where('member_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  if (!asked) return;
  await db
    .insertInto('support_requests')
    .values({
      id: services.random.uuid(),
      member_id: id,
      kind: 'address',
      asked_at: now,
      asked_by: 'walker',
      proof: 'of a walk',
      due_at: now,
      address: `next-${id}@perch.example`,
      address_before: `${id}@perch.example`,
    })
    .execute();
}

/** The pages that a mailed link opens, each with the call that its press makes. */
const CALL_OF = { '/Freeze': '/account/freezeByLink', '/Thaw': '/account/thaw' } as const;

/** The answer that the lost call got, if it met an account like this. */
const doneBefore = (page: keyof typeof CALL_OF, meets: (stage: Stage, token: string) => Promise<void>): Answer =>
  after(async ({ stage, route }) => {
    const key = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const { email } = await stage.member(false);
    const token = mailTokenIn(new URL(await linkTo(stage.club, email, page), stage.club.origin)) ?? '';
    await meets(stage, token);
    await stage.club.db.deleteFrom('requests').where('key', '=', key).execute();
    const answer = await stage.ask('POST', CALL_OF[page], { token }, key);
    if (!answer.ok()) throw new Error(`The link was refused: ${await answer.text()}`);
  });

const sent = ({ route }: Answering) =>
  route.request().postDataJSON() as { readonly token: string; readonly secondFactor?: object };

/** The account has a second factor or none, as the call expects. */
const asExpected: Answer = after(async (answering) => {
  const { token, secondFactor } = sent(answering);
  await frozen(answering.stage, { bound: secondFactor !== undefined, token });
});

/** The account has a second factor, and the call carries a code or none. */
const withFactor =
  (secondFactor: object | undefined): Answer =>
  async (answering) => {
    await frozen(answering.stage, { bound: true, token: sent(answering).token });
    await changed({ body: { secondFactor } })(answering);
  };

export const frozenAnswers: Answers = {
  thawAccount: {
    thawed: asExpected,
    secondFactor: withFactor(undefined),
    wrongCode: withFactor({ method: 'totp', code: WRONG_CODE }),
    linkInvalid: after(async (answering) => {
      const { stage } = answering;
      const { token } = sent(answering);
      await stage.club.db
        .updateTable('thaw_links')
        .set({ ended_at: stage.club.services.clock.now() })
        .where('token_hash', '=', tokenHash(token))
        .execute();
    }),
  },
  freezeByLink: {
    // Links of any kind: whom a former address, or support, has to wait for is the other answer.
    frozen: after(async (answering) => {
      const { stage } = answering;
      const { token } = sent(answering);
      await frozenBy(stage, { frozenBy: null, token });
      await stage.club.db
        .updateTable('freeze_links')
        .set({ to_former_address: false, former_address: null })
        .where('token_hash', '=', tokenHash(token))
        .execute();
    }),
    frozenForSupport: after(async (answering) => {
      const { token } = sent(answering);
      await frozenBy(answering.stage, { frozenBy: 'support', token });
    }),
    objected: after(async (answering) => {
      const { token } = sent(answering);
      await frozenBy(answering.stage, { frozenBy: 'support', token, asked: true });
    }),
    // It was opened in another browser before.
    linkInvalid: after(async (answering) => {
      const { stage } = answering;
      await stage.club.db
        .updateTable('freeze_links')
        .set({ ended_at: stage.club.services.clock.now() })
        .where('token_hash', '=', tokenHash(sent(answering).token))
        .execute();
    }),
  },
  getRequestOutcome: {
    doneForSupport: doneBefore('/Freeze', (stage, token) => frozenBy(stage, { frozenBy: 'support', token })),
    doneObjecting: doneBefore('/Freeze', (stage, token) =>
      frozenBy(stage, { frozenBy: 'support', token, asked: true }),
    ),
    secondFactor: doneBefore('/Thaw', (stage, token) => frozen(stage, { bound: true, token })),
  },
};

/** The URL of the mailed link that thaws a frozen account. */
export async function thawLink(stage: Stage): Promise<string> {
  const { id, email, username } = await stage.member(false);
  const { db, services } = stage.club;
  await db
    .updateTable('members')
    .set({ frozen_at: services.clock.now(), frozen_by: 'member' })
    .where('id', '=', id)
    .execute();
  await forgetSends(stage);
  const answer = await stage.ask('POST', '/account/sendThawLink', { email, username });
  if (!answer.ok()) throw new Error(`No link was mailed: ${await answer.text()}`);
  return linkTo(stage.club, email, '/Thaw');
}

/** The URL of a freeze link, from a mail that reports a change, or another email that support was asked for. */
export async function freezeLink(
  stage: Stage,
  { kind = 'passwordChanged', former = false }: { readonly kind?: AlarmKind; readonly former?: boolean } = {},
): Promise<string> {
  const { id, email } = await stage.member(false);
  const { db, services } = stage.club;
  const address = former ? `former-${email}` : email;
  await inTransaction(db, (trx) =>
    enqueueAlarm(trx, services, {
      kind,
      memberId: id,
      ...(former ? { formerAddress: address } : {}),
      device: '',
      now: services.clock.now(),
    }),
  );
  return linkTo(stage.club, address, '/Freeze');
}
