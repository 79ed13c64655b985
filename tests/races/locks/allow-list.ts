// The locks of what limits withdrawals to saved addresses: turning it on beside a confirmation, turning it off twice,
// and keeping it on beside turning it off.
import { expect } from 'vitest';
import { keepAllowList, turnOffAllowList, turnOnAllowList } from '#server/domain/allow-list/allow-list.ts';
import { carryOutDraft } from '#server/domain/confirmation/confirm.ts';
import { lockOpenSession } from '#server/domain/sessions/open-session.ts';
import { rich, type Rich } from '#tests/api/support/money.ts';
import { type Trial, type Trials } from './trial.ts';
import { AT_MEMBER, call, drafted, MS_PER_SECOND, now, sessionOf, within, world } from './club.ts';

const inHours = (hours: number) => new Date(now().getTime() + hours * 3600 * MS_PER_SECOND);

const limitOf = ({ member }: Rich) =>
  world.db
    .selectFrom('members')
    .select(['allow_list_on_at', 'allow_list_off_at'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();

const set = (who: Rich, limit: { allow_list_on_at?: Date; allow_list_off_at?: Date | null }, db = world.db) =>
  db.updateTable('members').set(limit).where('id', '=', who.member.id).execute();

/** A member whose limit is on. */
async function limited(): Promise<Rich> {
  const who = await rich(world);
  await set(who, { allow_list_on_at: now() });
  return who;
}

export const ALLOW_LIST: Trials = {
  'domain/allow-list/allow-list.ts turnOnAllowList: lockMember': async (): Promise<Trial> => {
    const { who, session, id } = await drafted();
    return {
      // The confirmation came first, and goes on.
      first: async (trx) =>
        carryOutDraft(trx, world.services, call(session), {
          session,
          id,
          opened: await lockOpenSession(trx, session),
          code: null,
          credential: undefined,
        }),
      second: () =>
        within((trx) => turnOnAllowList(trx, world.services, call(session), { session, secondFactor: undefined })),
      waitsAt: AT_MEMBER,
      comesTo: 'done',
      after: async () => {
        expect(await who.balance('USDT')).toBe('9600');
        const { body } = await who.call('createWithdrawal', {
          body: {
            asset: 'USDT',
            network: 'ethereum',
            address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
            amount: '400',
          },
        });
        expect(body).toMatchObject({ code: 'address_not_allowed' });
      },
    };
  },
  'domain/allow-list/allow-list.ts turnOffAllowList: lockMember': async (): Promise<Trial> => {
    const who = await limited();
    const session = await sessionOf(who);
    const end = inHours(20);
    return {
      first: (trx) => set(who, { allow_list_off_at: end }, trx),
      second: () =>
        within((trx) => turnOffAllowList(trx, world.services, call(session), { session, secondFactor: undefined })),
      waitsAt: AT_MEMBER,
      comesTo: 'done',
      after: async () => expect((await limitOf(who)).allow_list_off_at).toEqual(end),
    };
  },
  'domain/allow-list/allow-list.ts keepAllowList: lockMember': async (): Promise<Trial> => {
    const who = await limited();
    const session = await sessionOf(who);
    return {
      first: (trx) => set(who, { allow_list_off_at: inHours(24) }, trx),
      second: () => within((trx) => keepAllowList(trx, world.services, call(session), session)),
      waitsAt: AT_MEMBER,
      comesTo: 'done',
      after: async () => {
        expect((await limitOf(who)).allow_list_off_at).toBeNull();
        expect(await world.auditOf(who.member)).toContain('allow_list_kept');
      },
    };
  },
};
