// The API as a Fastify plug-in: routes, checks and refusals all follow from the contract.
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deviceLabel } from '#server/domain/sessions/device.ts';
import { findAtDoor, noteUse } from '#server/domain/sessions/sessions.ts';
import { readClubState } from '#server/domain/club/state.ts';
import { readRoutes, type RouteObject } from '#server/platform/contract/document.ts';
import { fieldErrors } from '#server/platform/texts/field-errors.ts';
import {
  StreamedBody,
  type CallContext,
  type MemberSession,
  type OperationId,
} from '#server/platform/contract/types.ts';
import { damageOfLog } from '#server/platform/db/damage.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { checksOf, type Check, type RouteChecks } from '#server/platform/contract/validators.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Services } from '#server/domain/services/services.ts';
import { callCookies, callOver, cultureOf } from './call.ts';
import { addressKey } from './caller.ts';
import { RETRY_SECONDS, sendProblem, toProblem } from './errors.ts';
import { createTurns, type Turns } from './turns.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

/** S-23. */
const MAX_BODY_BYTES = 64 * 1024;
/** The one operation that answers while the club is closed. */
const OPEN_IN_MAINTENANCE: OperationId = 'getStatus';

/** A handler as the adapter calls it; the checks have made sure that body, path and query match the operation. */
export type UntypedHandler = (
  services: Services,
  call: CallContext & { body: unknown; path: unknown; query: unknown },
) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: OperationId;
  }
  interface FastifyRequest {
    /** What the log line of this request contains besides status and time. */
    facts: { memberId: string | null; outcome: string; limit?: 'address' | 'member' };
    session: MemberSession | null;
  }
}

/**
 * Registers every operation of the contract.
 *
 * @throws Error at the start if an operation has no handler
 */
export async function registerApi(
  app: FastifyInstance,
  options: { services: Services; handlers: ReadonlyMap<string, UntypedHandler> },
): Promise<void> {
  const { services, handlers } = options;
  const { config } = services;
  const routes = readRoutes();
  useStrictJson(app);
  app.decorateRequest('session', null);
  await app.register(cookie);
  if (config.apiOrigins.length > 0) await app.register(cors, corsOptions(config.apiOrigins));
  app.addHook('onSend', async (_request, reply) => {
    // By the clock that the answers are about, so that a page can tell how far its device is off.
    reply.headers({ 'cache-control': 'no-store', date: services.clock.now().toUTCString() });
  });
  const ending = new AbortController();
  app.addHook('preClose', async () => ending.abort());
  const turns = createTurns({ atMost: shareOfMember(config) });
  const limits = createRateLimits(services);
  const checksByOperation = new Map<string, RouteChecks>();
  for (const route of routes) {
    const handler = handlers.get(route.operationId);
    if (handler === undefined) throw new Error(`no handler for the operation ${route.operationId}`);
    const checks = checksOf(route);
    checksByOperation.set(route.operationId, checks);
    addRoute(app, { route, handler, checks, services, limits, turns, ending: ending.signal });
  }
  answerUnknownRoutes(app);
  const checked = config.validateResponses ? checksByOperation : null;
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, checked));
}

function addRoute(
  app: FastifyInstance,
  options: {
    route: RouteObject;
    handler: UntypedHandler;
    checks: RouteChecks;
    services: Services;
    limits: RateLimits;
    turns: Turns;
    ending: AbortSignal;
  },
): void {
  const { route, handler, checks, services, limits, turns, ending } = options;
  const { db, clock } = services;
  const operationId = asOperationId(route.operationId);
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoute: false,
    config: { operationId },
    // Before the body is read: the server never parses what it will refuse anyway.
    preParsing: async (request) => {
      request.session = await request.watch.run(() =>
        limits.admit(request, route, {
          open: async () => {
            refuseWhileWaiting(services, route.method);
            if (operationId !== OPEN_IN_MAINTENANCE) refuseClosed(await readClubState(db));
          },
          find: async (token) => {
            refuseWhileWaiting(services, route.method);
            const door = await findAtDoor(db, clock, token);
            if (operationId !== OPEN_IN_MAINTENANCE) refuseClosed(door);
            if (door.found === null) return null;
            await noteUse(db, clock, door.found);
            request.facts.memberId = door.found.session.memberId;
            return door.found.session;
          },
        }),
      );
    },
    handler: async (request, reply) => {
      const { watch, session } = request;
      await watch.run(() => limits.admitByBody(request, route));
      const call = readCall(services, { request, reply, route, checks, ending });
      const answer = await turns.take(
        session?.memberId ?? null,
        watch.turn(() => handler(services, call)),
      );
      if (services.config.validateResponses) assertDocumented(checks, route, answer);
      reply.code(answer.status).headers(answer.headers ?? {});
      if (answer.body === undefined) return reply.send();
      if (answer.body instanceof StreamedBody) return reply.type(typeOf(answer.body)).send(answer.body.stream);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
    },
  });
}

/** Texts name their encoding. */
function typeOf({ mediaType }: StreamedBody): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

/**
 * Half of the connections: a member whose row is locked leaves the other half to everybody else. The embedded engine
 * has one session.
 */
function shareOfMember({ databaseUrl, database }: Services['config']): number {
  return databaseUrl === null ? Number.POSITIVE_INFINITY : Math.floor(database.pool / 2);
}

function readCall(
  services: Services,
  incoming: {
    request: FastifyRequest;
    reply: FastifyReply;
    route: RouteObject;
    checks: RouteChecks;
    ending: AbortSignal;
  },
): CallContext & { body: unknown; path: unknown; query: unknown } {
  const { request, reply, route, checks, ending } = incoming;
  const culture = cultureOf(request.query);
  const refuse = (check: Check, value: unknown, place: Parameters<typeof fieldErrors>[2]) => {
    const findings = check(value);
    if (findings !== null) throw new Problem('invalid_request', { errors: fieldErrors(findings, culture, place) });
  };
  refuse(checks.path, request.params, 'path');
  refuse(checks.query, request.query, 'query');
  refuse(checks.headers, request.headers, 'header');
  if (checks.body !== null) refuse(checks.body, request.body, 'body');
  const { 'idempotency-key': requestKey, 'last-event-id': lastEventId } = request.headers;
  return {
    operationId: asOperationId(route.operationId),
    requestId: request.id,
    culture,
    requestKey: typeof requestKey === 'string' ? requestKey : null,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
    session: request.session,
    bearerSent: request.headers.authorization !== undefined,
    caller: addressKey(request.ip),
    device: deviceLabel(request.headers['user-agent']),
    cookies: callCookies(request, reply, services.config.secureCookies),
    over: () => callOver(reply, ending),
    body: request.body,
    path: request.params,
    query: request.query,
  };
}

/**
 * While commits wait for a standby, a call that writes would wait as well and then be in doubt, so it is not begun.
 *
 * @throws Problem unavailable
 */
function refuseWhileWaiting({ commits }: Services, method: RouteObject['method']): void {
  if (method === 'POST' && commits.waitSince() !== null)
    throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
}

/** @throws Problem maintenance while the club is closed */
function refuseClosed({
  maintenance,
  maintenanceUntil,
}: {
  maintenance: boolean;
  maintenanceUntil: Date | null;
}): void {
  if (maintenance) throw new Problem('maintenance', { until: maintenanceUntil });
}

/** JSON only, parsed strictly: a body that tries to reach a prototype is refused like any malformed one. */
function useStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  checks: Map<string, RouteChecks> | null,
): FastifyReply {
  const problem = toProblem(error, cultureOf(request.query));
  const operationId = request.routeOptions.config.operationId;
  if (problem.code === 'internal')
    request.log.error({ err: error, operationId, ...damageOfLog(error) }, 'request failed');
  if (problem.code === 'unavailable')
    request.log.warn({ reason: reasonOf(error), operationId }, 'the database is unreachable or busy');
  const documented = operationId === undefined ? null : checks?.get(operationId);
  const findings = documented?.answer(problem.status, 'application/problem+json');
  if (documented !== null && documented !== undefined && findings?.(problem.body(request.id)) !== null) {
    request.log.error({ err: error, operationId, code: problem.code }, 'the refusal is not documented in the contract');
    return sendProblem(request, reply, new Problem('internal'));
  }
  return sendProblem(request, reply, problem);
}

function assertDocumented(checks: RouteChecks, route: RouteObject, answer: { status: number; body: unknown }): void {
  const mediaTypes = route.responses.get(answer.status);
  if (mediaTypes === undefined)
    throw new Error(`${route.operationId} answered the undocumented status ${answer.status}`);
  if (mediaTypes.length === 0 && answer.body === undefined) return;
  if (answer.body instanceof StreamedBody) {
    if (!mediaTypes.includes(answer.body.mediaType))
      throw new Error(`${route.operationId} answered the undocumented ${answer.body.mediaType}`);
    return;
  }
  const findings = checks.answer(answer.status, 'application/json')?.(answer.body);
  if (findings !== null)
    throw new Error(`${route.operationId} answered off its schema: ${JSON.stringify(findings ?? 'no schema')}`);
}

/**
 * Answers requests without a route: 405 for a path of the contract with another method, otherwise 404.
 */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known = readRoutes().map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (allowed.length === 0) return sendProblem(request, reply, new Problem('not_found'));
    return sendProblem(request, reply, new Problem('method_not_allowed', { headers: { allow: allowed.join(', ') } }));
  });
}

function corsOptions(origins: string[]) {
  return {
    origin: origins,
    methods: ['GET', 'POST'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'last-event-id'],
    exposedHeaders: ['retry-after', 'idempotency-replayed', 'x-request-id', 'date'],
    credentials: true,
    maxAge: 600,
  };
}

function asOperationId(id: string): OperationId {
  // The keys of the registry that was searched are exactly the contract's operations.
  return id as OperationId;
}
