// The application, built from its parts. It never listens: main.ts does that, and tests inject requests.
import { maxHeaderSize } from 'node:http';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import { mostConnections } from '#server/platform/system/descriptors.ts';
import { handlers as allHandlers } from './handlers.ts';
import { answerUnknownRoutes, registerApi, type UntypedHandler } from '#server/entry/http/api.ts';
import { cultureOf } from '#server/entry/http/call.ts';
import { sendProblem, toProblem } from '#server/entry/http/errors.ts';
import { watchCalls } from '#server/entry/http/call-watch.ts';
import { boundConnections, type ConnectionLimits, type Connections } from '#server/entry/http/connections.ts';
import { contentSecurityPolicy, PERMISSIONS_POLICY } from '#server/entry/http/headers.ts';
import { loggedError } from '#server/entry/http/logged-error.ts';
import { proxyTest } from '#server/entry/http/proxies.ts';
import { recordRefusals } from '#server/entry/http/refusals.ts';
import { refuseOthers } from '#server/entry/http/this-machine.ts';
import { answerUnreadable } from '#server/entry/http/unreadable.ts';
import { Meters } from '#server/entry/meters/meters.ts';
import { registerMetrics } from '#server/entry/probes/metrics-route.ts';
import { registerProbes } from '#server/entry/probes/probes.ts';
import { createReadiness, type Readiness } from '#server/entry/probes/readiness.ts';
import type { Services } from '#server/domain/services/services.ts';
import { noTracing, type Tracing } from '#server/platform/tracing/tracing.ts';
import { registerOutbox } from '#server/entry/web/outbox.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections;
  }
}

const REQUEST_ID_BYTES = 9;
/** How long a caller may take to send a request; a slow one must not hold a connection forever. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node checks for overdue connections. Its default of 30 seconds would give a slow caller twice the time. */
const SLOW_CALLERS_LOOK_MS = 1_000;
/**
 * How long one part of the application may take to start. Reading the contract is pure computation, and a busy machine
 * needs more than Fastify's default of ten seconds.
 */
const PART_START_MS = 120_000;
/** As long as a request can be until its body, so that the schema of a parameter refuses every long one. */
const MAX_PARAMETER_LENGTH = maxHeaderSize;

export interface AppOptions {
  services: Services;
  /** Receives log lines; standard output by default. */
  logTo?: { write(line: string): void };
  /** Handlers in place of the product's; for tests of the adapter. */
  handlers?: Readonly<Record<string, unknown>>;
  /** Adds the pages of the built client; omitted if only the API is served. */
  registerPages?: (app: FastifyInstance) => Promise<void>;
  /** Counts what happens. */
  meters?: Meters;
  tracing?: Tracing;
  /** What `/readyz` says, and whether the server is about to stop. */
  readiness?: Readiness;
}

/** Builds the application: headers, the API under `/api`, the probes, and the pages if there are any. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, registerPages, meters = new Meters(), readiness = createReadiness() } = options;
  const { config } = services;
  const app = createApp(options, meters);
  app.decorate('connections', boundConnections(app, limitsOfConnections(config), meters));
  app.decorateRequest('facts');
  app.addHook('onRequest', async (request, reply) => {
    request.facts = { memberId: null, outcome: 'ok' };
    void reply.headers({ 'x-request-id': request.id, 'permissions-policy': PERMISSIONS_POLICY });
  });
  watchCalls(app, { config, meters, tracing: options.tracing ?? noTracing });
  if (config.demo) refuseOthers(app);
  recordRefusals(app, services);
  endConnectionsOnceDraining(app, readiness);
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
  const policy = contentSecurityPolicy(config);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', policy);
  });
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, cultureOf(request.query));
    if (problem.code === 'internal') request.log.error({ err: error }, 'request failed');
    return sendProblem(request, reply, problem);
  });
  registerProbes(app, readiness);
  const { metrics, metricsToken } = config.operation;
  // With a port of their own, they are there and nowhere else.
  if (metrics === null && metricsToken !== null)
    registerMetrics(app, { registry: meters.registry, token: metricsToken });
  const handlers = new Map(Object.entries(options.handlers ?? allHandlers)) as Map<string, UntypedHandler>;
  await app.register(async (api) => registerApi(api, { services, handlers }), { prefix: '/api' });
  if (config.outbox) await app.register(async (outbox) => registerOutbox(outbox, services));
  // With pages, everything outside the API is answered by them.
  if (registerPages === undefined) answerUnknownRoutes(app);
  else await registerPages(app);
  return app;
}

/** The bare application: its log, and how long callers may take. */
function createApp({ services, logTo }: AppOptions, meters: Meters): FastifyInstance {
  const { config, random } = services;
  return Fastify({
    logger: {
      level: config.logLevel,
      serializers: { err: (error: unknown) => loggedError(error) },
      ...(logTo === undefined ? {} : { stream: logTo }),
    },
    // We write one line per request ourselves (call-watch.ts).
    logController: new LogController({ disableRequestLogging: true }),
    // Our own id: one sent by the caller could belong to another request.
    requestIdHeader: false,
    genReqId: () => `req-${random.bytes(REQUEST_ID_BYTES).toString('base64url')}`,
    trustProxy: config.trustProxy,
    pluginTimeout: PART_START_MS,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    // Requests that arrive while others are finished are answered too; their connections close with the answer.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_TIMEOUT_MS,
    // By default Node gives the headers a minute, whatever the limit of the whole request. They need not take longer
    // than an idle connection may last: their time begins with their first byte.
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: SLOW_CALLERS_LOOK_MS,
    },
    keepAliveTimeout: config.operation.keepAliveSeconds * MS_PER_SECOND,
    clientErrorHandler: (error, socket) => {
      if (answerUnreadable(error, socket)) meters.unreadable();
    },
    frameworkErrors: (error, request, reply) => {
      request.facts = { memberId: null, outcome: 'ok' };
      void sendProblem(request, reply, toProblem(error, cultureOf(request.query)));
    },
  });
}

/** One address may have a quarter of all connections, so nobody can keep all others out. */
const SHARES = 4;

/** Named proxies limit each caller themselves. */
function limitsOfConnections({
  maxConnections,
  trustProxy,
}: Pick<Config, 'maxConnections' | 'trustProxy'>): ConnectionLimits {
  const most = maxConnections ?? mostConnections();
  return {
    most,
    mostOfAddress: Math.ceil(most / SHARES),
    isProxy: proxyTest({ trustProxy }),
  };
}

/**
 * An answer sent once a stop was asked for closes its connection; kept alive, it would delay the stop, and its caller's
 * next request would be lost.
 */
function endConnectionsOnceDraining(app: FastifyInstance, readiness: Readiness): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing || readiness.isDraining()) void reply.header('connection', 'close');
  });
}
