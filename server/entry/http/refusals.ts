// Records callers who are refused again and again: made-up tokens, other members' records, limits. Counts are summed up
// by the minute, so that nobody can flood the audit.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { keyedHash } from '#server/platform/crypto/keys.ts';
import { addressKey } from './caller.ts';

const FLUSH_MS = 60_000;
/** Rows per minute; all further callers are counted in one more row. */
const MOST_ROWS = 20;
/** Enough to tell callers apart within the audit, but not an address. */
const CALLER_BYTES = 9;

/** A refusal that is worth a row; null for refusals that happen to everybody. */
function refusalOf(request: FastifyRequest): string | null {
  const { outcome, memberId } = request.facts;
  if (outcome === 'too_many_requests') return 'limit';
  if (outcome === 'session_ended' && request.headers.authorization !== undefined) return 'token';
  if (outcome === 'not_found' && memberId !== null) return 'record';
  return null;
}

/** Counts refusals by kind and caller, and writes them to the audit each minute and when the server shuts down. */
export function recordRefusals(app: FastifyInstance, services: Services): void {
  const { db, clock, commits, keys, random } = services;
  let counts = new Map<string, { what: string; caller: string; member: string; calls: number }>();
  const count = (what: string, caller: string, member: string) => {
    const isFull = counts.size >= MOST_ROWS && !counts.has(`${what} ${caller} ${member}`);
    const row = isFull ? { what: 'more', caller: 'others', member: '' } : { what, caller, member };
    const key = Object.values(row).join(' ');
    counts.set(key, { ...row, calls: (counts.get(key)?.calls ?? 0) + 1 });
  };
  const flush = async () => {
    // They are kept for the next minute.
    if (commits.waitSince() !== null) return;
    const rows = [...counts.values()];
    counts = new Map();
    const call = { requestId: `refusals-${random.uuid()}`, device: '' };
    for (const details of rows)
      await audit(db, { kind: 'calls_refused', at: clock.now(), memberId: null, call, details });
  };
  const safely = () =>
    flush().catch((error: unknown) => app.log.error({ err: error }, 'refusals could not be recorded'));
  app.addHook('onResponse', async (request) => {
    const what = refusalOf(request);
    if (what === null) return;
    const caller = keyedHash(keys.throttle, 'caller', addressKey(request.ip))
      .subarray(0, CALLER_BYTES)
      .toString('base64url');
    count(what, caller, request.facts.memberId ?? '');
  });
  const timer = setInterval(() => void safely(), FLUSH_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await safely();
  });
}
