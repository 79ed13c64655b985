import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import { fromUnits, toUnits } from '#server/domain/chain/amounts.ts';
import { createChain } from '#server/domain/chain/create-chain.ts';
import { bitcoinKey, ethereumKey } from '#server/domain/chain/keys.ts';
import { resembles } from '#server/domain/chain/likeness.ts';
import { bitcoinUri, etherUri, tokenUri } from '#server/domain/chain/payment-uri.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import { systemClock } from '#server/platform/system/clock.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import {
  checkBitcoinAddress,
  checkEthereumAddress,
  type AddressCheck,
  type BitcoinNetwork,
} from '#server/domain/chain/validate.ts';

/** BIP-84, "Test vectors": the account of the mnemonic "abandon … about". */
const BIP84_ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
/** BIP-39's seed of the same mnemonic with an empty passphrase. */
const ABANDON_SEED =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const abandon = HDKey.fromMasterSeed(Buffer.from(ABANDON_SEED, 'hex'));
const ETH_XPUB = abandon.derive("m/44'/60'/0'").publicExtendedKey;

describe('addresses of extended public keys', () => {
  it('are those of BIP-84', () => {
    const key = bitcoinKey(BIP84_ZPUB, 'mainnet');
    expect(key.derive(0).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(key.derive(1).address).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  });

  it('are the same for the same key under either of its names', () => {
    const xpub = abandon.derive("m/84'/0'/0'").publicExtendedKey;
    expect(bitcoinKey(xpub, 'mainnet')).toMatchObject({ fingerprint: bitcoinKey(BIP84_ZPUB, 'mainnet').fingerprint });
    expect(bitcoinKey(xpub, 'mainnet').derive(7)).toEqual(bitcoinKey(BIP84_ZPUB, 'mainnet').derive(7));
  });

  it('are the published ones of BIP-44 on Ethereum', () => {
    const key = ethereumKey(ETH_XPUB);
    expect(key.derive(0).address).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    expect(key.derive(1).address).toBe('0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0');
    expect(key.derive(0).lookup).toBe('0x9858effd232b4033e47d90003d41ec34ecaeda94');
  });

  it.each([
    ['a private key', abandon.derive("m/84'/0'/0'").privateExtendedKey, /private/],
    ['a key of another network', BIP84_ZPUB, /must begin with tpub or vpub/, 'testnet' as BitcoinNetwork],
    ['a key of another step', abandon.derive("m/84'/0'/0'/0").publicExtendedKey, /account.*not 4/],
    ['a mistyped key', BIP84_ZPUB.replace('rFR7', 'rFR8'), /not an extended public key/],
    ['nonsense', 'zpub', /not an extended public key/],
  ])('are refused for %s, without repeating it', (_what, text, message, network: BitcoinNetwork = 'mainnet') => {
    expect(() => bitcoinKey(text, network)).toThrow(message);
    expect(() => bitcoinKey(text, network)).not.toThrow(text);
  });
});

/** Base58 with its checksum for a version byte, made here as the tests of other networks need it. */
const base58Address = (version: number) =>
  createBase58check(sha256).encode(Uint8Array.of(version, ...new Uint8Array(20).fill(7)));

describe('a Bitcoin address', () => {
  const ok = (address: string): AddressCheck => ({ kind: 'ok', address });
  const P2WPKH = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
  it.each<[string, string, BitcoinNetwork, AddressCheck]>([
    ['P2WPKH', P2WPKH, 'mainnet', ok(P2WPKH)],
    ['capitals, as QR codes carry it', P2WPKH.toUpperCase(), 'mainnet', ok(P2WPKH)],
    ['blanks around it', ` ${P2WPKH}\n`, 'mainnet', ok(P2WPKH)],
    ['mixed cases', P2WPKH.replace('w508', 'W508'), 'mainnet', { kind: 'malformed' }],
    ['a wrong character', P2WPKH.replace('w508', 'w509'), 'mainnet', { kind: 'badChecksum' }],
    ['taproot', TAPROOT, 'mainnet', ok(TAPROOT)],
    [
      'taproot with the checksum of version 0',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'mainnet',
      { kind: 'malformed' },
    ],
    [
      'version 0 with the checksum of version 1',
      'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqk5jj0x',
      'mainnet',
      { kind: 'badChecksum' },
    ],
    ['a later version', 'BC1SW50QGDZ25J', 'mainnet', { kind: 'malformed' }],
    [
      'of the test network',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'mainnet',
      { kind: 'wrongNetwork', network: 'bitcoin-testnet' },
    ],
    ['of the main network on the test network', P2WPKH, 'testnet', { kind: 'wrongNetwork', network: 'bitcoin' }],
    [
      'of regtest',
      'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      'testnet',
      { kind: 'wrongNetwork', network: 'bitcoin-regtest' },
    ],
    ['P2PKH', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'mainnet', ok('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')],
    ['P2SH', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'mainnet', ok('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')],
    ['P2PKH with a wrong character', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'mainnet', { kind: 'badChecksum' }],
    ['P2PKH of test networks', base58Address(0x6f), 'mainnet', { kind: 'wrongNetwork', network: 'bitcoin-testnet' }],
    ['P2SH of test networks, on regtest', base58Address(0xc4), 'regtest', ok(base58Address(0xc4))],
    ['of another coin', base58Address(0x30), 'mainnet', { kind: 'malformed' }],
    [
      'of Ethereum',
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      'mainnet',
      { kind: 'wrongNetwork', network: 'ethereum' },
    ],
    ['nothing', '', 'mainnet', { kind: 'malformed' }],
    ['another script’s digits', 'bc１qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mainnet', { kind: 'malformed' }],
    ['very long', '1'.repeat(5_000), 'mainnet', { kind: 'malformed' }],
  ])('%s', (_what, text, network, expected) => expect(checkBitcoinAddress(text, network)).toEqual(expected));
});

describe('an Ethereum address', () => {
  /** EIP-55's own examples. */
  const EIP55 = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ];
  it.each(EIP55)('%s with its checksum, and in one case', (address) => {
    expect(checkEthereumAddress(address)).toEqual({ kind: 'ok', address });
    expect(checkEthereumAddress(address.toLowerCase())).toEqual({ kind: 'ok', address });
    expect(checkEthereumAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual({ kind: 'ok', address });
  });
  it.each<[string, string, AddressCheck]>([
    ['a wrong case', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', { kind: 'badChecksum' }],
    ['one digit short', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', { kind: 'malformed' }],
    ['no 0x', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', { kind: 'malformed' }],
    ['of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', { kind: 'wrongNetwork', network: 'bitcoin' }],
    [
      'of Bitcoin’s test network',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      { kind: 'wrongNetwork', network: 'bitcoin-testnet' },
    ],
  ])('%s', (_what, text, expected) => expect(checkEthereumAddress(text)).toEqual(expected));

  it('is no payee if it is the contract of the token', () => {
    const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    const chain = createChain({
      settings: {
        bitcoin: null,
        ethereum: {
          chainId: 1,
          key: ethereumKey(ETH_XPUB),
          rpcUrl: null,
          usdtContract: TOKEN.toLowerCase(),
          confirmations: 12,
          blockAgeMinutes: 5,
        },
        developmentBlockSeconds: 0,
      },
      clock: systemClock,
      random: systemRandom,
      rulesAt: ownRulesAt,
      developmentUrl: () => null,
      bus: { subscribe: () => () => undefined },
      trustedNow: () => Promise.resolve(systemClock.now()),
    });
    for (const text of [TOKEN, TOKEN.toLowerCase()])
      expect(chain.validateAddress('ethereum', text)).toEqual({ kind: 'malformed' });
    expect(chain.validateAddress('ethereum', EIP55[0] ?? '')).toEqual({ kind: 'ok', address: EIP55[0] });
  });
});

describe('payment links', () => {
  const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  it('are those of BIP-21 and EIP-681, with exact amounts', () => {
    expect(bitcoinUri('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '0.01000000')).toBe(
      'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.01',
    );
    expect(bitcoinUri('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '10')).toMatch(/amount=10$/);
    expect(etherUri(ETH, { amount: '1.000000000000000001', chainId: 1 })).toBe(
      `ethereum:${ETH}@1?value=1000000000000000001`,
    );
    expect(tokenUri(ETH, { amount: '250.5', chainId: 1, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' })).toBe(
      `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${ETH}&uint256=250500000`,
    );
  });

  it.each(['', '-1', '1e3', '1.', '.5', '0.000000001', '１'])('refuse %j as an amount', (amount) => {
    expect(() => bitcoinUri('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', amount)).toThrow('not an amount');
  });

  it('convert to the smallest unit and back', () => {
    expect(fromUnits(toUnits('0.1', 18), 18)).toBe('0.100000000000000000');
    expect(fromUnits(1n, 8)).toBe('0.00000001');
  });
});

describe('similarity', () => {
  it.each([
    ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x9858000000000000000000000000000000000a94', false],
    ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x985800000000000000000000000000000000dA94', true],
    ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', false],
    ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qcr8t00000000000000000000000000000006fyu', true],
    ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvr306fyu', false],
  ])('%s and %s: %s', (a, b, alike) => {
    expect(resembles(a, b)).toBe(alike);
    expect(resembles(b, a)).toBe(alike);
  });
});
