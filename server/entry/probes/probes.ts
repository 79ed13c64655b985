import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

const OK = 200;
const UNAVAILABLE = 503;

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
  app.get('/readyz', { config: { isProbe: true } }, async (_request, reply) => {
    const { ready, checks } = await readiness.look();
    void reply.code(ready ? OK : UNAVAILABLE).header('cache-control', 'no-store');
    return reply.send({ status: ready ? 'pass' : 'fail', checks });
  });
}
