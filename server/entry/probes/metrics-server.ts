// The port of the metrics and of the probes, for those who watch the server. It opens first and closes last, so that a
// long start or stop can be watched as well.
import Fastify, { LogController } from 'fastify';
import { boundConnections } from '#server/entry/http/connections.ts';
import { listening } from '#server/entry/http/listening.ts';
import { registerProbes } from './probes.ts';
import type { Readiness } from './readiness.ts';
import type { OperationSettings } from '#server/platform/config/operation-settings.ts';
import type { Meters } from '#server/entry/meters/meters.ts';
import { registerMetrics } from './metrics-route.ts';

/** Scrapers and probes are few; more connections than that are not legitimate. */
const MOST_CONNECTIONS = 32;
/** So that one machine alone can't keep the others out. */
const MOST_OF_ADDRESS = 8;
const METHODS = new Set(['GET', 'HEAD']);
const METHOD_NOT_ALLOWED = 405;
const TIMEOUT_MS = 10_000;
const LOOK_MS = 1_000;

export interface MetricsServer {
  /** Where the metrics are, for example `http://localhost:9464/metrics`. */
  readonly address: string;
  close(): Promise<void>;
}

/** @throws StartRefused if the port is taken or the host is not one of this machine */
export async function openMetrics(
  { host, port }: NonNullable<OperationSettings['metrics']>,
  { meters, token, readiness }: { meters: Meters; token: string | null; readiness: Readiness },
): Promise<MetricsServer> {
  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    requestTimeout: TIMEOUT_MS,
    http: { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, connectionsCheckingInterval: LOOK_MS },
  });
  const limits = { most: MOST_CONNECTIONS, mostOfAddress: MOST_OF_ADDRESS, isProxy: () => false };
  // Connections of members have meters; these would be mixed with them.
  boundConnections(app, limits, { refusedConnection: () => undefined, closedConnection: () => undefined });
  // Nothing here reads what is sent along, so nobody waits for it either.
  app.addHook('onRequest', async ({ method }, reply) => {
    if (!METHODS.has(method))
      await reply
        .code(METHOD_NOT_ALLOWED)
        .header('allow', [...METHODS].join(', '))
        .send();
  });
  registerProbes(app, readiness);
  registerMetrics(app, { registry: meters.registry, token });
  await listening(app, { host, port, names: { host: 'METRICS_HOST', port: 'METRICS_PORT' } });
  return { address: `${app.listeningOrigin}/metrics`, close: () => app.close() };
}
