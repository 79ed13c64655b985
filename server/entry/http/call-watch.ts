// What becomes known of a call beside its answer: one line in the log (S-24), metrics, a span, and where a slow one
// spent its time.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import { watchQueries, type QueryWatcher } from '#server/platform/db/query-watch.ts';
import { noTracing, type CallSpan, type Tracing } from '#server/platform/tracing/tracing.ts';
import type { Meters } from '#server/entry/meters/meters.ts';
import { idsOfProxy, proxyTest } from './proxies.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by machines every few seconds: not logged, counted or traced. */
    isProbe?: boolean;
  }
  interface FastifyRequest {
    watch: CallWatch;
  }
}

/** How long a call waited, in milliseconds. */
interface Times {
  /** For answers of the database. Statements that run at once are added up. */
  databaseMs: number;
  statements: number;
  /** For a connection to the database. */
  connectionMs: number;
  /** For the other calls of its member. */
  turnMs: number;
}

/** Follows one call. */
export class CallWatch {
  readonly times: Times = { databaseMs: 0, statements: 0, connectionMs: 0, turnMs: 0 };
  /** When its answer was ready to be sent, in milliseconds since it came in; null until then. */
  readyMs: number | null = null;
  isFinished = false;
  readonly span: CallSpan;

  constructor(span: CallSpan) {
    this.span = span;
  }

  /** Runs a part of the call; what it asks the database for is measured. */
  run<T>(work: () => T): T {
    return this.span.run(() => watchQueries(this.queries, work));
  }

  /** Its own part of the work, to be run when it is its turn: how long it waits for that is measured. */
  turn<T>(work: () => T): () => T {
    const asked = performance.now();
    return () => {
      this.times.turnMs = performance.now() - asked;
      return this.run(work);
    };
  }

  private readonly queries: QueryWatcher = (asked) => {
    const began = performance.now();
    return (failure) => {
      const ended = performance.now();
      if (asked === 'connection') this.times.connectionMs += ended - began;
      else {
        this.times.databaseMs += ended - began;
        this.times.statements += 1;
      }
      this.span.asked(asked, { began, ended, failure });
    };
  };
}

const TOO_MANY = 429;

/** Watches every call of an application. The hooks run in the order in which they are added: add this one first. */
export function watchCalls(
  app: FastifyInstance,
  { config, meters, tracing }: { config: Config; meters: Meters; tracing: Tracing },
): void {
  const isProxy = proxyTest(config);
  app.decorateRequest('watch');
  app.addHook('onRequest', async (request, reply) => {
    const ids = idsOfProxy(request.raw, isProxy);
    const { isProbe = false } = request.routeOptions.config;
    const span = (isProbe ? noTracing : tracing).begin({
      method: request.method,
      route: request.routeOptions.url ?? null,
      headers: ids.trace,
    });
    request.watch = new CallWatch(span);
    const traceId = span.traceId ?? ids.traceId;
    if (ids.requestId === null && traceId === null) return;
    const bindings = {
      ...(ids.requestId === null ? {} : { proxyId: ids.requestId }),
      ...(traceId === null ? {} : { traceId }),
    };
    request.log = request.log.child(bindings);
    reply.log = request.log;
  });
  app.addHook('onSend', async (request, reply) => {
    request.watch.readyMs ??= reply.elapsedTime;
  });
  const { slowCallMs } = config.operation;
  app.addHook('onRequest', async (request, reply) => {
    // Nothing else reports a caller who hangs up, which is how most streams end.
    reply.raw.once('close', () => finish(request, reply, { meters, slowCallMs, hungUp: true }));
  });
  app.addHook('onResponse', async (request, reply) => finish(request, reply, { meters, slowCallMs, hungUp: false }));
}

/** The outcome of a call whose caller did not wait for the whole answer. */
const HUNG_UP = 'hung_up';
const STREAM = 'text/event-stream';

function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  { meters, slowCallMs, hungUp }: { meters: Meters; slowCallMs: number; hungUp: boolean },
): void {
  const { watch, facts } = request;
  if (watch.isFinished) return;
  watch.isFinished = true;
  const { operationId = null, isProbe = false } = request.routeOptions.config;
  const { memberId, limit } = facts;
  const isStream = String(reply.getHeader('content-type')).startsWith(STREAM);
  const outcome = hungUp && !isStream ? HUNG_UP : facts.outcome;
  watch.span.end({ operationId, outcome, status: reply.statusCode, requestId: request.id });
  if (isProbe) return;
  // How long an answer takes to be read says more of its reader than of this server, above all if it is a stream.
  const ready = watch.readyMs ?? reply.elapsedTime;
  meters.answered({ operation: operationId, outcome, seconds: ready / MS_PER_SECOND });
  if (reply.statusCode === TOO_MANY) meters.throttled(limit ?? outcome);
  if (operationId === null) return;
  const line = { operationId, memberId, outcome, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
  if (ready < slowCallMs) return request.log.info(line, 'answered');
  const waits = Object.entries(watch.times).map(([name, time]) => [name, Math.round(time as number)]);
  request.log.warn({ ...line, readyMs: Math.round(ready), ...Object.fromEntries(waits) }, 'answered slowly');
}
