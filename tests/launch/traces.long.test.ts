import { createServer, type Server } from 'node:http';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

import { perchServer } from '#tests/support/perch.ts';
import type { Process } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

/**
 * Traces by OpenTelemetry. Its SDK is seventy packages, which the product does without, so a small one takes its
 * place: found by NODE_PATH, as an operator may have the real one beside the product, made of the real API, and
 * sending OTLP over HTTP to a receiver of the test.
 */

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
  LOG_LEVEL: 'info',
};
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly service: string | null;
}

let receiver: Server | null = null;
afterEach(() => void receiver?.close());

/** Receives spans in OTLP's JSON. */
async function receive(): Promise<{ endpoint: string; spans: Span[] }> {
  const spans: Span[] = [];
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') spans.push(...(JSON.parse(Buffer.concat(chunks).toString()) as Span[]));
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver?.listen(0, '127.0.0.1', resolve));
  return { endpoint: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, spans };
}

/** A folder for NODE_PATH with an SDK that does what Perch needs of the real one. */
function folderWithSdk(source = SDK): string {
  const folder = temporaryFolder();
  const place = join(folder, '@opentelemetry/sdk-node');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: '@opentelemetry/sdk-node', main: 'index.js' }));
  writeFileSync(join(place, 'index.js'), source);
  const fetching = join(folder, '@opentelemetry/instrumentation-undici');
  mkdirSync(fetching, { recursive: true });
  writeFileSync(join(fetching, 'package.json'), '{"main":"index.js"}');
  writeFileSync(join(fetching, 'index.js'), FETCHING);
  cpSync('node_modules/@opentelemetry/api', join(folder, '@opentelemetry/api'), { recursive: true });
  return folder;
}

const SDK = `
const api = require('@opentelemetry/api');
const { AsyncLocalStorage } = require('node:async_hooks');
const { randomBytes } = require('node:crypto');
const nano = (ms) => String(BigInt(Math.round(ms * 1000)) * 1000n);
const now = () => performance.timeOrigin + performance.now();
class Contexts {
  store = new AsyncLocalStorage();
  active() { return this.store.getStore() ?? api.ROOT_CONTEXT; }
  with(context, work, self, ...parameters) { return this.store.run(context, () => work.call(self, ...parameters)); }
  bind(context, target) { return target; }
  enable() { return this; }
  disable() { return this; }
}
class W3C {
  inject() {}
  extract(context, carrier) {
    const [, traceId, spanId] = /^00-(.{32})-(.{16})-01$/.exec(carrier.traceparent ?? '') ?? [];
    return traceId === undefined ? context : api.trace.setSpanContext(context, { traceId, spanId, traceFlags: 1, isRemote: true });
  }
  fields() { return ['traceparent']; }
}
exports.api = api;
exports.NodeSDK = class {
  constructor(options) { this.options = options; this.spans = []; }
  start() {
    if (process.env.TEST_SDK_FAILS) throw new Error('a wrong value of OTEL_TRACES_SAMPLER');
    const { options, spans } = this;
    api.context.setGlobalContextManager(new Contexts());
    api.propagation.setGlobalPropagator(new W3C());
    api.trace.setGlobalTracerProvider({ getTracer: () => ({
      startSpan(name, { kind = 0, attributes = {}, startTime = now() } = {}, context = api.context.active()) {
        const parent = api.trace.getSpanContext(context);
        const own = { traceId: parent?.traceId ?? randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex'), traceFlags: 1 };
        const span = { name, kind, attributes: { ...attributes }, ...own, parentSpanId: parent?.spanId, startTimeUnixNano: nano(startTime), service: options.serviceName ?? null };
        return {
          spanContext: () => own,
          setAttributes(more) { Object.assign(span.attributes, more); return this; },
          setStatus(status) { span.attributes.status = status.code; return this; },
          end(at = now()) { span.endTimeUnixNano = nano(at); spans.push(span); },
        };
      },
    }) });
  }
  async shutdown() {
    if (process.env.TEST_COLLECTOR_AWAY) return new Promise(() => setInterval(() => undefined, 1_000));
    await fetch(process.env.OTEL_EXPORTER_OTLP_ENDPOINT + '/v1/traces', { method: 'POST', body: JSON.stringify(this.spans) });
  }
};
`;

/** Notes each request of `fetch` as the real one does: whole addresses, and over them what its hook says. */
const FETCHING = `
const channel = require('node:diagnostics_channel');
const api = require('@opentelemetry/api');
exports.UndiciInstrumentation = class {
  constructor({ startSpanHook } = {}) {
    channel.subscribe('undici:request:create', ({ request }) => {
      const url = new URL(request.path, request.origin);
      const attributes = { 'url.full': url.href, 'url.path': url.pathname, 'url.query': url.search, ...startSpanHook?.(request) };
      api.trace.getTracer('fetch').startSpan('fetch', { kind: 2, attributes }).end();
    });
  }
};
`;

const linesOf = ({ lines }: Process, message: string) =>
  lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === message);

it('are sent for each call: with its operation, its outcome and its id, and its queries below it; the log names them', async () => {
  const { endpoint, spans } = await receive();
  const server = await perchServer({
    ...PRODUCTION,
    DATA_DIR: temporaryFolder(),
    NODE_PATH: folderWithSdk(),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    TRUST_PROXY: 'loopback',
  });
  await server.line('Perch is ready');
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, 'x-request-id': 'edge-1' };
  const rules = await fetch(`http://localhost:${server.port}/api/rules`, { headers });
  expect(rules.status).toBe(200);
  expect((await fetch(`http://localhost:${server.port}/api/wallet`)).status).toBe(401);
  await fetch(`http://localhost:${server.port}/api/receipts/a-made-up-one`);
  expect((await fetch(`http://localhost:${server.port}/readyz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const [call, ...others] = spans.filter(({ name }) => name === 'GET /api/rules');
  expect(others).toEqual([]);
  expect(call).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
    kind: 1,
    service: 'perch',
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/rules',
      'http.response.status_code': 200,
      'perch.operation': 'getRules',
      'perch.outcome': 'ok',
      'perch.request_id': rules.headers.get('x-request-id'),
    },
  });
  const queries = spans.filter(({ parentSpanId, kind }) => parentSpanId === call?.spanId && kind === 2);
  expect(queries.map(({ name }) => name)).toContain('SELECT');
  for (const query of queries) {
    expect(query.traceId).toBe(TRACE);
    expect(BigInt(query.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call?.startTimeUnixNano ?? 0));
    expect(BigInt(query.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(call?.endTimeUnixNano ?? 0));
  }
  const [refused] = spans.filter(({ name }) => name === 'GET /api/wallet');
  expect(refused).toMatchObject({ attributes: { 'perch.operation': 'getWallet', 'perch.outcome': 'session_ended' } });
  expect(refused?.traceId).not.toBe(TRACE);
  // Probes come every few seconds and would be most of all traces.
  expect(spans.filter(({ name }) => name.endsWith('z'))).toEqual([]);
  // Names have few values: what a caller makes up is not among them.
  expect(JSON.stringify(spans)).not.toContain('a-made-up-one');
  expect(linesOf(server, 'answered').map(({ traceId }) => traceId)).toEqual(
    expect.arrayContaining([TRACE, refused?.traceId]),
  );
  expect(linesOf(server, 'answered')[0]).toMatchObject({ traceId: TRACE, proxyId: 'edge-1' });
});

it('name nodes and feeds by their hosts alone: a path or a query often has a key in it', async () => {
  const { endpoint, spans } = await receive();
  const server = await perchServer({
    ...PRODUCTION,
    DATA_DIR: temporaryFolder(),
    NODE_PATH: folderWithSdk(),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    RATES_FEED_URL: `${endpoint}/v3/planted-key?token=planted-token`,
  });
  await server.line('Perch is ready');
  await expect.poll(() => server.lines.join('\n')).toContain('take-rates');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const asked = spans.filter(({ name }) => name === 'fetch').map(({ attributes }) => attributes['url.full']);
  expect(asked).toContain(endpoint);
  expect(JSON.stringify(spans)).not.toContain('planted');
  expect(server.lines.join('\n')).not.toContain('planted');
});

it('are given up after three seconds if their collector does not answer at the end, and the server stops as ever', async () => {
  const server = await perchServer({
    ...PRODUCTION,
    DATA_DIR: temporaryFolder(),
    NODE_PATH: folderWithSdk(),
    OTEL_TRACES_EXPORTER: 'otlp',
    TEST_COLLECTOR_AWAY: '1',
    DRAIN_SECONDS: '0',
    STOP_SECONDS: '1',
  });
  await server.line('Perch is ready');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.lines).toContain('the last traces were not sent: the collector does not answer');
});

it.each([
  [
    'is not installed',
    {},
    /^no traces are sent: the package @opentelemetry\/sdk-node is not installed; install it in .+/,
  ],
  ['cannot be started', { TEST_SDK_FAILS: '1' }, /^no traces are sent: .+ \(a wrong value of OTEL_TRACES_SAMPLER\)$/],
  [
    'cannot be loaded',
    { BROKEN: '1' },
    /^no traces are sent: @opentelemetry\/sdk-node could not be loaded \(broken\)$/,
  ],
])('are not sent if the SDK %s: one line says so, and the server serves', async (_what, env, says) => {
  const fails = 'TEST_SDK_FAILS' in env ? folderWithSdk() : folderWithSdk("throw new Error('broken')");
  const server = await perchServer({
    ...PRODUCTION,
    DATA_DIR: temporaryFolder(),
    OTEL_TRACES_EXPORTER: 'otlp',
    ...(Object.keys(env).length === 0 ? {} : { NODE_PATH: fails }),
    ...(env as Record<string, string>),
  });
  await server.line('Perch is ready');
  expect(server.lines.filter((line) => says.test(line))).toHaveLength(1);
  expect((await fetch(`http://localhost:${server.port}/api/rules`)).status).toBe(200);
});
