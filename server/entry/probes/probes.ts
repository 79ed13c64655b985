import type { FastifyInstance } from 'fastify';
import type { Readiness, ReadinessVerdict } from './readiness.ts';

const OK = 200;
const BAD_REQUEST = 400;
const UNAVAILABLE = 503;

/**
 * What a proxy may leave out by `?exclude=`. A database that all servers share is away for all of them: without a
 * server to send calls to, a proxy would answer with an empty page itself, in place of what Perch says.
 */
const EXCLUDABLE = 'database';

/**
 * Adds `/livez` and `/readyz`. They are for load balancers and supervisors, and strangers may ask as well: the answers
 * name checks and whether they pass. Reasons are in the log.
 */
export function registerProbes(app: FastifyInstance, readiness: Readiness): void {
  // That it is answered is all that it says: the event loop turns. A database that is away is no reason to restart.
  app.get('/livez', { config: { isProbe: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return reply.send({ status: 'pass' });
  });
  app.get('/readyz', { config: { isProbe: true } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const { exclude } = request.query as { readonly exclude?: string | readonly string[] };
    if (exclude !== undefined && exclude !== EXCLUDABLE)
      return reply.code(BAD_REQUEST).send({ status: 'fail', detail: `only ${EXCLUDABLE} can be excluded` });
    const { ready, checks } = await readiness.look();
    const passes = ready || (exclude === EXCLUDABLE && failsOnly(EXCLUDABLE, checks));
    return reply.code(passes ? OK : UNAVAILABLE).send({ status: passes ? 'pass' : 'fail', checks });
  });
}

/** Whether a check fails, and no other one does. */
function failsOnly(name: keyof ReadinessVerdict['checks'], checks: ReadinessVerdict['checks']): boolean {
  return Object.entries(checks).every(([check, result]) => (result === 'fail') === (check === name));
}
