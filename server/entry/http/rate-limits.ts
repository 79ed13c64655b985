// Limits per minute (S-22). A call with a session counts for its member, and no other: whatever strangers or other
// members at the same address do, it takes nothing of theirs. A call without one counts for its address.
import type { FastifyRequest } from 'fastify';
import { sessionOfRefreshToken, wasGivenOut } from '#server/domain/sessions/known-tokens.ts';
import type { Services } from '#server/domain/services/services.ts';
import { readRoutes, type RouteObject } from '#server/platform/contract/document.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { MemberSession, OperationId } from '#server/platform/contract/types.ts';
import { bearerOf } from './call.ts';
import { CallCounts } from './call-counts.ts';
import { addressKey } from './caller.ts';
import { createTurns } from './turns.ts';
import { createSharedCounts } from './shared-counts.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

/** Calls of one group share one count per member or session, or per address where there is no session. */
const GROUPS = {
  signIn: 10,
  code: 10,
  stop: 10,
  push: 10,
  mail: 3,
  ownMail: 10,
  lookUp: 60,
  register: 10,
  refresh: 30,
  revoke: 30,
  money: 10,
  export: 10,
  exportPdf: 4,
  read: 300,
} as const;

type Group = keyof typeof GROUPS;

/**
 * What stops a thief: it counts for each session by itself, so that a session in the wrong hands uses up nothing of the
 * one that ends it.
 */
const OF_SESSION: readonly Group[] = ['stop'];

/**
 * Calls without a session to operations that need one, per address. They are answered by 401, and a member whose
 * session has just run out needs that answer; so the limit only keeps off floods.
 */
const WITHOUT_SESSION = 300;

/** The groups whose calls carry a refresh token, which tells whose call it is. */
const WITH_REFRESH_TOKEN: readonly Group[] = ['refresh', 'revoke'];

/**
 * The group of each operation, from `x-rate-group` in the contract. Throws if it names a group without a limit here.
 */
const GROUP_OF: ReadonlyMap<string, Group> = new Map(
  readRoutes().map(({ operationId, rateGroup }) => [operationId, known(rateGroup, operationId)]),
);

function known(group: string, operationId: string): Group {
  if (!Object.hasOwn(GROUPS, group)) throw new Error(`${operationId}: there is no rate group "${group}"`);
  return group as Group;
}

function groupOf(operationId: string): Group {
  const group = GROUP_OF.get(operationId);
  if (group === undefined) throw new Error(`${operationId} is not described`);
  return group;
}

/** Calls with one of these parameters cost more than those without it, and so are of another group. */
const GROUP_WITH: ReadonlyMap<string, ReadonlyMap<string, Group>> = new Map(
  readRoutes().map(({ operationId, parameters }) => [
    operationId,
    new Map(
      parameters.flatMap(({ name, rateGroup }) => (rateGroup === undefined ? [] : [[name, known(rateGroup, name)]])),
    ),
  ]),
);

function groupOfCall({ query }: FastifyRequest, { operationId }: RouteObject): Group {
  const sent = Object.keys(query ?? {}).flatMap((name) => GROUP_WITH.get(operationId)?.get(name) ?? []);
  return sent[0] ?? groupOf(operationId);
}

/** How often a minute a member may make a call, or an address without a session; `parameter`: with that parameter. */
export function limitOf(operationId: OperationId, parameter?: string): number {
  const own = parameter === undefined ? undefined : GROUP_WITH.get(operationId)?.get(parameter);
  return GROUPS[own ?? groupOf(operationId)];
}

export interface RateLimits {
  /**
   * Finds the session of a call and counts the call, before its body is read.
   *
   * @returns the session; null if there is none, or the operation takes none
   * @throws Problem too_many_requests, or session_ended if the operation needs a session and there is none
   */
  admit(request: FastifyRequest, route: RouteObject, doors: Doors): Promise<MemberSession | null>;
  /** Counts a call whose body tells whose it is; does nothing for others. @throws Problem too_many_requests */
  admitByBody(request: FastifyRequest, route: RouteObject): Promise<void>;
}

/**
 * What the database is asked before a call is admitted; a caller without a token asks it as often as the limit allows.
 */
export interface Doors {
  /** @throws Problem maintenance while the club is closed */
  open(): Promise<void>;
  /** Looks a bearer token up. @throws Problem maintenance while the club is closed */
  find(token: string): Promise<MemberSession | null>;
}

/** The limits of one process, or of all that share its database. `rateLimitScale` multiplies every limit. */
export function createRateLimits(services: Services): RateLimits {
  const { db, processNumber, config } = services;
  const counts = new CallCounts(processNumber === null ? null : createSharedCounts(services));
  const scale = config.rateLimitScale;
  /** Floods of tokens that lead nowhere queue among themselves, address by address. */
  const turns = createTurns({ atMost: 1 });

  const countMember = async (request: FastifyRequest, group: Group, ownerId: string) => {
    const waitMs = await counts.count(`${group} of ${ownerId}`, GROUPS[group] * scale);
    if (waitMs !== null) refuse(request, 'member', waitMs);
  };
  const ofAddress = ({ ip }: FastifyRequest, group: Group, needsSession: boolean) =>
    needsSession
      ? { name: `no session at ${addressKey(ip)}`, limit: WITHOUT_SESSION * scale }
      : { name: `${group} at ${addressKey(ip)}`, limit: GROUPS[group] * scale };
  const countAddress = ({ name, limit }: { name: string; limit: number }) => counts.count(name, limit);
  /** Asks the database of a call that is not counted yet: one at a time for an address that has used its limit up. */
  const ask = <T>({ ip }: FastifyRequest, isFlooded: boolean, question: () => Promise<T>) =>
    turns.take(isFlooded ? addressKey(ip) : null, question);

  return {
    admit: async (request, route, { open, find }) => {
      const group = groupOfCall(request, route);
      const byBody = WITH_REFRESH_TOKEN.includes(group);
      const needsSession = route.authentication === 'required';
      const address = ofAddress(request, group, needsSession);
      const token = bearerOf(request);
      const isFlooded = counts.isReached(address.name, address.limit);
      // An open operation looks at a token only to spare its member what others at the address have used up.
      const looks = token !== null && (isFlooded || route.authentication !== 'none');
      if (!looks) {
        const waitMs = byBody ? null : await countAddress(address);
        if (waitMs !== null) refuse(request, 'address', waitMs);
        await ask(request, byBody && isFlooded, open);
        if (needsSession) throw new Problem('session_ended');
        return null;
      }
      const session = await ask(request, isFlooded, () => find(token));
      if (session !== null) {
        if (!byBody) await countMember(request, group, OF_SESSION.includes(group) ? session.id : session.memberId);
        return route.authentication === 'none' ? null : session;
      }
      const waitMs = byBody ? null : await countAddress(address);
      const wasOurs = () => ask(request, true, () => wasGivenOut(db, token));
      if (needsSession && (waitMs === null || (await wasOurs()))) throw new Problem('session_ended');
      if (waitMs !== null) refuse(request, 'address', waitMs);
      return null;
    },
    admitByBody: async (request, route) => {
      const group = groupOf(route.operationId);
      if (!WITH_REFRESH_TOKEN.includes(group)) return;
      const address = ofAddress(request, group, false);
      const isFlooded = counts.isReached(address.name, address.limit);
      const sessionId = request.session?.id ?? (await ask(request, isFlooded, () => sessionOfBody(services, request)));
      if (sessionId !== null) return countMember(request, group, sessionId);
      const waitMs = await countAddress(address);
      if (waitMs !== null) refuse(request, 'address', waitMs);
    },
  };
}

/** The session of the refresh token in a body; null if there is none, or none that was ever given out. */
async function sessionOfBody({ db }: Services, { body }: FastifyRequest): Promise<string | null> {
  const token: unknown =
    typeof body === 'object' && body !== null && 'refreshToken' in body ? body.refreshToken : undefined;
  return typeof token === 'string' ? sessionOfRefreshToken(db, token) : null;
}

/** Notes whose limit was reached, for the metrics. @throws Problem too_many_requests */
function refuse({ facts }: FastifyRequest, limit: 'address' | 'member', waitMs: number): never {
  facts.limit = limit;
  throw new Problem('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / MS_PER_SECOND)) });
}
