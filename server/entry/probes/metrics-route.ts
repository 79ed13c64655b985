import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

const UNAUTHORIZED = 401;
const BEARER = 'Bearer ';

/**
 * Adds `/metrics` in Prometheus' text format.
 *
 * @param options.token what a scraper has to send as its bearer token; null if nobody else reaches the port
 */
export function registerMetrics(
  app: FastifyInstance,
  { registry, token }: { registry: Registry; token: string | null },
): void {
  const isAllowed = token === null ? () => true : tokenTest(token);
  app.get('/metrics', { config: { isProbe: true } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (!isAllowed(request.headers.authorization ?? '')) {
      void reply.code(UNAUTHORIZED).header('www-authenticate', 'Bearer realm="metrics"');
      return reply.type('text/plain; charset=utf-8').send('The token of the metrics (METRICS_TOKEN) is needed.\n');
    }
    return reply.type(registry.contentType).send(withoutMissing(await registry.metrics()));
  });
}

/**
 * Leaves out samples that are not numbers, such as the delays of the event loop right after they were read. The client
 * writes them as `Nan`, which the format does not know.
 */
function withoutMissing(text: string): string {
  return text.replace(/^[^#\n]\S* Nan\n/gm, '');
}

/** Compares digests, so that the time that it takes tells neither a letter nor the length of the token. */
function tokenTest(token: string): (authorization: string) => boolean {
  const expected = digest(token);
  return (authorization) =>
    timingSafeEqual(digest(authorization.slice(BEARER.length)), expected) && authorization.startsWith(BEARER);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
