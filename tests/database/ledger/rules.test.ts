import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondsAfter } from '#server/platform/system/clock.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { addRules } from '#server/domain/rules/add-rules.ts';
import { RULE_BOUNDS } from '#server/domain/rules/bounds.ts';
import { ownRulesAt, rulesAt, storedRulesAt, type StoredRules } from '#server/domain/rules/rules.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const soon = (seconds = 60) => secondsAfter(world.clock.now(), seconds);
const add = (changes: object, effectiveFrom = soon()) =>
  addRules(world.db, { changes: changes as Partial<StoredRules>, effectiveFrom, now: world.clock.now() });

describe('the rules', () => {
  it('determine exchange, drafts and deposits', async () => {
    const { values, defaults } = await storedRulesAt(world.db, world.clock.now());
    expect(values).toMatchObject({
      exchangeSpread: '0.005',
      quoteSeconds: 30,
      exchangeSecondFactorAboveUsd: '1000',
      rateStaleMinutes: 60,
      draftMinutes: 5,
      riskVersion: 1,
    });
    expect(await ownRulesAt(world.db, world.clock.now())).toEqual({
      depositConfirmations: { bitcoin: 1, ethereum: 1 },
      feedRateStaleMinutes: 15,
    });
    expect(defaults).toContain('stages.5.amountUsd');
  });

  it('change from a given time on, and the earlier ones stay', async () => {
    const before = await rulesAt(world.db, world.clock.now());
    const version = await add({ minimumDepositUsd: '200', depositConfirmations: { bitcoin: 3, ethereum: 20 } });
    expect(version).toBe(before.version + 1);
    expect(await rulesAt(world.db, soon(59))).toEqual(before);
    expect(await rulesAt(world.db, soon())).toEqual({
      ...before,
      version,
      minimumDepositUsd: '200',
      effectiveFrom: soon().toISOString(),
    });
    expect(await ownRulesAt(world.db, soon())).toEqual({
      depositConfirmations: { bitcoin: 3, ethereum: 20 },
      feedRateStaleMinutes: 15,
    });
  });

  it('of the beginning also apply to a clock that stands before it, such as one without a battery', async () => {
    const first = await rulesAt(world.db, new Date('2026-01-01T00:00:00Z'));
    expect(await rulesAt(world.db, new Date(0))).toEqual(first);
    const toStart = world.clock.now().getTime() / 1000;
    world.clock.advance(-toStart);
    const answer = await world.browser().call('getRules');
    world.clock.advance(toStart);
    expect([answer.status, answer.body]).toEqual([200, first]);
  });

  it('no longer mark a value as a default once an operator has set it', async () => {
    await add({ exchangeSpread: '0.01' }, soon(120));
    const { defaults } = await storedRulesAt(world.db, soon(120));
    expect([defaults.includes('exchangeSpread'), defaults.includes('quoteSeconds')]).toEqual([false, true]);
  });

  it.each<[string, object, RegExp]>([
    ['a number where a decimal text belongs', { minimumDepositUsd: 200 }, /minimumDepositUsd must be an amount/],
    ['an amount that is none', { minimumDepositUsd: '1e3' }, /minimumDepositUsd must be an amount/],
    ['a stage less', { stages: [] }, /stages must NOT have fewer/],
    ['a rule that there is not', { minimumDeposit: '200' }, /there is no rule minimumDeposit/],
    ["a version of one's own", { version: 7 }, /there is no rule version/],
    [
      'no confirmation at all',
      { depositConfirmations: { bitcoin: 0, ethereum: 1 } },
      /depositConfirmations.bitcoin must be/,
    ],
    [
      'confirmations of one network only',
      { depositConfirmations: { bitcoin: 2 } },
      /depositConfirmations.ethereum must be/,
    ],
    [
      'confirmations of another network',
      { depositConfirmations: { bitcoin: 2, ethereum: 2, solana: 2 } },
      /depositConfirmations.solana: there are/,
    ],
    [
      'a share of more than the whole',
      { withdrawalFeeRate: '1.5' },
      /^withdrawalFeeRate must be a share from 0 to less than 1, such as 0.05 for 5%; "1.5" is not$/,
    ],
    ['a share of the whole', { exchangeSpread: '1' }, /exchangeSpread must be a share/],
    [
      'more PP than the bonus is',
      { principalPointsShare: '1.01' },
      /^principalPointsShare must be a share from 0 to 1, such as 0.05 for 5%; "1.01" is not$/,
    ],
    ['more volume than was restaked', { restakeVolumeShare: '2' }, /^restakeVolumeShare must be a share from 0 to 1,/],
    ['a part of volume below nothing', { restakeVolumeShare: '-1' }, /restakeVolumeShare must be a share/],
    ['a share below nothing', { referralBonusRate: '-0.1' }, /referralBonusRate must be a share/],
    [
      'a daily rate of the whole',
      { stages: [{ stage: 1, name: 'bronze', amountUsd: '1000', dailyRate: '1' }] },
      /stages.1.dailyRate must be a share/,
    ],
    [
      'an amount beyond those that members may ask for',
      { minimumDepositUsd: '1000000000000000' },
      /minimumDepositUsd must be an amount/,
    ],
    ['a term of more than ten years', { stakeDays: 3651 }, /stakeDays must be a whole number from 1 to 3650/],
    ['a half of a day', { restakeDays: 1.5 }, /restakeDays must be a whole number/],
    ['a switch that is none', { binaryBonusOn: 'false' }, /binaryBonusOn must be true or false/],
    ['rates of a feed that are never old', { feedRateStaleMinutes: 0 }, /feedRateStaleMinutes must be/],
  ])('refuse %s', async (_what, changes, message) => {
    await expect(add(changes, soon(300))).rejects.toThrow(message);
  });

  it.each(['0', '0.999999999999999999', '1', '1.00'])('accept %s as a share that may be the whole', async (share) => {
    await add({ principalPointsShare: share, restakeVolumeShare: share }, soon(300));
    expect(await rulesAt(world.db, soon(300))).toMatchObject({
      principalPointsShare: share,
      restakeVolumeShare: share,
    });
  });

  it('keep the number, name and kind of each stage', async () => {
    const { stages } = await rulesAt(world.db, soon(300));
    const withFirst = (change: object) =>
      add({ stages: stages.map((stage) => (stage.stage === 1 ? { ...stage, ...change } : stage)) }, soon(300));
    await expect(withFirst({ stage: 2 })).rejects.toThrow('the stage at place 1 must remain number 1, bronze');
    await expect(withFirst({ name: 'gold' })).rejects.toThrow('the stage at place 1 must remain number 1, bronze');
    await expect(withFirst({ amountUsd: null })).rejects.toThrow('stages.1.amountUsd must be an amount');
    await expect(
      add({ stages: stages.map((stage) => (stage.stage === 8 ? { ...stage, amountUsd: '5' } : stage)) }, soon(300)),
    ).rejects.toThrow('stages.8.amountUsd must remain null');
  });

  it('have the bounds that the description publishes', () => {
    const published = description.components.schemas.Rules.properties as Record<
      string,
      { minimum?: number; maximum?: number }
    >;
    for (const [name, bound] of Object.entries(RULE_BOUNDS)) {
      if (!('least' in bound) || !(name in published)) continue;
      expect([name, published[name]]).toEqual([
        name,
        expect.objectContaining({ minimum: bound.least, maximum: bound.most }),
      ]);
    }
  });

  it('cannot change the past, nor slip in before an announced change', async () => {
    await expect(add({ riskVersion: 2 }, secondsAfter(world.clock.now(), -1))).rejects.toThrow(
      'rules can only change in the future',
    );
    await add({ riskVersion: 2 }, soon(600));
    await expect(add({ riskVersion: 3 }, soon(500))).rejects.toThrow(
      /would override these changes; withdraw it first with: rules withdraw \d+$/,
    );
  });
});
