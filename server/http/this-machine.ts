// What is published, such as the demo club's sign-ins, is answered to this machine alone, whatever stands between it and the caller.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '#server/hosts.ts';

/** A proxy adds one of these: then whoever asks is not at this machine, whatever the socket says. */
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded-.+|x-original-.+|cf-connecting-ip|true-client-ip)$/;

/** The request was meant for another server than this one (RFC 9110 §15.5.20). */
const MISDIRECTED = 421;

/**
 * Whether the caller is at this machine and means it: another site's page that was given this machine's address by its own
 * name server (DNS rebinding) still says its own name as the host.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  if (!isLoopback(address.replace(/^::ffff:/, ''))) return false;
  if (Object.keys(request.headers).some((header) => FORWARDED.test(header))) return false;
  const host = URL.canParse(`http://${request.headers.host ?? ''}`) ? new URL(`http://${request.headers.host}`).hostname : '';
  return isLoopback(host);
}

/** Refuses whatever comes from elsewhere: a proxy that was put before a demo club without a setting that says so. */
export function refuseOthers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isFromThisMachine(request)) return;
    await reply
      .code(MISDIRECTED)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('This is a demo club, whose sign-ins are published. It answers this machine only, and under no other name.\n');
  });
}
