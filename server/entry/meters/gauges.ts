// What a process has right now, read when somebody asks for the metrics.
import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import type { Chain } from '#server/domain/chain/chain.ts';

/** The parts of a running server that are looked at. */
export interface Watched {
  readonly version: string;
  readonly revision: string | null;
  readonly engine: string;
  /** Folder whose disk is watched. */
  readonly dataDir: string;
  readonly pools: Readonly<Record<string, Pool>>;
  readonly chain: Pick<Chain, 'lag'>;
  connections(): number;
  streams(): number;
  isReady(): Promise<boolean>;
  lostLines(): number;
}

/** They list every connection at each scrape; `nodejs_active_resources` tells the same for less. */
const SUPERSEDED = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
];

/** Adds the gauges of a process, and the usual ones of Node: memory, processor, event loop, descriptors. */
export function watchProcess(registry: Registry, watched: Watched): void {
  collectDefaultMetrics({ register: registry });
  for (const name of SUPERSEDED) registry.removeSingleMetric(name);
  const { version, revision, engine, dataDir, pools, chain } = watched;
  new Gauge({
    name: 'perch_build_info',
    help: 'Always 1; the labels say which version, revision and database engine this is.',
    labelNames: ['version', 'revision', 'engine'],
    registers: [registry],
  }).set({ version, revision: revision ?? '', engine }, 1);
  addGauge(registry, 'perch_ready', 'Whether /readyz answers with 200: 1 or 0.', async () =>
    Number(await watched.isReady()),
  );
  addGauge(registry, 'perch_connections_open', 'Open connections of callers.', () => watched.connections());
  addGauge(registry, 'perch_event_streams_open', 'Open streams of events.', () => watched.streams());
  new Counter({
    name: 'perch_log_lines_lost_total',
    help: 'Lines of the log that could not be written.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(watched.lostLines());
    },
  });
  addPools(registry, pools);
  addChain(registry, chain);
  new Gauge({
    name: 'perch_data_free_bytes',
    help: 'Free space on the disk of DATA_DIR; missing if it cannot be read.',
    registers: [registry],
    collect() {
      return statfs(dataDir).then(
        ({ bavail, bsize }) => this.set(bavail * bsize),
        () => this.remove(),
      );
    },
  });
}

function addGauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

const POOL_GAUGES: readonly [name: string, help: string, read: (pool: Pool) => number][] = [
  ['perch_database_connections', 'Connections to the database in each pool.', ({ totalCount }) => totalCount],
  ['perch_database_idle_connections', 'Connections of each pool that nobody uses.', ({ idleCount }) => idleCount],
  ['perch_database_waiting', 'Calls or jobs that wait for a connection of each pool.', (pool) => pool.waitingCount],
];

function addPools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  for (const [name, help, read] of POOL_GAUGES)
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, each] of Object.entries(pools)) this.set({ pool }, read(each));
      },
    });
}

function addChain(registry: Registry, chain: Watched['chain']): void {
  new Gauge({
    name: 'perch_chain_blocks_behind',
    help: 'Blocks of each node that were not read yet, in the process that watches it; below zero if the node has fewer than were read.',
    labelNames: ['network'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [network, blocks] of chain.lag()) this.set({ network }, blocks);
    },
  });
}
