// Locks of stakes: of their days, their end, and the choice then.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Trx } from '#server/platform/db/kysely.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { restakeExecutor, type RestakeTerms } from '#server/domain/stakes/execute-restake.ts';
import { matureStake } from '#server/domain/stakes/steps.ts';
import type { Trials } from './trial.ts';
import { world, AT_STAKE, now, within } from './club.ts';
import { stake, due, matured, stakeRow, holdStake, withdrawn } from './made-stakes.ts';

export const STAKES: Trials = {
  'domain/stakes/execute-restake.ts restakeExecutor: lockStake': async () => {
    const { who, id } = await matured();
    const terms = { stakeId: id } as RestakeTerms;
    return {
      first: (trx) => withdrawn(trx, id),
      second: () =>
        within(async (trx) =>
          restakeExecutor.check(trx, world.services, {
            id: randomUUID(),
            member: await lockMember(trx, who.member.id),
            terms,
            confirmedBy: 'none',
          }),
        ),
      waitsAt: AT_STAKE,
      comesTo: 'stake_not_matured',
    };
  },
  'domain/stakes/steps.ts matureStake: lockStake': async () => {
    const { id } = await due();
    const end = (trx: Trx) => matureStake(trx, world.services, { id, at: now() });
    return { first: end, second: () => within(end), waitsAt: AT_STAKE, comesTo: 'StepRefused' };
  },
  'domain/stakes/steps.ts chooseForStake: lockStake': async () => {
    const { who, id } = await matured();
    return {
      first: (trx) => withdrawn(trx, id),
      second: () => within((trx) => withdrawn(trx, id)),
      waitsAt: AT_STAKE,
      comesTo: 'StepRefused',
      after: async () => expect(await who.balance('USDT')).toBe('10000'),
    };
  },
  'domain/stakes/accrue.ts takeDue: forUpdate': async () => {
    const { id } = await stake(1);
    return {
      first: (trx) => holdStake(trx, id),
      second: async () => {
        await accrueStakes(world.services);
        return (await stakeRow(id)).days_accrued;
      },
      waitsAt: null,
      comesTo: 0,
      after: async () => {
        await accrueStakes(world.services);
        expect((await stakeRow(id)).days_accrued).toBe(1);
      },
    };
  },
  'domain/stakes/accrue.ts matureOne: forUpdate': async () => {
    const { id } = await due();
    return {
      first: (trx) => holdStake(trx, id),
      second: async () => {
        await matureStakes(world.services);
        return (await stakeRow(id)).state;
      },
      waitsAt: null,
      comesTo: 'running',
      after: async () => {
        await matureStakes(world.services);
        expect((await stakeRow(id)).state).toBe('matured');
      },
    };
  },
};
