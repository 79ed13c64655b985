// What the log says of a call beside its outcome: its ids elsewhere, and where a slow one spent its time.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handlers } from '#server/entry/handlers.ts';
import { Meters } from '#server/entry/meters/meters.ts';
import type { UntypedHandler } from '#server/entry/http/api.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { CallEnd, TracedCall, Tracing } from '#server/platform/tracing/tracing.ts';
import { sql } from 'kysely';
import { testConfig } from '#fixtures/club/config.ts';
import { requestTo } from '../support/call.ts';
import { rich, setRates } from '../support/money.ts';
import { createWorld, type World, type WorldOptions } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const opened: World[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function variant(options: WorldOptions): Promise<World> {
  const other = await createWorld({ on: world, ...options });
  opened.push(other);
  return other;
}

interface Line {
  readonly msg: string;
  readonly level: number;
  readonly [field: string]: unknown;
}

function linesOf(on: World): Line[] {
  return on
    .logs()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

const answered = (on: World) => linesOf(on).filter(({ msg }) => msg.startsWith('answered'));

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SENT = { 'x-request-id': 'edge-1', traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
const WARN = 40;

describe('the ids of a call', () => {
  it('at a trusted proxy stand in each of its lines, beside our own, which is returned', async () => {
    const on = await variant({
      config: { trustProxy: ['127.0.0.1'] },
      handlers: { ...handlers, getStatus: () => Promise.reject(new Error('broken')) },
    });
    const answer = await on.app.inject({ ...requestTo('getStatus'), headers: SENT });
    const own = answer.headers['x-request-id'];
    expect(own).toMatch(/^req-[\w-]{12}$/);
    const lines = linesOf(on);
    expect(lines.map(({ msg }) => msg)).toEqual(['request failed', 'answered']);
    for (const line of lines) expect(line).toMatchObject({ reqId: own, proxyId: 'edge-1', traceId: TRACE });
  });

  it('are our own if the caller is not a trusted proxy', async () => {
    const on = await variant({});
    await on.app.inject({ ...requestTo('getStatus'), headers: SENT });
    const [line] = answered(on);
    expect(line?.reqId).toMatch(/^req-/);
    expect(Object.keys(line ?? {})).not.toEqual(expect.arrayContaining(['proxyId']));
    expect(on.logs()).not.toContain('edge-1');
    expect(on.logs()).not.toContain(TRACE);
  });
});

describe('a slow call', () => {
  const slowly = async (work: (services: Services) => Promise<unknown>, slowCallMs: number) => {
    const slow: UntypedHandler = async (services, call) => {
      await work(services);
      return (handlers.getRules as unknown as UntypedHandler)(services, call);
    };
    const { operation } = testConfig();
    const on = await variant({
      config: { operation: { ...operation, slowCallMs } },
      handlers: { ...handlers, getRules: slow },
    });
    await on.browser().call('getRules');
    return answered(on);
  };

  it('is logged as a warning, with what it waited for', async () => {
    const [line] = await slowly(async ({ db }) => {
      await sql`SELECT pg_sleep(0.2)`.execute(db);
      await sleep(200);
    }, 300);
    expect(line).toMatchObject({ level: WARN, msg: 'answered slowly', operationId: 'getRules', outcome: 'ok' });
    const { readyMs, databaseMs, statements, connectionMs, turnMs } = line as unknown as Record<string, number>;
    // The two clocks may differ a little.
    expect(databaseMs).toBeGreaterThanOrEqual(180);
    expect(readyMs).toBeGreaterThanOrEqual((databaseMs ?? 0) + 190);
    expect(statements).toBeGreaterThanOrEqual(2);
    expect([connectionMs, turnMs].every((each) => typeof each === 'number' && each < (readyMs ?? 0))).toBe(true);
  });

  it('that waits for a connection says so', async () => {
    const [line] = await slowly(async ({ db }) => {
      await Promise.all(Array.from({ length: 40 }, () => sql`SELECT pg_sleep(0.02)`.execute(db)));
    }, 1);
    expect((line as unknown as Record<string, number>).connectionMs).toBeGreaterThan(20);
  });

  it('is one that takes longer than the setting says', async () => {
    const [line] = await slowly(() => sleep(20), 600_000);
    expect(line).toMatchObject({ msg: 'answered', level: 30 });
    expect(line).not.toHaveProperty('databaseMs');
  });

  it('is not a stream that stays open, which is logged when its caller hangs up', async () => {
    const { operation } = testConfig();
    const on = await variant({ config: { operation: { ...operation, slowCallMs: 20_000 } } });
    const origin = await on.app.listen({ host: '127.0.0.1', port: 0 });
    const who = await rich(world, {});
    const over = new AbortController();
    const stream = await fetch(origin + requestTo('streamRates').url, {
      headers: { authorization: `Bearer ${who.token}` },
      signal: over.signal,
    });
    expect(stream.status).toBe(200);
    await sleep(300);
    over.abort();
    await expect
      .poll(() => answered(on))
      .toEqual([expect.objectContaining({ msg: 'answered', operationId: 'streamRates', outcome: 'ok', status: 200 })]);
    const [line] = answered(on) as unknown as Record<string, number>[];
    expect(line?.ms).toBeGreaterThanOrEqual(300);
  });
});

describe('a caller who hangs up', () => {
  it('is logged and counted as one, once', async () => {
    const meters = new Meters();
    let begun = 0;
    const slow: UntypedHandler = async (services, call) => {
      begun += 1;
      await sleep(500);
      return (handlers.getRules as unknown as UntypedHandler)(services, call);
    };
    const on = await variant({ watch: { meters }, handlers: { ...handlers, getRules: slow } });
    const origin = await on.app.listen({ host: '127.0.0.1', port: 0 });
    const over = new AbortController();
    const call = fetch(origin + requestTo('getRules').url, { signal: over.signal });
    await expect.poll(() => begun).toBe(1);
    over.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => answered(on)).toEqual([expect.objectContaining({ outcome: 'hung_up' })]);
    await sleep(700);
    expect(answered(on)).toHaveLength(1);
    expect(await meters.registry.metrics()).toContain(
      'perch_requests_total{operation="getRules",outcome="hung_up"} 1\n',
    );
  });
});

describe('a traced call', () => {
  it('has a span with its operation, its outcome and its id; its queries belong to it, and its lines name it', async () => {
    const calls: TracedCall[] = [];
    const ends: CallEnd[] = [];
    const asked: string[] = [];
    let inside = 0;
    const tracing: Tracing = {
      begin: (call) => {
        calls.push(call);
        return {
          traceId: TRACE,
          run: (work) => {
            inside += 1;
            return work();
          },
          asked: (what, took) => {
            asked.push(what === 'connection' ? what : what.statement);
            expect(took.ended).toBeGreaterThanOrEqual(took.began);
          },
          end: (end) => ends.push(end),
        };
      },
      stop: () => Promise.resolve(),
    };
    const on = await variant({ watch: { tracing }, config: { trustProxy: ['127.0.0.1'] } });
    const answer = await on.app.inject({ ...requestTo('getWallet'), headers: SENT });
    const requestId = answer.headers['x-request-id'];
    expect(calls).toEqual([
      { method: 'GET', route: requestTo('getWallet').url, headers: { traceparent: SENT.traceparent } },
    ]);
    expect(ends).toEqual([{ operationId: 'getWallet', outcome: 'session_ended', status: 401, requestId }]);
    expect(asked.filter((what) => what.includes('club_state'))).toHaveLength(1);
    expect(inside).toBeGreaterThan(0);
    expect(answered(on)).toEqual([expect.objectContaining({ traceId: TRACE })]);
  });

  it('belongs to nobody’s trace but our own if a stranger names one', async () => {
    const headers: unknown[] = [];
    const tracing: Tracing = {
      begin: (call) => {
        headers.push(call.headers);
        return { traceId: null, run: (work) => work(), asked: () => undefined, end: () => undefined };
      },
      stop: () => Promise.resolve(),
    };
    const on = await variant({ watch: { tracing } });
    await on.app.inject({ ...requestTo('getStatus'), headers: SENT });
    expect(headers).toEqual([{}]);
  });
});
