import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevelopmentChain } from '#server/domain/chain/development/launch.ts';
import { payAddress, type Payment } from '#server/domain/chain/development/pay.ts';
import { readChainSettings } from '#server/domain/chain/settings.ts';
import { openTestChain, until, type TestChain } from './support.ts';

describe('the development chain', () => {
  let chain: TestChain;
  beforeAll(async () => void (chain = await openTestChain({ blockSeconds: 1 })));
  afterAll(() => chain.remove());

  it('makes blocks while a payment waits for them, and no more afterwards', async () => {
    const height = async () => Number(await chain.rpc('bitcoin')('getblockcount', []));
    await payAddress(
      { bitcoin: chain.url('bitcoin'), ethereum: null },
      { address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', amount: '1', asset: 'BTC' },
    );
    const paidAt = await height();
    await until('the blocks on top come', async () => (await height()) === paidAt + 2);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await height()).toBe(paidAt + 2);
  });

  it.each<[string, Partial<Payment>, RegExp]>([
    [
      'another network’s address',
      { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      /is an address of bitcoin, not of this development chain/,
    ],
    ['a mistyped address', { address: 'bcrt1qw509d6qejxtdg4y5r3zarvary0c5xw7kygt080' }, /checksum/],
    ['nothing', { amount: '0' }, /not an amount of BTC/],
    ['too many decimals', { amount: '0.000000001' }, /at most 8 decimals/],
    ['more than there is', { amount: '99999999' }, /Insufficient funds/],
    [
      'a chain that does not run',
      { address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', asset: 'ETH' },
      /does not run here/,
    ],
  ])('refuses to pay %s', async (_what, change, message) => {
    const payment: Payment = {
      address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      amount: '1',
      asset: 'BTC',
      ...change,
    };
    await expect(payAddress({ bitcoin: chain.url('bitcoin'), ethereum: null }, payment)).rejects.toThrow(message);
  });

  it('answers no browser page', async () => {
    const body = JSON.stringify({ id: 1, method: 'getblockcount', params: [] });
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example' };
    expect((await fetch(String(chain.url('bitcoin')), { method: 'POST', headers, body })).status).toBe(403);
  });

  it('ends with the process that started it, however that process ends', { timeout: 180_000 }, async () => {
    const program = `
      import { startDevelopmentChain } from './server/domain/chain/development/launch.ts';
      const chain = startDevelopmentChain({ folder: process.argv[1], blockSeconds: 0, bitcoinBlocks: 2, ethereumBlocks: 3 }, () => undefined);
      setInterval(() => { const url = chain.urlOf('ethereum'); if (url !== null) console.log(url); }, 50);
    `;
    const parent = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program, `${chain.folder}/child`],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const url = await new Promise<string>((resolve) =>
      parent.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).split('\n')[0] ?? '')),
    );
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBeGreaterThan(0);
    parent.kill('SIGKILL');
    await until('the node is gone', () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        () => false,
        () => true,
      ),
    );
  });
});

describe('a development chain that is stopped while it starts', () => {
  it.each([0, 1_200, 1_600, 2_000])('leaves nothing behind, after %i ms', async (milliseconds) => {
    const folder = mkdtempSync(join(tmpdir(), 'perch-chain-'));
    process.env['PERCH_TEST_MARK'] = folder;
    const started = startDevelopmentChain(
      { folder, blockSeconds: 0, bitcoinBlocks: 0, ethereumBlocks: 3 },
      () => undefined,
    );
    delete process.env['PERCH_TEST_MARK'];
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await started.stop();
    await until('all processes of the chain are gone', () => processesWith(folder).length === 0);
    rmSync(folder, { recursive: true, force: true });
  });
});

/** The processes whose environment contains a text. */
function processesWith(text: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(text);
    } catch {
      // It has ended in the meantime.
      return false;
    }
  });
}

describe('the settings of chains', () => {
  const ZPUB =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
  const read = (env: Record<string, string>, developmentAllowed = false) =>
    readChainSettings(env, { developmentAllowed });

  it('close deposits if nothing is set and no development chain may run', () => {
    expect(read({})).toMatchObject({ bitcoin: null, ethereum: null });
    expect(read({ DEV_CHAIN: 'off' }, true)).toMatchObject({ bitcoin: null, ethereum: null });
  });

  it('use the development chain if no node is set', () => {
    expect(read({}, true)).toMatchObject({
      bitcoin: { network: 'regtest', rpcUrl: null },
      ethereum: { chainId: 31_337, rpcUrl: null },
    });
  });

  it('use the operator’s key and node', () => {
    expect(read({ BTC_XPUB: ZPUB, BTC_RPC_URL: 'http://user:secret@10.0.0.4:8332' })).toMatchObject({
      bitcoin: { network: 'mainnet', confirmations: 3 },
      ethereum: null,
    });
  });

  it.each<[Record<string, string>, string]>([
    [{ BTC_XPUB: ZPUB }, 'BTC_RPC_URL is required with BTC_XPUB'],
    [{ ETH_RPC_URL: 'http://10.0.0.4' }, 'ETH_XPUB is required with ETH_RPC_URL'],
    [{ BTC_XPUB: ZPUB, BTC_RPC_URL: 'node:secret' }, 'BTC_RPC_URL must look like'],
    [
      { BTC_XPUB: ZPUB, BTC_RPC_URL: 'http://10.0.0.4', BTC_NETWORK: 'testnet' },
      'BTC_XPUB must begin with tpub or vpub',
    ],
    [
      { BTC_XPUB: ZPUB, BTC_RPC_URL: 'http://10.0.0.4', BTC_CONFIRMATIONS: '0' },
      'BTC_CONFIRMATIONS must be a whole number from 1 to 144',
    ],
    [{ DEV_CHAIN: 'maybe' }, 'DEV_CHAIN must be on or off'],
    [{ BTC_BLOCK_AGE_MINUTES: '1.5' }, 'BTC_BLOCK_AGE_MINUTES must be a whole number from 0 to 10080'],
    [{ ETH_BLOCK_AGE_MINUTES: '10081' }, 'ETH_BLOCK_AGE_MINUTES must be a whole number from 0 to 10080'],
  ])('refuse %j', (env, message) => expect(() => read(env)).toThrow(message));
});
