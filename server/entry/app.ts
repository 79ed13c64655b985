// The application, built from its parts. It never listens: main.ts does that, and tests inject requests.
import { compile } from '@fastify/proxy-addr';
import type { Writable } from 'node:stream';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import { mostConnections } from '#server/platform/system/descriptors.ts';
import { handlers as allHandlers } from './handlers.ts';
import { answerUnknownRoutes, registerApi, type UntypedHandler } from '#server/entry/http/api.ts';
import { cultureOf } from '#server/entry/http/call.ts';
import { sendProblem, toProblem } from '#server/entry/http/errors.ts';
import { boundConnections, type ConnectionLimits } from '#server/entry/http/connections.ts';
import { contentSecurityPolicy, PERMISSIONS_POLICY } from '#server/entry/http/headers.ts';
import { loggedError } from '#server/entry/http/logged-error.ts';
import { recordRefusals } from '#server/entry/http/refusals.ts';
import { refuseOthers } from '#server/entry/http/this-machine.ts';
import { answerUnreadable } from '#server/entry/http/unreadable.ts';
import type { Services } from '#server/domain/services/services.ts';
import { registerOutbox } from '#server/entry/web/outbox.ts';

const REQUEST_ID_BYTES = 9;
/** How long a caller may take to send a request; a slow one must not hold a connection forever. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node checks for overdue connections. Its default of 30 seconds would give a slow caller twice the time. */
const SLOW_CALLERS_LOOK_MS = 1_000;
/** Short, so that a connection that just missed the shutdown does not delay it. */
const KEEP_ALIVE_MS = 5_000;
/**
 * How long one part of the application may take to start. Reading the contract is pure computation, and a busy machine
 * needs more than Fastify's default of ten seconds.
 */
const PART_START_MS = 120_000;
/** Longer than any parameter of the contract, so that its schema refuses a long one. */
const MAX_PARAMETER_LENGTH = 4096;

export interface AppOptions {
  services: Services;
  /** Receives log lines; standard output by default. */
  logTo?: Writable;
  /** Handlers in place of the product's; for tests of the adapter. */
  handlers?: Readonly<Record<string, unknown>>;
  /** Adds the pages of the built client; omitted if only the API is served. */
  registerPages?: (app: FastifyInstance) => Promise<void>;
}

/** Builds the application: headers, the API under `/api`, and the pages if there are any. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, logTo, registerPages } = options;
  const { config, random } = services;
  const app = Fastify({
    logger: {
      level: config.logLevel,
      serializers: { err: (error: unknown) => loggedError(error) },
      ...(logTo === undefined ? {} : { stream: logTo }),
    },
    // We write one line per request ourselves, below.
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
    // By default Node gives the headers a minute, whatever the limit of the whole request.
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: SLOW_CALLERS_LOOK_MS,
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      request.facts = { memberId: null, outcome: 'ok' };
      void sendProblem(request, reply, toProblem(error, cultureOf(request.query)));
    },
  });
  boundConnections(app, limitsOfConnections(config));
  app.decorateRequest('facts');
  app.addHook('onRequest', async (request, reply) => {
    request.facts = { memberId: null, outcome: 'ok' };
    void reply.headers({ 'x-request-id': request.id, 'permissions-policy': PERMISSIONS_POLICY });
  });
  if (config.demo) refuseOthers(app);
  logOutcomes(app);
  recordRefusals(app, services);
  endConnectionsWhenClosing(app);
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
  const handlers = new Map(Object.entries(options.handlers ?? allHandlers)) as Map<string, UntypedHandler>;
  await app.register(async (api) => registerApi(api, { services, handlers }), { prefix: '/api' });
  if (config.outbox) await app.register(async (outbox) => registerOutbox(outbox, services));
  // With pages, everything outside the API is answered by them.
  if (registerPages === undefined) answerUnknownRoutes(app);
  else await registerPages(app);
  return app;
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
    isProxy: trustProxy === false ? () => false : isProxyOf(trustProxy),
  };
}

/** Whether an address is one of the named proxies, by the same rule that Fastify uses for forwarded addresses. */
function isProxyOf(proxies: string[]): (address: string) => boolean {
  const isTrusted = compile(proxies);
  return (address) => address !== '' && isTrusted(address, 0);
}

/** An answer sent during shutdown closes its connection; kept alive, it would delay the shutdown. */
function endConnectionsWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close');
  });
}

/** One line a request (S-24): no address, no query, no headers, no bodies. */
function logOutcomes(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const operationId = request.routeOptions.config.operationId;
    if (operationId === undefined) return;
    const { memberId, outcome } = request.facts;
    request.log.info(
      { operationId, memberId, outcome, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}
