// How a server is watched and stopped: probes, metrics, traces, logs, connections and the time for its end.
import { HOUR_SECONDS } from '../system/clock.ts';
import { ConfigError, readPortOf, readWhole, text, type Environment } from './config-values.ts';
import { isLoopback } from './hosts.ts';
import { weaknessOf } from './strength.ts';

export interface OperationSettings {
  /** Where metrics and probes have a port of their own; null if they have none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** What a scraper sends as its bearer token; null if it needs none, or if there are no metrics. */
  readonly metricsToken: string | null;
  /** Seconds that a server goes on accepting calls after it has said that it is not ready any more. */
  readonly drainSeconds: number;
  /** Seconds that calls under way may take after that, before their connections are cut. */
  readonly stopSeconds: number;
  /** Seconds that a connection may be idle between two calls: longer than a proxy keeps it. */
  readonly keepAliveSeconds: number;
  /** From how many milliseconds on a call is logged as slow. */
  readonly slowCallMs: number;
  /** Which revision of the source this is, for example a commit's hash; null if nobody says so. */
  readonly revision: string | null;
  /** Null if the standard variables of OpenTelemetry ask for no traces. */
  readonly traces: TraceSettings | null;
}

export interface TraceSettings {
  /** How the service is called in its traces; null if the standard variables name it. */
  readonly serviceName: string | null;
}

/** Load balancers ask every few seconds whether a server is ready, and give up after two or three refusals. */
const PRODUCTION_DRAIN_SECONDS = 5;
const MAX_DRAIN_SECONDS = 300;
const STOP = { usual: 10, from: 1, to: HOUR_SECONDS };
/** The usual proxies keep an idle connection for 60 seconds. */
const KEEP_ALIVE = { usual: 75, from: 1, to: HOUR_SECONDS };
const SLOW_CALL = { usual: 1_000, from: 1, to: 600_000 };

/** @throws ConfigError for the first invalid value */
export function readOperationSettings(
  env: Environment,
  place: { production: boolean; port: number },
): OperationSettings {
  return {
    metrics: readMetrics(env, place.port),
    metricsToken: readMetricsToken(env),
    drainSeconds: readWhole(env, 'DRAIN_SECONDS', {
      usual: place.production ? PRODUCTION_DRAIN_SECONDS : 0,
      from: 0,
      to: MAX_DRAIN_SECONDS,
    }),
    stopSeconds: readWhole(env, 'STOP_SECONDS', STOP),
    keepAliveSeconds: readWhole(env, 'KEEP_ALIVE_SECONDS', KEEP_ALIVE),
    slowCallMs: readWhole(env, 'SLOW_CALL_MS', SLOW_CALL),
    revision: readRevision(env),
    traces: readTraces(env),
  };
}

/** What the log says at every start about metrics that others may read. */
export function metricsWarnings({ metrics, metricsToken }: OperationSettings): string[] {
  if (metrics === null || metricsToken !== null || isLoopback(metrics.host)) return [];
  return [
    `METRICS_HOST is ${metrics.host} and METRICS_TOKEN is not set: whoever reaches port ${metrics.port} reads how many members' calls, mails and movements there are`,
  ];
}

function readMetrics(env: Environment, taken: number): OperationSettings['metrics'] {
  const host = text(env, 'METRICS_HOST');
  const port = readPortOf(env, 'METRICS_PORT');
  if (port === null) {
    if (host !== null) throw new ConfigError('METRICS_HOST needs METRICS_PORT: the port on which metrics are served');
    return null;
  }
  if (port !== 0 && port === taken)
    throw new ConfigError('METRICS_PORT must differ from PORT; for metrics on the same port, set METRICS_TOKEN alone');
  return { host: host ?? 'localhost', port };
}

function readMetricsToken(env: Environment): string | null {
  const value = text(env, 'METRICS_TOKEN');
  if (value === null) return null;
  const weakness = weaknessOf(value);
  if (weakness !== null) throw new ConfigError(`METRICS_TOKEN ${weakness}; make one with \`openssl rand -base64 32\``);
  return value;
}

function readRevision(env: Environment): string | null {
  const value = text(env, 'PERCH_REVISION');
  if (value !== null && !/^[\w.+-]{1,64}$/.test(value))
    throw new ConfigError(
      `PERCH_REVISION must be up to 64 letters, digits and .+-_, such as a commit's hash, not ${JSON.stringify(value)}`,
    );
  return value;
}

/** As OpenTelemetry's specification of its variables says; the SDK reads the rest of them itself. */
function readTraces(env: Environment): TraceSettings | null {
  if (text(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || text(env, 'OTEL_TRACES_EXPORTER') === 'none')
    return null;
  const wanted = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_EXPORTER'];
  if (wanted.every((name) => text(env, name) === null)) return null;
  const isNamed =
    text(env, 'OTEL_SERVICE_NAME') !== null || /\bservice\.name=/.test(text(env, 'OTEL_RESOURCE_ATTRIBUTES') ?? '');
  return { serviceName: isNamed ? null : 'perch' };
}
