import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setMaintenance } from '#server/domain/club/state.ts';
import { readRoutes } from '#server/platform/contract/document.ts';
import { requestTo, type OperationId } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

describe('the rules', () => {
  it('are those of the specification', async () => {
    const { body } = await world.browser().call('getRules');
    expect(body).toMatchObject({
      version: 4,
      effectiveFrom: '2026-01-01T00:00:00.000Z',
      minimumDepositUsd: '100',
      minimumWithdrawalUsd: '300',
      withdrawalFeeRate: '0.10',
      withdrawalCompletionHours: 240,
      customPlanAboveUsd: '100',
      principalCeilingUsd: '10000',
      principalPointsShare: '0.20',
      stakeDays: 365,
      restakeDays: 90,
    });
    expect(
      body.stages.map((stage: { name: string; amountUsd: string | null }) => [stage.name, stage.amountUsd]),
    ).toEqual([
      ['bronze', '1000'],
      ['silver', '5000'],
      ['gold', '10000'],
      ['ruby', '30000'],
      ['sapphire', '50000'],
      ['emerald', '100000'],
      ['diamond', '300000'],
      ['custom', null],
    ]);
  });

  it('change from their effective date on, and no earlier', async () => {
    const { values } = await world.db
      .selectFrom('rules')
      .select('values')
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow();
    const later = new Date(world.clock.now().getTime() + 60_000);
    const changed = { ...(values as object), minimumWithdrawalUsd: '200' };
    await world.db
      .insertInto('rules')
      .values({ version: 5, effective_from: later, values: JSON.stringify(changed), defaults: [] })
      .execute();
    expect((await world.browser().call('getRules')).body).toMatchObject({ version: 4, minimumWithdrawalUsd: '300' });
    world.clock.advance(60);
    expect((await world.browser().call('getRules')).body).toMatchObject({
      version: 5,
      minimumWithdrawalUsd: '200',
      effectiveFrom: later.toISOString(),
    });
  });

  it('are never rewritten', async () => {
    await expect(world.db.updateTable('rules').set({ defaults: [] }).execute()).rejects.toThrow('rules is append-only');
    await expect(world.db.deleteFrom('rules').execute()).rejects.toThrow('rules is append-only');
  });
});

describe('maintenance', () => {
  it('closes everything but the status, at once and for every process', async () => {
    const second = await createWorld({ on: world });
    const until = new Date(world.clock.now().getTime() + 3_600_000);
    await setMaintenance(world.db, { on: true, until });
    const closed = { status: 503, code: 'maintenance', until: until.toISOString() };
    for (const route of readRoutes().filter(({ operationId }) => operationId !== 'getStatus')) {
      const response = await second.app.inject({
        ...requestTo(route.operationId as OperationId, { path: { key: 'some-key-01' } }),
        payload: route.method === 'POST' ? {} : undefined,
      });
      expect(response.json(), route.operationId).toMatchObject(closed);
    }
    expect((await second.app.inject(requestTo('getStatus'))).json()).toMatchObject({
      maintenance: { on: true, until: until.toISOString() },
    });
    await setMaintenance(world.db, { on: false, until: null });
    expect((await second.app.inject(requestTo('getRules'))).statusCode).toBe(200);
    await second.close();
  });
});

describe('the status', () => {
  it('has the time, the version, and whether this is a demo', async () => {
    const { body } = await world.browser().call('getStatus');
    expect(body).toEqual({
      time: world.clock.now().toISOString(),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      available: true,
      maintenance: { on: false, until: null },
      demo: false,
      networks: [
        { network: 'bitcoin', state: 'current', since: null },
        { network: 'ethereum', state: 'current', since: null },
      ],
    });
  });
});
