// Limits per minute (S-22): per address, and for money also per member.
import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readRoutes } from '#server/platform/contract/document.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { OperationId } from '#server/platform/contract/types.ts';
import { GroupCounts } from './group-counts.ts';

const WINDOW_MS = 60_000;
const MS_PER_SECOND = 1000;

/**
 * Calls of one group share one count per address. For money and for a member's own codes these only prevent floods:
 * members have limits of their own, below.
 */
const GROUPS = {
  signIn: 10,
  code: 10,
  mail: 3,
  ownMail: 300,
  lookUp: 60,
  register: 10,
  refresh: 30,
  revoke: 30,
  money: 300,
  export: 10,
  read: 300,
} as const;

type Group = keyof typeof GROUPS;

/** Calls of a group per member, wherever they come from, so that nobody else at the same address spends them. */
const OF_MEMBER: Partial<Record<Group, number>> = { money: 10, ownMail: 10 };

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

function groupOf(operationId: OperationId): Group {
  const group = GROUP_OF.get(operationId);
  if (group === undefined) throw new Error(`${operationId} is not described`);
  return group;
}

/** The options of @fastify/rate-limit for the route of an operation. `scale` multiplies every limit. */
export function rateLimitOf(operationId: OperationId, scale: number) {
  const group = groupOf(operationId);
  return { max: GROUPS[group] * scale, timeWindow: WINDOW_MS, groupId: group };
}

/**
 * Counts the calls of a member in the groups that have a count per member; does nothing for other operations. Runs once
 * the member is known.
 */
export function memberLimitOf(
  app: FastifyInstance,
  operationId: OperationId,
  scale: number,
): ((request: FastifyRequest) => Promise<void>) | null {
  const group = groupOf(operationId);
  const most = OF_MEMBER[group];
  if (most === undefined) return null;
  const count = app.createRateLimit({
    max: most * scale,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `${group} of ${request.session?.memberId ?? addressKey(request.ip)} `,
  });
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl);
  };
}

/** The options of the plug-in itself. It sets no header except `Retry-After`, so that answers stay alike. */
export const RATE_LIMIT_OPTIONS = {
  global: false,
  hook: 'onRequest',
  keyGenerator: (request: { ip: string }) => addressKey(request.ip),
  store: GroupCounts,
  errorResponseBuilder: (_request: unknown, context: { ttl: number }) => tooMany(context.ttl),
  addHeaders: silent(),
  addHeadersOnExceeding: silent(),
} as const;

function tooMany(ttl: number): Problem {
  return new Problem('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / MS_PER_SECOND)) });
}

function silent() {
  return {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
    'retry-after': false,
  };
}

/** One caller may own a whole IPv6 /64, so it counts as one address. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = ip.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail === '' ? [] : tail.split(':'))];
  return `${all.slice(0, 4).join(':')}::/64`;
}
