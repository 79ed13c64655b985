// What happens to a payout when its node falls silent: nothing that may have been paid is sent again (D-05).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payAddress } from '#server/domain/chain/development/pay.ts';
import { payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { setRates } from '../support/money.ts';
import { accepted, approve, HOURS_240 } from '../support/withdrawals.ts';
import { createWorld, type World } from '../support/world.ts';

/** What the node does with one of its calls: it refuses it, or says nothing, before or after it has carried it out. */
type Fault = 'refuses' | 'is silent before' | 'is silent after';

const BITCOIN_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
/** The calls of a payment, in their order, with what a healthy node answers. */
const NODES = {
  BTC: { getnewaddress: BITCOIN_ADDRESS, sendtoaddress: 'sent', generatetoaddress: [] },
  USDT: {
    eth_accounts: [ethereumAddress()],
    eth_sendTransaction: 'sent',
    eth_getTransactionReceipt: { status: '0x1' },
  },
} as const;
type Paid = keyof typeof NODES;
const PAYS: readonly string[] = ['sendtoaddress', 'eth_sendTransaction'];

let world: World;
let node: Server;
/** The calls of payments that were carried out, each counted as one payment. */
let paid = 0;
let fault: { readonly method: string; readonly fault: Fault } | null = null;

beforeAll(async () => {
  world = await createWorld();
  const answers: Readonly<Record<string, unknown>> = { ...NODES.BTC, ...NODES.USDT };
  node = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { method } = JSON.parse(Buffer.concat(chunks).toString()) as { method: string };
      const wrong = fault?.method === method ? fault.fault : null;
      if (PAYS.includes(method) && (wrong === null || wrong === 'is silent after')) paid += 1;
      if (wrong === null) response.end(JSON.stringify({ result: answers[method] }));
      else if (wrong === 'refuses') response.end(JSON.stringify({ error: { code: -1, message: 'no' } }));
      else request.socket.destroy();
    });
  });
  await new Promise<void>((listening) => node.listen(0, '127.0.0.1', listening));
});
beforeEach(async () => {
  await setRates(world);
  paid = 0;
});
afterAll(async () => {
  node.closeAllConnections();
  node.close();
  await world.close();
});

/** Pays what is due, with a fault of the node; how many payments it has carried out by then. */
async function runWith(wrong: typeof fault): Promise<number> {
  fault = wrong;
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const payer = {
    pay: (payment: Parameters<typeof payAddress>[1]) => payAddress({ bitcoin: url, ethereum: url }, payment),
  };
  await payDueWithdrawals(world.services, payer).catch((error: unknown) => expect(wrong, String(error)).not.toBeNull());
  return paid;
}

async function due(asset: Paid): Promise<() => Promise<unknown>> {
  const { who, id } = await accepted(
    world,
    asset === 'BTC'
      ? { asset, network: 'bitcoin', address: BITCOIN_ADDRESS, amount: '0.1' }
      : { asset, address: ethereumAddress() },
    asset === 'BTC' ? { BTC: '1' } : { USDT: '10000' },
  );
  await approve(world, id);
  world.clock.advance(HOURS_240);
  const receipt = async () => {
    const { accessToken: token } = await who.browser.session(who.member);
    const { body } = await who.browser.call('getReceipt', { path: { id }, token });
    return { status: body.status, overdue: body.withdrawal?.overdue };
  };
  return receipt;
}

const PAID = { status: 'completed', overdue: false };
/** An operator checks whether it was paid, and records its transaction. */
const WAITS = { status: 'approved', overdue: true };

describe.each(Object.keys(NODES) as Paid[])('a payout in %s', (asset) => {
  const methods = Object.keys(NODES[asset]);
  const pays = methods.findIndex((method) => PAYS.includes(method));
  const cases = methods.flatMap((method, place) =>
    (['refuses', 'is silent before', 'is silent after'] as const).map((each) => {
      const isAsked = place > pays || (place === pays && each !== 'refuses');
      const before = place > pays || (place === pays && each === 'is silent after') ? 1 : 0;
      return { method, each, before, later: isAsked ? before : 1, becomes: isAsked ? WAITS : PAID };
    }),
  );

  it.each(cases)('whose node $each $method', async ({ method, each, before, later, becomes }) => {
    const receipt = await due(asset);
    expect(await runWith({ method, fault: each })).toBe(before);
    expect(await runWith(null)).toBe(later);
    expect(await receipt()).toEqual(becomes);
    world.clock.advance(HOURS_240);
    expect(await runWith(null)).toBe(later);
  });
});

it('a payout that nothing is known of does not delay the others', async () => {
  const first = await due('USDT');
  const second = await due('BTC');
  await runWith({ method: 'eth_sendTransaction', fault: 'is silent after' });
  expect([await first(), await second()]).toEqual([WAITS, PAID]);
});
