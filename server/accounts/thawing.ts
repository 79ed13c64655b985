// Thawing a frozen account (D-32): the mailed link and, where bound, the second factor. Nobody is signed in by it.
import type { components } from '#openapi/api.gen.d.ts';
import { audit } from '#server/audit/audit.ts';
import type { CallContext } from '#server/contract/types.ts';
import { tokenHash } from '#server/crypto/tokens.ts';
import type { Trx } from '#server/db/kysely.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { Problem } from '#server/problems.ts';
import type { Worked } from '#server/requests/run-once.ts';
import type { Services } from '#server/services.ts';
import { fieldSentence } from '#server/texts.ts';
import { lockMember } from './members.ts';
import { checkCode, lockedProblem } from './second-factor.ts';
import { endThawLinks } from './thaw-links.ts';

type ThawAnswer = components['schemas']['Thawed'] | components['schemas']['ThawFactorNeeded'];

/** Wrong codes that a link bears; at the last it is void. */
const TRIES = 5;

/**
 * Thaws the account of the link. With a second factor bound, the token alone asks for a code and changes nothing. Of any
 * number of calls with one link, one thaws.
 *
 * Refused with link_invalid, code_incorrect and the tries left, or second_factor_locked.
 */
export async function thawAccount(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: components['schemas']['Thaw'],
): Promise<Worked<ThawAnswer>> {
  const now = services.clock.now();
  const hash = tokenHash(given.token);
  const memberId = (await trx.selectFrom('thaw_links').select('member_id').where('token_hash', '=', hash).executeTakeFirst())?.member_id ?? null;
  if (memberId === null) return invalid();
  const { frozen_at: frozenAt } = await lockMember(trx, memberId);
  const link = await trx.selectFrom('thaw_links').select(['id', 'tries']).where('token_hash', '=', hash).where('ended_at', 'is', null).where('expires_at', '>', now).executeTakeFirst();
  if (link === undefined || frozenAt === null) return invalid();
  const bound = await trx.selectFrom('two_factor').select('member_id').where('member_id', '=', memberId).executeTakeFirst();
  if (bound !== undefined) {
    if (given.secondFactor === undefined) return { kind: 'done', body: { result: 'secondFactor', triesLeft: TRIES - link.tries } };
    const problem = await checkFactor(trx, services, call, { memberId, link, secondFactor: given.secondFactor });
    if (problem !== null) return { kind: 'refused', problem };
  }
  await trx.updateTable('members').set({ frozen_at: null, thaw_asked_at: null }).where('id', '=', memberId).execute();
  await endThawLinks(trx, { memberId, now });
  await audit(trx, { kind: 'account_thawed', at: now, memberId, call, details: { secondFactor: bound !== undefined } });
  await enqueueMail(trx, services, { kind: 'accountThawed', memberId, device: call.device, now });
  return { kind: 'done', body: { result: 'thawed', thawedAt: now.toISOString() } };
}

/** What is wrong with the code; null where it is right. The member's row is locked, so tries of one link follow each other. */
async function checkFactor(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { memberId: string; link: { id: string; tries: number }; secondFactor: components['schemas']['ThawFactor'] },
): Promise<Problem | null> {
  const { memberId, link, secondFactor } = given;
  const now = services.clock.now();
  const check = await checkCode(trx, services, call, { memberId, ...secondFactor });
  if (check.kind === 'right') return null;
  if (check.kind === 'locked') return lockedProblem(now, check.until);
  const tries = link.tries + 1;
  await trx.updateTable('thaw_links').set({ tries, ended_at: tries < TRIES ? null : now }).where('id', '=', link.id).execute();
  if (tries >= TRIES) return new Problem('link_invalid');
  return new Problem('code_incorrect', { triesLeft: TRIES - tries, errors: { code: [fieldSentence(call.culture, 'codeIncorrect')] } });
}

function invalid(): Worked<never> {
  return { kind: 'refused', problem: new Problem('link_invalid') };
}
