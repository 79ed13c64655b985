import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from '#server/platform/system/postgres-driver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askServer } from '#server/entry/operator/channel.ts';
import { createKysely } from '#server/platform/db/kysely.ts';
import { findDamagedTables } from '#server/platform/db/postgres-tables.ts';
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';
import { readExposition } from '#tests/support/exposition.ts';
import { perchServer, startOnce } from '#tests/support/perch.ts';
import type { Process } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

/** Servers on PostgreSQL as those see them who watch them: probes, metrics, stops, and the operator's socket. */

type OwnPostgres = Awaited<ReturnType<typeof provideOwnPostgres>>;
type Server = Process & { port: number };

const PERCH_SECRET = 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a';

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await provideOwnPostgres({ root: process.cwd() });
  await startOnce({ DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR: temporaryFolder() });
});
afterAll(() => postgres?.stop());

async function asAdministrator<T>(act: (client: Client) => Promise<T>, url = postgres.url): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

const serve = (env: Record<string, string> = {}) =>
  perchServer({ DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR: temporaryFolder(), METRICS_PORT: '0', ...env });

async function metricsOf(server: Server): Promise<string> {
  const line = await server.line('Metrics are at');
  return line.replace('Metrics are at ', '');
}

async function scrape(address: string) {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  return readExposition(await answer.text());
}

describe('a server whose database is away', () => {
  it('lives, is not ready, tells its own figures and none of the database, and is ready again by itself', async () => {
    const server = await serve();
    const address = await metricsOf(server);
    const probe = async (path: string) => (await fetch(new URL(path, address))).status;
    expect([await probe('/livez'), await probe('/readyz')]).toEqual([200, 200]);
    const before = await scrape(address);
    expect(before.get('perch_database_up')?.samples).toEqual([{ name: 'perch_database_up', labels: {}, value: 1 }]);
    expect(before.get('perch_database_connections')?.samples.map(({ labels }) => labels.pool)).toEqual([
      'calls',
      'work',
      'watch',
    ]);
    await postgres.halt('SIGINT');
    await expect.poll(() => probe('/readyz')).toBe(503);
    expect(await probe('/livez')).toBe(200);
    expect((await fetch(`http://localhost:${server.port}/readyz`)).status).toBe(503);
    await expect.poll(async () => (await scrape(address)).get('perch_database_up')?.samples[0]?.value).toBe(0);
    const away = await scrape(address);
    expect(away.get('perch_ready')?.samples[0]?.value).toBe(0);
    expect(away.get('perch_mails_waiting')?.samples).toEqual([]);
    expect(away.get('process_resident_memory_bytes')?.samples[0]?.value).toBeGreaterThan(1_000_000);
    await postgres.resume();
    await expect.poll(() => probe('/readyz')).toBe(200);
    await expect.poll(async () => (await scrape(address)).get('perch_mails_waiting')?.samples.length).toBe(1);
  });
});

describe('a server whose connections are used up', () => {
  it('is ready and tells so, since those who watch have a connection of their own', async () => {
    const server = await serve({ DATABASE_POOL: '2', DATABASE_LOCK_SECONDS: '20' });
    const address = await metricsOf(server);
    await asAdministrator(async (client) => {
      await client.query('BEGIN; LOCK TABLE club_state IN ACCESS EXCLUSIVE MODE');
      const calls = Array.from({ length: 6 }, () =>
        fetch(`http://localhost:${server.port}/api/rules`).then(({ status }) => status),
      );
      await expect
        .poll(async () => {
          const { samples = [] } = (await scrape(address)).get('perch_database_waiting') ?? {};
          return samples.find(({ labels }) => labels.pool === 'calls')?.value;
        })
        .toBeGreaterThan(0);
      expect((await fetch(new URL('/readyz', address))).status).toBe(200);
      await client.query('ROLLBACK');
      expect(await Promise.all(calls)).toEqual(Array(6).fill(200));
    });
  });

  it('has as many as the guide allows for in max_connections', async () => {
    const guide = readFileSync('docs/operating.md', 'utf8');
    const [, besides] = /`max_connections` of PostgreSQL has to allow `DATABASE_POOL` \+ (\d+)/.exec(guide) ?? [];
    const server = await serve({ DATABASE_POOL: '2', DATABASE_LOCK_SECONDS: '60', DATABASE_STATEMENT_SECONDS: '60' });
    const address = await metricsOf(server);
    await asAdministrator(async (client) => {
      const opened = async () => {
        const { rows } = await client.query<{ n: number }>(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'perch'",
        );
        return rows[0]?.n;
      };
      // The calls wait for one table, and the jobs for the other.
      await client.query('BEGIN; LOCK TABLE club_state, job_runs IN ACCESS EXCLUSIVE MODE');
      const waiting = async () => {
        const { samples = [] } = (await scrape(address)).get('perch_database_waiting') ?? {};
        return samples.filter(({ value }) => value > 0).map(({ labels }) => labels.pool);
      };
      // It can take a minute until so many jobs are due. A call waits for a connection for ten seconds only, so it is
      // made after that.
      await expect.poll(waiting, { timeout: 90_000 }).toEqual(['work']);
      const calls = Promise.allSettled(
        Array.from({ length: 6 }, () => fetch(`http://localhost:${server.port}/api/rules`)),
      );
      await expect.poll(waiting).toEqual(['calls', 'work']);
      await expect.poll(opened).toBe(2 + Number(besides));
      await client.query('ROLLBACK');
      await calls;
    });
  });
});

describe('a database that a newer version has migrated', () => {
  it('keeps its older servers ready, and one that lacks a migration does not', async () => {
    const server = await serve();
    const address = await metricsOf(server);
    const ready = async () => (await fetch(new URL('/readyz', address))).status;
    await asAdministrator((client) =>
      client.query("INSERT INTO schema_migrations VALUES ('9999-newer', 'checksum', now())"),
    );
    await sleep(1_100);
    expect(await ready()).toBe(200);
    const removed = await asAdministrator(async (client) => {
      await client.query("DELETE FROM schema_migrations WHERE name = '9999-newer'");
      const { rows } = await client.query(
        'DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations) RETURNING *',
      );
      return rows[0] as { name: string; checksum: string; applied_at: Date };
    });
    await expect.poll(ready).toBe(503);
    await asAdministrator((client) =>
      client.query('INSERT INTO schema_migrations VALUES ($1, $2, $3)', [
        removed.name,
        removed.checksum,
        removed.applied_at,
      ]),
    );
    await expect.poll(ready).toBe(200);
  });
});

describe('a server that is stopped while it waits for a migration', () => {
  it('answers its probes meanwhile, ends in time, and leaves the database to the next one', async () => {
    await asAdministrator(async (client) => {
      // The lock under which servers that start together migrate one after the other.
      await client.query('SELECT pg_advisory_lock(7265001)');
      const port = String(29_000 + Math.floor(Math.random() * 1_000));
      const server = await serve({ STOP_SECONDS: '2', METRICS_PORT: port });
      const probe = (path: string) =>
        fetch(`http://localhost:${port}${path}`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(() => probe('/livez')).toBe(200);
      expect(await probe('/readyz')).toBe(503);
      await sleep(500);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(1);
      expect(server.errors()).toBe('perch: ended after 12 s, since this had not ended: the start\n');
      await client.query('SELECT pg_advisory_unlock(7265001)');
    });
    const next = await serve();
    await next.line('Perch is ready');
  });
});

describe('two servers with one data folder', () => {
  it('have one socket: it is the first one’s, and the second one’s as soon as the first has stopped', async () => {
    const DATA_DIR = temporaryFolder();
    const first = await serve({ DATA_DIR, PUBLIC_ORIGIN: 'http://localhost:8080' });
    await first.line('Perch is ready');
    const second = await serve({ DATA_DIR, PUBLIC_ORIGIN: 'http://localhost:8080', LOG_LEVEL: 'warn' });
    await second.line("the operator's commands go to another server");
    await second.line('Perch is ready');
    const ask = () => askServer(DATA_DIR, { args: ['status'], operator: 'launch' });
    expect(await ask()).toMatchObject({ code: 0 });
    first.child.kill('SIGKILL');
    await first.ended;
    await second.line("the operator's commands come to this server now");
    expect(await ask()).toMatchObject({ code: 0 });
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(await ask()).toBeNull();
  });
});

describe('a damaged table of PostgreSQL', () => {
  it('is named by the reading of all tables, and every other table is read', async () => {
    const pool = new Pool({ connectionString: postgres.url });
    pool.on('error', () => undefined);
    const db = createKysely(pool);
    expect(await findDamagedTables(db)).toEqual([]);
    const { file } = await asAdministrator(async (client) => {
      await client.query('CREATE TABLE spoiled AS SELECT n FROM generate_series(1, 1000) AS n; CHECKPOINT');
      const { rows } = await client.query<{ file: string }>(
        "SELECT current_setting('data_directory') || '/' || pg_relation_filepath('spoiled') AS file",
      );
      return rows[0] as { file: string };
    });
    await postgres.halt('SIGINT');
    const content = readFileSync(file);
    content.fill(0xff, 8_192, 8_192 + 24);
    writeFileSync(file, content);
    await postgres.resume();
    const findings = await findDamagedTables(db);
    expect(findings).toEqual([expect.stringMatching(/^public\.spoiled: invalid page in block 1 of relation/)]);
    await asAdministrator((client) => client.query('DROP TABLE spoiled'));
    await pool.end();
  });
});
