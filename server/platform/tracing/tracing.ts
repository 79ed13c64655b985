// Traces of calls and of their queries, by OpenTelemetry. Its packages are not a dependency of the product: they are
// loaded if the standard variables ask for traces and the packages can be found (decision 0057).
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Api from '@opentelemetry/api';
import { sqlState } from '#server/platform/db/kysely.ts';
import type { WatchedQuery } from '#server/platform/db/query-watch.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';

/** The package whose SDK reads the standard variables. */
export const SDK_PACKAGE = '@opentelemetry/sdk-node';
/** Traces what this process asks of others, such as nodes; used if it is installed beside the SDK. */
const FETCH_PACKAGE = '@opentelemetry/instrumentation-undici';

export interface Tracing {
  /** Begins the span of a call. */
  begin(call: TracedCall): CallSpan;
  /** Sends what was not sent yet. */
  stop(): Promise<void>;
}

export interface TracedCall {
  readonly method: string;
  /** The path of the contract, such as `/api/drafts/:id/confirm`; null if there is none. */
  readonly route: string | null;
  /** Headers that may name the trace to which the call belongs: a trusted proxy's, or none. */
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface CallSpan {
  /** The trace's id, 32 hexadecimal digits; null if nothing is traced. */
  readonly traceId: string | null;
  /** Runs some work of the call: what it asks of others belongs to its trace. */
  run<T>(work: () => T): T;
  /** Adds something that was asked of the database. Times are those of `performance.now()`. */
  asked(asked: WatchedQuery, took: { began: number; ended: number; failure: unknown }): void;
  end(ended: CallEnd): void;
}

export interface CallEnd {
  readonly operationId: string | null;
  readonly outcome: string;
  readonly status: number;
  readonly requestId: string;
}

const NO_SPAN: CallSpan = { traceId: null, run: (work) => work(), asked: () => undefined, end: () => undefined };

/** Traces nothing. */
export const noTracing: Tracing = { begin: () => NO_SPAN, stop: () => Promise.resolve() };

interface Sdk {
  readonly api: typeof Api;
  readonly NodeSDK: new (options: object) => { start(): void; shutdown(): Promise<void> };
}

/**
 * Loads the SDK and starts it. If it cannot be found or started, the log says so in one line, and nothing is traced: a
 * server must not fail for lack of its observers.
 *
 * @param options.root the folder of the product; packages are searched there, in the working folder and in NODE_PATH
 */
export async function startTracing(options: {
  root: string;
  serviceName: string | null;
  version: string;
  log: (line: string) => void;
}): Promise<Tracing> {
  const { root, serviceName, version, log } = options;
  const places = [root, process.cwd()].map((folder) => createRequire(join(folder, 'package.json')));
  const without = (why: string) => {
    log(`no traces are sent: ${why}`);
    return noTracing;
  };
  let stage = 'loaded';
  try {
    const sdk = load<Sdk>(places, SDK_PACKAGE);
    if (sdk === null)
      return without(
        `the package ${SDK_PACKAGE} is not installed; install it in ${root}, or name its folder in NODE_PATH`,
      );
    stage = 'started';
    const running = new sdk.NodeSDK({
      ...(serviceName === null ? {} : { serviceName }),
      // Perch has metrics and logs of its own.
      metricReaders: [],
      logRecordProcessors: [],
      instrumentations: fetchInstrumentations(places),
    });
    running.start();
    const tracer = sdk.api.trace.getTracer('perch', version);
    return {
      begin: (call) => beginSpan(sdk.api, tracer, call),
      stop: () => shutDown(running).catch((error: unknown) => log(`the last traces were not sent: ${reasonOf(error)}`)),
    };
  } catch (error) {
    return without(`${SDK_PACKAGE} could not be ${stage} (${reasonOf(error)})`);
  }
}

/** A stop has ten seconds for all that is left, and a collector that is away must not use them up. */
const LONGEST_SHUTDOWN_MS = 3_000;

async function shutDown(sdk: { shutdown(): Promise<void> }): Promise<void> {
  const late = new AbortController();
  const tooLate = sleep(LONGEST_SHUTDOWN_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error('the collector does not answer');
  });
  // Its failure is nobody's any more once the other has ended.
  tooLate.catch(() => undefined);
  await Promise.race([sdk.shutdown(), tooLate]).finally(() => late.abort());
}

/** Null if it is not installed. @throws what the package throws while it is loaded */
function load<T>(places: readonly NodeJS.Require[], name: string): T | null {
  for (const require of places) {
    try {
      require.resolve(name);
    } catch {
      continue;
    }
    return require(name) as T;
  }
  return null;
}

function fetchInstrumentations(places: readonly NodeJS.Require[]): object[] {
  const found = load<{ UndiciInstrumentation: new (options: object) => object }>(places, FETCH_PACKAGE);
  return found === null ? [] : [new found.UndiciInstrumentation({ startSpanHook: withoutSecrets })];
}

/** The addresses of nodes and feeds often have a key in their path or query; whom they lead to is enough. */
function withoutSecrets({ origin }: { origin: string }): Record<string, string> {
  return { 'url.full': origin, 'url.path': '', 'url.query': '' };
}

function beginSpan(api: typeof Api, tracer: Api.Tracer, { method, route, headers }: TracedCall): CallSpan {
  const above = api.propagation.extract(api.ROOT_CONTEXT, headers);
  const span = tracer.startSpan(
    route === null ? method : `${method} ${route}`,
    {
      kind: api.SpanKind.SERVER,
      attributes: { 'http.request.method': method, ...(route === null ? {} : { 'http.route': route }) },
    },
    above,
  );
  const here = api.trace.setSpan(above, span);
  return {
    traceId: span.spanContext().traceId,
    run: (work) => api.context.with(here, work),
    asked: (asked, took) => addQuery({ api, tracer, here }, asked, took),
    end: ({ operationId, outcome, status, requestId }) => {
      span.setAttributes({
        'http.response.status_code': status,
        'perch.outcome': outcome,
        'perch.request_id': requestId,
        ...(operationId === null ? {} : { 'perch.operation': operationId }),
      });
      if (status >= LEAST_SERVER_ERROR) span.setStatus({ code: api.SpanStatusCode.ERROR, message: outcome });
      span.end();
    },
  };
}

const LEAST_SERVER_ERROR = 500;
/** A shorter wait for a connection is no wait. */
const SHORTEST_WAIT_MS = 1;
/** Statements have placeholders and no values; a longer text adds nothing. */
const LONGEST_STATEMENT = 2_000;

function addQuery(
  { api, tracer, here }: { api: typeof Api; tracer: Api.Tracer; here: Api.Context },
  asked: WatchedQuery,
  { began, ended, failure }: { began: number; ended: number; failure: unknown },
): void {
  if (asked === 'connection' && ended - began < SHORTEST_WAIT_MS) return;
  const operation = asked === 'connection' ? 'connect' : operationOf(asked.statement);
  const span = tracer.startSpan(
    operation,
    {
      kind: api.SpanKind.CLIENT,
      startTime: performance.timeOrigin + began,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(asked === 'connection' ? {} : { 'db.query.text': asked.statement.slice(0, LONGEST_STATEMENT) }),
      },
    },
    here,
  );
  // The code alone: the sentence may repeat a value.
  if (failure !== null) span.setStatus({ code: api.SpanStatusCode.ERROR, message: sqlState(failure) ?? 'failed' });
  span.end(performance.timeOrigin + ended);
}

/** The statement's first word, such as `SELECT`. */
function operationOf(statement: string): string {
  return /[a-z]+/i.exec(statement)?.[0].toUpperCase() ?? 'QUERY';
}
