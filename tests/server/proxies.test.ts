import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { idsOfProxy, proxyTest } from '#server/entry/http/proxies.ts';

/** The ids that a proxy gives to a call are logged, so only a trusted one may choose them, and not everything fits. */

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;
const isProxy = proxyTest({ trustProxy: ['10.0.0.0/8', '::1'] });

function ids(headers: Record<string, string | string[]>, remoteAddress = '10.1.2.3') {
  return idsOfProxy({ headers, socket: { remoteAddress } } as unknown as IncomingMessage, isProxy);
}

describe('a trusted proxy', () => {
  it.each(['f3a1-77', '0af7651916cd43dd8448eb211c80319c', 'Root=1-67891233-abcdef012345678912345678', 'a+b/c=@x:1'])(
    'names the call: %s',
    (id) => {
      expect(ids({ 'x-request-id': id })).toEqual({ requestId: id, traceId: null, trace: {} });
    },
  );

  it('names the trace', () => {
    expect(ids({ traceparent: PARENT, tracestate: 'a=b' })).toEqual({
      requestId: null,
      traceId: TRACE,
      trace: { traceparent: PARENT, tracestate: 'a=b' },
    });
    // A later version may say more, which is for those who know it.
    expect(ids({ traceparent: `42-${TRACE}-b7ad6b7169203331-01-more` }).traceId).toBe(TRACE);
  });

  it.each([
    ['nothing', ''],
    ['a line of its own', 'a\r\n{"level":50}'],
    ['a control character', 'a\u001b[31m'],
    ['another script', 'ｉｄ'],
    ['quotes', 'a"b'],
    ['a megabyte', 'a'.repeat(1_000_000)],
  ])('is not believed if it says %s', (_what, id) => {
    expect(ids({ 'x-request-id': id }).requestId).toBeNull();
  });

  it('is not believed if it says two things', () => {
    expect(ids({ 'x-request-id': ['a', 'b'], traceparent: [PARENT, PARENT] })).toEqual(ids({}));
  });

  it.each([
    ['zero ids', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['a zero parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the forbidden version', `ff-${TRACE}-b7ad6b7169203331-01`],
    ['capitals', `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`],
    ['too few digits', `00-${TRACE.slice(1)}-b7ad6b7169203331-01`],
    ['a megabyte more', `01-${TRACE}-b7ad6b7169203331-01-${'a'.repeat(1_000_000)}`],
  ])('is not believed in a trace with %s', (_what, traceparent) => {
    expect(ids({ traceparent })).toEqual(ids({}));
  });

  it('keeps its trace if only its state is too long', () => {
    expect(ids({ traceparent: PARENT, tracestate: `a=${'b'.repeat(600)}` })).toMatchObject({
      traceId: TRACE,
      trace: { traceparent: PARENT },
    });
  });
});

it('nobody else is believed', () => {
  for (const address of ['203.0.113.7', '', '11.0.0.1'])
    expect(ids({ 'x-request-id': 'mine', traceparent: PARENT }, address)).toEqual(ids({}));
  expect(ids({ 'x-request-id': 'mine' }, '::1').requestId).toBe('mine');
  expect(proxyTest({ trustProxy: false })('10.0.0.1')).toBe(false);
});
