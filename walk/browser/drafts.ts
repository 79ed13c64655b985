// The draft of an act that moves money, in the browser: what it is confirmed with, and how the real server is brought
// to each of its answers.
import { randomUUID } from 'node:crypto';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { after, changed, forgetSends, send, WRONG_CODE, type Answering, type Answers } from './answering.ts';
import { HELD, level, me } from './funds.ts';
import { oldPasskey, withoutPasskeys } from './passkeys.ts';
import { decideDrafted } from './stakes.ts';
import type { Stage } from './stage.ts';

/** What a draft is confirmed with. */
export type Factor = 'none' | 'totp' | 'email';

const TRIES = 5;

/** What no device has been asked for, where the page sends a code. */
const UNASKED = { id: 'YQ', clientDataJSON: 'YQ', authenticatorData: 'YQ', signature: 'YQ', userHandle: null };

function credentialOf({ route }: Answering): object {
  const { credential } = (route.request().postDataJSON() ?? {}) as { readonly credential?: object };
  return credential === undefined ? {} : { credential };
}

/** The draft that the path is about. */
function draftOf({ route }: Answering): string {
  return /\/drafts\/([0-9a-f-]{36})/.exec(route.request().url())?.[1] ?? '';
}

/** Forgets the sent mails and codes, so that the next code is not too soon. */
async function calm(answering: Answering): Promise<void> {
  const { db, services } = answering.stage.club;
  await forgetSends(answering.stage);
  await db.updateTable('email_codes').set({ voided_at: services.clock.now() }).where('voided_at', 'is', null).execute();
}

/** Makes the draft require that factor, as if the member had started with it. */
async function asks(answering: Answering, factor: Factor): Promise<void> {
  const { stage } = answering;
  const { id } = await me(answering);
  if (factor === 'totp') await stage.bind(id);
  else await stage.unbind(id);
  await stage.club.db
    .updateTable('drafts')
    .set({ second_factor: factor })
    .where('id', '=', draftOf(answering))
    .where('state', '=', 'open')
    .execute();
}

/** The factor, beside passkeys of the member that confirm money, or none. */
async function asksWith(answering: Answering, factor: Factor, passkey: boolean): Promise<void> {
  await asks(answering, factor);
  if (passkey) await oldPasskey(answering.stage);
  else await withoutPasskeys(answering.stage);
}

async function mail(answering: Answering): Promise<void> {
  await calm(answering);
  const sent = await answering.stage.ask('POST', `/drafts/${draftOf(answering)}/code`, {});
  if (!sent.ok()) throw new Error(`No code was mailed: ${await sent.text()}`);
}

/** The draft may not have required a code until now, or not a mailed one; no answer about a code could follow that. */
async function asksForACode(answering: Answering): Promise<void> {
  const row = await answering.stage.club.db
    .selectFrom('drafts')
    .select('second_factor')
    .where('id', '=', draftOf(answering))
    .executeTakeFirst();
  if (row?.second_factor === 'totp') return;
  if (row?.second_factor === 'none') await asks(answering, 'email');
  const shown = await answering.stage.ask('GET', `/drafts/${draftOf(answering)}`);
  const { codeSent } = (await shown.json()) as { readonly codeSent?: boolean };
  if (codeSent === false) await mail(answering);
}

async function expire(answering: Answering): Promise<void> {
  const { db, services } = answering.stage.club;
  const past = new Date(services.clock.now().getTime() - 1000);
  await db.updateTable('drafts').set({ expires_at: past }).where('id', '=', draftOf(answering)).execute();
}

/** It was confirmed in another tab. */
async function execute(answering: Answering): Promise<void> {
  const id = draftOf(answering);
  const row = await answering.stage.club.db
    .selectFrom('drafts')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.state !== 'open') return;
  await asks(answering, 'none');
  const done = await answering.stage.ask('POST', `/drafts/${id}/confirm`, { code: null }, randomUUID());
  if (!done.ok()) throw new Error(`The other tab could not confirm: ${await done.text()}`);
}

/** How the server is brought to each answer about a draft. */
export const draftAnswers: Answers = {
  getDraft: {
    asksNothing: after((answering) => asks(answering, 'none')),
    asksApp: after((answering) => asksWith(answering, 'totp', false)),
    asksPasskeyOrApp: after((answering) => asksWith(answering, 'totp', true)),
    asksPasskeyOrMail: after((answering) => asksWith(answering, 'email', true)),
    asksMail: after(async (answering) => {
      await asksWith(answering, 'email', false);
      await calm(answering);
    }),
    mailSent: after(async (answering) => {
      await asksWith(answering, 'email', false);
      await mail(answering);
    }),
    executed: after(execute),
    expired: after(expire),
  },
  beginDraftPasskey: {
    begun: after(async (answering) => {
      await oldPasskey(answering.stage);
      await revive(answering.stage);
    }),
    noPasskey: after(({ stage }) => withoutPasskeys(stage)),
    expired: after(expire),
  },
  sendDraftCode: {
    sent: after(calm),
    tooSoon: after(mail),
    expired: after(expire),
  },
  confirmDraft: {
    executed: after(async (answering) => {
      const { stage, route } = answering;
      await level(stage, (await stage.member(false)).id, HELD);
      // The server has answered that no code is required.
      const { code } = (route.request().postDataJSON() ?? {}) as { readonly code?: string | null };
      if (code == null && !('credential' in credentialOf(answering))) await asks(answering, 'none');
    }),
    wrongCode: async (answering) => {
      await asksForACode(answering);
      await revive(answering.stage);
      await changed({ body: { code: WRONG_CODE, credential: undefined } })(answering);
    },
    codeSpent: async (answering) => {
      await asksForACode(answering);
      for (let tried = 0; tried < TRIES; tried += 1)
        await send(answering, { anotherKey: true, body: { code: WRONG_CODE, credential: undefined } });
      await changed({ body: { code: WRONG_CODE, credential: undefined } })(answering);
    },
    // Another tab has asked for a signature, so what this one sends is void.
    passkeyRefused: async (answering) => {
      await asksForACode(answering);
      await oldPasskey(answering.stage);
      await revive(answering.stage);
      await answering.stage.ask('POST', `/drafts/${draftOf(answering)}/passkey`, {});
      await changed({ body: { code: null, credential: UNASKED, ...credentialOf(answering) } })(answering);
    },
    expired: after(expire),
    declined: after(async (answering) => {
      const { stage } = answering;
      await level(stage, (await stage.member(false)).id, { USDT: '0' });
    }),
    decided: after((answering) => decideDrafted(answering.stage, draftOf(answering))),
  },
};

/** Makes the newest codes valid again, without failed tries. */
export async function revive({ club: { db } }: Stage): Promise<void> {
  const newest = db
    .selectFrom('email_codes')
    .distinctOn('binding')
    .select('id')
    .orderBy('binding')
    .orderBy('created_at', 'desc');
  await db
    .updateTable('email_codes')
    .set({ tries: 0, used_at: null, voided_at: null })
    .where('id', 'in', newest)
    .execute();
  await db.updateTable('drafts').set({ tries: 0 }).where('state', '=', 'open').execute();
}

/** The newest code to the member, made valid again if the path has used it: a person would request another one. */
export async function freshMailCode(stage: Stage): Promise<string> {
  const { db } = stage.club;
  const member = await stage.member(false);
  const sent = await db
    .selectFrom('mails')
    .select('id')
    .where('member_id', '=', member.id)
    .where('kind', 'like', '%Code')
    .executeTakeFirst();
  if (sent === undefined) {
    const draft = await db
      .selectFrom('drafts')
      .select('id')
      .where('member_id', '=', member.id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
    await forgetSends(stage);
    await stage.ask('POST', `/drafts/${draft.id}/code`, {}, randomUUID());
  }
  await revive(stage);
  return codeTo(stage.club, member.email);
}
