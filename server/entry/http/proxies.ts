// What a trusted proxy says of a call: the ids under which it and others know the call. Nobody else is believed, since
// a caller who chooses ids could make one call look like another.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { Config } from '#server/platform/config/config.ts';

/** Whether an address is one of the named proxies, by the same rule that Fastify uses for forwarded addresses. */
export function proxyTest({ trustProxy }: Pick<Config, 'trustProxy'>): (address: string) => boolean {
  if (trustProxy === false) return () => false;
  const isTrusted = compile(trustProxy);
  return (address) => address !== '' && isTrusted(address, 0);
}

/** The ids of a call at a trusted proxy; null for what it does not say, or says in another form. */
export interface ProxyIds {
  /** Of the header `X-Request-Id`. */
  readonly requestId: string | null;
  /** Of the header `traceparent` (W3C Trace Context), 32 hexadecimal digits. */
  readonly traceId: string | null;
  /** The headers of Trace Context, for tracing. */
  readonly trace: Readonly<Record<string, string>>;
}

const NOTHING_SAID: ProxyIds = { requestId: null, traceId: null, trace: {} };

/** What proxies use: digits, letters, UUIDs, base64, addresses with a counter. */
const REQUEST_ID = /^[\w.:@+=/-]{1,128}$/;
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.{0,256})?$/;
/** As W3C Trace Context asks for at least. */
const LONGEST_STATE = 512;

/** Reads the ids of a call. */
export function idsOfProxy(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string) => boolean,
): ProxyIds {
  if (!isProxy(request.socket.remoteAddress ?? '')) return NOTHING_SAID;
  const { 'x-request-id': requestId, traceparent, tracestate } = request.headers as IncomingHttpHeaders;
  const parent = typeof traceparent === 'string' ? (TRACE_PARENT.exec(traceparent)?.[1] ?? null) : null;
  return {
    requestId: typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : null,
    traceId: parent,
    trace: parent === null ? {} : { traceparent: String(traceparent), ...stateOf(tracestate) },
  };
}

function stateOf(tracestate: string | string[] | undefined): Record<string, string> {
  return typeof tracestate === 'string' && tracestate.length <= LONGEST_STATE ? { tracestate } : {};
}
