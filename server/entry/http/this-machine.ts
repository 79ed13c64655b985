// Serves what is published, such as the demo club's sign-ins, to this machine alone, whatever proxies are in between.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '#server/platform/config/hosts.ts';

/**
 * Headers that proxies, load balancers and content networks add, according to their documentation: their presence means
 * that the caller is not on this machine, whatever the socket says. No browser or tool on the machine itself sends
 * them.
 */
const FORWARDED = new RegExp(
  `^(${[
    // RFC 7239, RFC 9110, RFC 8586, and common copies.
    'forwarded|via|cdn-loop|x-forwarded(-.+)?|x-original-.+|x-real-ip|(x-)?client-?ip|x-cluster-client-ip|(wl-)?proxy-client-ip|x-proxyuser-ip|x-remote-(ip|addr)|x-originating-ip',
    // Cloudflare, Akamai, Fly, Fastly, Envoy, Azure, CloudFront and Amazon's balancers, App Engine and Google's,
    // Netlify, Vercel, IIS.
    'cf-.+|true-client-ip|akamai-.+|x-akamai-.+|fly-.+|fastly-.+|x-envoy-.+|x-azure-.+|cloudfront-.+|x-amz-cf-.+|x-amzn-.+|x-appengine-.+|x-cloud-trace-context|x-nf-.+|x-vercel-.+|x-arr-.+',
  ].join('|')})$`,
);

/** The request was meant for another server than this one (RFC 9110 §15.5.20). */
const MISDIRECTED = 421;

/**
 * Whether the caller is on this machine and means this server. A page of another site whose name server gave it this
 * machine's address (DNS rebinding) still sends its own name as the host; behind a proxy that hides itself, a page
 * still sends its own origin.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  if (!isLoopback(address.replace(/^::ffff:/, ''))) return false;
  if (Object.keys(request.headers).some((header) => FORWARDED.test(header))) return false;
  const { host = '', origin } = request.headers;
  // A page of another site, or of none ("null"), says so through every proxy. Most requests have no origin.
  return isAtHome(`http://${host}`) && (origin === undefined || isAtHome(origin));
}

function isAtHome(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/** Refuses everything from elsewhere, such as a proxy in front of a demo club that no setting mentions. */
export function refuseOthers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isFromThisMachine(request)) return;
    await reply
      .code(MISDIRECTED)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(
        'This is a demo club, whose sign-ins are published. It answers this machine only, and under no other name.\n',
      );
  });
}
