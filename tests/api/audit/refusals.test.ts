// Refused calls are recorded in the audit, and nobody can fill it by being refused.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestTo } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** What a server that did `work` leaves in the audit when it ends. */
async function recorded(work: (server: World) => Promise<void>, config = {}): Promise<Record<string, unknown>[]> {
  const server = await createWorld({ on: world, config });
  const last = await world.db
    .selectFrom('audit_events')
    .select((query) => query.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  await work(server);
  await server.close();
  const rows = await world.db
    .selectFrom('audit_events')
    .select(['details', 'member_id'])
    .where('kind', '=', 'calls_refused')
    .where('id', '>', last.id ?? 0n)
    .execute();
  return rows.map(({ details }) => details as Record<string, unknown>);
}

describe('refused calls', () => {
  it('of a member for another member’s record are counted with her id', async () => {
    const member = await world.member();
    const { accessToken: token } = await world.browser().session(member);
    const rows = await recorded(async (server) => {
      for (let call = 0; call < 3; call += 1)
        expect((await server.browser().call('getReceipt', { path: { id: randomUUID() }, token })).status).toBe(404);
    });
    expect(rows).toEqual([
      { what: 'record', caller: expect.stringMatching(/^[\w-]{12}$/), member: member.id, calls: 3 },
    ]);
  });

  it('with invented tokens and beyond a limit are counted by caller, without the address', async () => {
    const rows = await recorded(
      async (server) => {
        for (let call = 0; call < 4; call += 1)
          await server.app.inject({
            ...requestTo('getWallet'),
            remoteAddress: '203.0.113.9',
            headers: { authorization: 'Bearer pat_made-up' },
          });
        for (let call = 0; call < 12; call += 1)
          await server.app.inject({
            ...requestTo('createToken'),
            remoteAddress: '203.0.113.9',
            payload: { username: `nobody-${call}`, password: 'nothing at all' },
          });
      },
      { rateLimitScale: 1 },
    );
    expect(rows).toEqual([
      { what: 'token', caller: expect.any(String), member: '', calls: 4 },
      { what: 'limit', caller: expect.any(String), member: '', calls: 2 },
    ]);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });

  it('of ever more callers leave a few rows and one sum', async () => {
    const rows = await recorded(async (server) => {
      for (let caller = 0; caller < 60; caller += 1)
        await server.app.inject({
          ...requestTo('getWallet'),
          remoteAddress: `198.51.100.${caller}`,
          headers: { authorization: 'Bearer pat_made-up' },
        });
    });
    expect(rows).toHaveLength(21);
    expect(rows.at(-1)).toEqual({ what: 'more', caller: 'others', member: '', calls: 40 });
  });

  it('that show no attack are not recorded: no token, a page that never existed', async () => {
    expect(
      await recorded(
        async (server) =>
          void (await server.app.inject(requestTo('getWallet')), await server.app.inject('/api/nowhere')),
      ),
    ).toEqual([]);
  });
});
