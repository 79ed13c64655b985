// What a server says of itself when it starts: enough to tell it from others, and nothing secret.
import type { Settings } from '#server/entry/opening/settings.ts';
import type { Database } from '#server/platform/db/database.ts';
import { mostConnections } from '#server/platform/system/descriptors.ts';
import { revisionOf } from '#server/platform/system/revision.ts';

/** Which program this is. */
export interface Program {
  readonly version: string;
  readonly revision: string | null;
  /** The database's engine and its version, for example `PostgreSQL 15.18`. */
  readonly engine: string;
}

export async function programOf({ root, version, operation }: Settings, database: Database): Promise<Program> {
  const { rows } = await database.watchPool.query<{ server_version: string }>('SHOW server_version');
  const [number = ''] = (rows[0]?.server_version ?? '').split(' ');
  return {
    version,
    revision: operation.revision ?? (await revisionOf(root)),
    engine: `${database.engine === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL'} ${number}`,
  };
}

/** The settings that explain most of what an operator asks about, without addresses of other machines and secrets. */
export function settingsOfLog(config: Settings): Record<string, unknown> {
  const { operation, database, chain } = config;
  return {
    publicOrigin: config.publicOrigin,
    host: config.host,
    port: config.port,
    dataDir: config.dataDir,
    production: config.production,
    demo: config.demo,
    databasePool: config.databaseUrl === null ? null : database.pool,
    trustProxy: config.trustProxy,
    maxConnections: config.maxConnections ?? mostConnections(),
    rateLimitScale: config.rateLimitScale,
    mailServer: config.smtpUrl !== null,
    ratesFeed: config.ratesFeedUrl !== null,
    webPush: config.webPush,
    networks: {
      bitcoin: nodeOf(chain.bitcoin),
      ethereum: nodeOf(chain.ethereum),
    },
    metrics: operation.metrics ?? (operation.metricsToken === null ? null : 'by token'),
    traces: operation.traces !== null,
    keepAliveSeconds: operation.keepAliveSeconds,
    drainSeconds: operation.drainSeconds,
    stopSeconds: operation.stopSeconds,
    slowCallMs: operation.slowCallMs,
  };
}

function nodeOf(settings: { rpcUrl: string | null } | null): 'closed' | 'development' | 'node' {
  if (settings === null) return 'closed';
  return settings.rpcUrl === null ? 'development' : 'node';
}
