// How old the newest block of a node may be: by its chain, unless the operator says otherwise.
import { expect, it } from 'vitest';
import { readChainSettings } from '#server/domain/chain/settings.ts';
import { blockAgeOf } from '#server/domain/chain/stopped.ts';
import { systemClock } from '#server/platform/system/clock.ts';

const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const TPUB =
  'tpubDC2cNJ1RHcKEatt2HTEJiWwcgh9THzxWY9pCdkjFWJUm55VmY5DM3WrDScP5TmnA3WPybVM7DKfKbaC3mWcVbubvML6x1VqYTZC2Pgh9Bvt';
const XPUB =
  'xpub6D98abMebxRCbMm5Z5UzCiV3QNCCTzfY4JA5JNhrgrajcVfgYfJLnqYPcq9xPSAoD3tukEtY4uytazyc1tX7bdVq2gawjB1jVMVD3FXmge5';
const BTC = { BTC_XPUB: ZPUB, BTC_RPC_URL: 'http://10.0.0.4:8332' };
const REGTEST = { ...BTC, BTC_XPUB: TPUB, BTC_NETWORK: 'regtest' };
const ETH = { ETH_XPUB: XPUB, ETH_RPC_URL: 'http://10.0.0.4:8545' };

const secondsOf = (env: Record<string, string>, network: 'bitcoin' | 'ethereum', developmentAllowed = false) => {
  const now = () => Promise.resolve(systemClock.now());
  return blockAgeOf(readChainSettings(env, { developmentAllowed }), network, now)?.longestSeconds ?? null;
};

it.each<[Record<string, string>, number | null]>([
  [BTC, 7_200],
  [{ ...BTC, BTC_BLOCK_AGE_MINUTES: '240' }, 14_400],
  [{ ...BTC, BTC_BLOCK_AGE_MINUTES: '0' }, null],
  [REGTEST, null],
  [{ ...REGTEST, BTC_BLOCK_AGE_MINUTES: '30' }, 1_800],
])('%j: that of Bitcoin at most %s seconds', (env, seconds) => expect(secondsOf(env, 'bitcoin')).toBe(seconds));

it.each<[Record<string, string>, number | null]>([
  [ETH, 300],
  [{ ...ETH, ETH_CHAIN_ID: '11155111' }, 300],
  [{ ...ETH, ETH_CHAIN_ID: '31337' }, null],
  [{ ...ETH, ETH_CHAIN_ID: '1337' }, null],
  [{ ...ETH, ETH_CHAIN_ID: '1337', ETH_BLOCK_AGE_MINUTES: '10' }, 600],
  [{ ...ETH, ETH_CHAIN_ID: '4242', ETH_BLOCK_AGE_MINUTES: '0' }, null],
])('%j: that of Ethereum at most %s seconds', (env, seconds) => expect(secondsOf(env, 'ethereum')).toBe(seconds));

it.each(['bitcoin', 'ethereum'] as const)('that of %s of any age on the development chain', (network) => {
  expect(secondsOf({}, network, true)).toBeNull();
});
