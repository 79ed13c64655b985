import { describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { documentedAnswers, flows, GIVEN, input, portsOf, sentBy, type SentCall } from './documented-answers.ts';

/**
 * Under which key each port repeats its call (P-3), and with whose token: for every port, in a browser with a signed-in
 * member.
 */

const calls = flows.flatMap((flow) => portsOf(flow).map((port) => ({ flow, port, name: `${flow} ${port}` })));

/**
 * - `given`: the chart's, which knows when the call is a new one.
 * - `record`: made from the record that the act changes, forever.
 * - `until answered`: the same input is sent under the same key until the server has reported its outcome.
 * - `always the same`: one for all calls of a run.
 * - `each call`: a new one every time.
 * - `once`: nothing is sent a second time.
 * - `none`: for calls that change nothing.
 */
type Key = 'given' | 'record' | 'until answered' | 'always the same' | 'each call' | 'once' | 'none';

/** Where the key of a call is not the chart's, and why that is safe. */
const KEYS: Readonly<Record<string, { readonly key: Key; readonly why: string }>> = {
  'allow-list keepAllowList': {
    key: 'each call',
    why: 'Keeping it on is the same however often, and an earlier answer may no longer be true.',
  },
  'confirmation beginDraftPasskey': {
    key: 'each call',
    why: 'A challenge moves nothing, and a new one voids the one before.',
  },
  'confirmation confirmDraft': { key: 'record', why: 'A draft is carried out once, whoever confirms it.' },
  'confirmation sendDraftCode': { key: 'each call', why: 'A code moves nothing, and a new one voids the one before.' },
  'deposit cancelDeposit': { key: 'record', why: 'A request is cancelled once.' },
  'deposit createDeposit': { key: 'until answered', why: 'Each request takes one of the few places.' },
  'exchange createExchange': { key: 'each call', why: 'A draft moves nothing, and a new one voids the one before.' },
  'purchase createPurchase': { key: 'each call', why: 'A draft moves nothing, and a new one voids the one before.' },
  'restake createRestake': { key: 'each call', why: 'A draft moves nothing, and a new one voids the one before.' },
  'session refreshToken': {
    key: 'always the same',
    why: 'The key is kept beside the token that it spends: a lost answer is asked for again.',
  },
  'sign-in createToken': {
    key: 'always the same',
    why: 'A session whose answer was lost is replaced by the next one of the run.',
  },
  'sign-in verifyTwoFactor': {
    key: 'always the same',
    why: 'A session whose answer was lost is replaced by the next one of the run.',
  },
  'sign-out revokeToken': {
    key: 'once',
    why: 'Nothing of the session is left to send; what was not told is told later.',
  },
  'sign-up checkIntroducerAndSeatUser': { key: 'none', why: 'It looks names up.' },
  'transfer createTransfer': { key: 'each call', why: 'A draft moves nothing, and a new one voids the one before.' },
  'withdrawal createWithdrawal': {
    key: 'each call',
    why: 'A draft moves nothing, and a new one voids the one before.',
  },
};

/**
 * Calls that must not reveal their caller, besides those that are open to everybody: the act itself has ended the
 * session, or the caller has a link.
 */
const NOBODYS: readonly string[] = [
  'account-freeze getRequestOutcome',
  'account-thaw getRequestOutcome',
  'freeze-link getRequestOutcome',
];

const opened = new Set(
  Object.values(description.paths).flatMap((methods) =>
    Object.values(
      methods as Readonly<Record<string, { readonly operationId: string; readonly security?: readonly object[] }>>,
    ).flatMap(({ operationId, security }) => (security?.length === 0 ? [operationId] : [])),
  ),
);

function keyOf(sent: readonly SentCall[]): Key {
  const [first, second, third, fourth] = sent;
  if (first === undefined || first.key === null) return 'none';
  if (sent.every(({ key }) => key === GIVEN.key)) return 'given';
  if (sent.every(({ key }) => key?.includes(GIVEN.record) === true)) return 'record';
  if (second === undefined) return 'once';
  if (first.key !== second.key) return 'each call';
  if (third?.key !== second.key) throw new Error('the key changed before there was an answer');
  return fourth?.key === third.key ? 'always the same' : 'until answered';
}

/** Two lost responses, one that reports the outcome of the call, and one more. */
async function sentOf({ flow, port }: (typeof calls)[number]): Promise<readonly SentCall[]> {
  const refused = documentedAnswers(port).find(({ label }) => label === '500 internal');
  if (refused === undefined) throw new Error(`${port} documents no 500`);
  return sentBy(flow, port, ['lost', 'lost', refused, refused]);
}

describe('what a port sends', () => {
  it.each(calls)('$name', async (call) => {
    const sent = await sentOf(call);
    const isRead = sent.every(({ method }) => method === 'GET');
    const isNobodys = opened.has(call.port) || NOBODYS.includes(call.name);
    expect({ key: keyOf(sent), bearers: [...new Set(sent.map(({ bearer }) => bearer))] }).toEqual({
      key: KEYS[call.name]?.key ?? (isRead ? 'none' : 'given'),
      bearers: [isNobodys ? null : 'Bearer pat_one'],
    });
  });
});

it('a draft is confirmed under one key, whatever code confirms it (P-3)', async () => {
  const keys = await Promise.all(
    ['482913', '739104', null].map(async (code) => {
      const [sent] = await sentBy('confirmation', 'confirmDraft', ['lost'], { ...input, code });
      expect(sent?.body).toEqual({ code });
      return sent?.key;
    }),
  );
  expect(new Set(keys).size).toBe(1);
});

it('the lists name only existing calls', () => {
  const names = calls.map(({ name }) => name);
  expect([...Object.keys(KEYS), ...NOBODYS].filter((name) => !names.includes(name))).toEqual([]);
});

it.each<[string, readonly (string | null)[], Key]>([
  ['a key made again after a lost answer', ['new-1', 'new-2', 'new-3', 'new-4'], 'each call'],
  ['a key that is kept forever', ['new-1', 'new-1', 'new-1', 'new-1'], 'always the same'],
  ['no key', [null, null, null, null], 'none'],
])('%s is recognized', (_, keys, expected) => {
  expect(keyOf(keys.map((key) => ({ method: 'POST', target: '/', body: null, key, bearer: null })))).toBe(expected);
});
