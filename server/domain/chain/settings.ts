// The settings of the chains, which server/entry/opening/settings.ts reads with the others.
import { MAINNET_USDT } from '#money/payment-codes.ts';
import { ConfigError, text, type Environment } from '#server/platform/config/config-values.ts';
import { readLink } from '#server/platform/config/links.ts';
import { BLOCKS_KEPT } from './cursor.ts';
import { bitcoinKey, ethereumKey, KeyError, type AddressKey } from './keys.ts';
import { checkEthereumAddress, type BitcoinNetwork } from './validate.ts';

export interface BitcoinSettings {
  network: BitcoinNetwork;
  key: AddressKey;
  /** Null: the development chain of this machine. */
  rpcUrl: string | null;
  confirmations: number;
  /** How old the node's newest block may be; 0: of any age, for a chain whose blocks come on demand. */
  blockAgeMinutes: number;
}

export interface EthereumSettings {
  chainId: number;
  key: AddressKey;
  /** Null: the development chain of this machine. */
  rpcUrl: string | null;
  /** Null: no USDT on this chain. */
  usdtContract: string | null;
  confirmations: number;
  /** How old the node's newest block may be; 0: of any age, for a chain whose blocks come on demand. */
  blockAgeMinutes: number;
}

export interface ChainSettings {
  /** Null: deposits of BTC are closed. */
  bitcoin: BitcoinSettings | null;
  /** Null: deposits of ETH and USDT are closed. */
  ethereum: EthereumSettings | null;
  /** How often the development chain makes a block while a payment waits for it; 0: on demand only, for tests. */
  developmentBlockSeconds: number;
}

/** The number of Ethereum's main network. */
export const MAINNET_CHAIN_ID = 1;
const DEFAULT_CONFIRMATIONS = { bitcoin: 3, ethereum: 12 };
const DEFAULT_BLOCK_SECONDS = 5;
/**
 * Ethereum has a block every twelve seconds. Bitcoin has one in ten minutes on average, but goes without one for more
 * than an hour every few weeks, and for two once in some years.
 */
const DEFAULT_BLOCK_AGE_MINUTES = { bitcoin: 120, ethereum: 5 };
const WEEK_MINUTES = 10_080;
const ANY_AGE = 0;

/** Public keys of the development chain, whose coins are worth nothing; the private ones are used for nothing else. */
const DEVELOPMENT_BITCOIN_KEY =
  'tpubDC2cNJ1RHcKEatt2HTEJiWwcgh9THzxWY9pCdkjFWJUm55VmY5DM3WrDScP5TmnA3WPybVM7DKfKbaC3mWcVbubvML6x1VqYTZC2Pgh9Bvt';
const DEVELOPMENT_ETHEREUM_KEY =
  'xpub6D98abMebxRCbMm5Z5UzCiV3QNCCTzfY4JA5JNhrgrajcVfgYfJLnqYPcq9xPSAoD3tukEtY4uytazyc1tX7bdVq2gawjB1jVMVD3FXmge5';
export const DEVELOPMENT_CHAIN_ID = 31_337;
/** The chains that anvil, Hardhat, Ganache and Geth make for development: their blocks come on demand. */
const ON_DEMAND_CHAIN_IDS: readonly number[] = [DEVELOPMENT_CHAIN_ID, 1_337];
const DEVELOPMENT_CONFIRMATIONS = { bitcoin: 2, ethereum: 3 };
/** The address of the first contract of the development chain's rich account. */
export const DEVELOPMENT_USDT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/**
 * Reads the settings of the chains. If no node and no key is set, the development chain is used where it is allowed;
 * elsewhere deposits are closed.
 *
 * @param developmentAllowed on this machine alone, with the embedded database and not in production
 * @throws ConfigError for the first invalid value
 */
export function readChainSettings(
  env: Environment,
  { developmentAllowed }: { developmentAllowed: boolean },
): ChainSettings {
  const development = readDevelopmentSwitch(env) && developmentAllowed;
  return {
    bitcoin: readBitcoin(env, development),
    ethereum: readEthereum(env, development),
    developmentBlockSeconds: readNumber(env, 'DEV_BLOCK_SECONDS', { least: 1, most: 3600 }) ?? DEFAULT_BLOCK_SECONDS,
  };
}

function readBitcoin(env: Environment, development: boolean): BitcoinSettings | null {
  const node = readNode(env, { key: 'BTC_XPUB', url: 'BTC_RPC_URL' });
  const confirmations = readConfirmations(env, 'BTC_CONFIRMATIONS');
  const age = readNumber(env, 'BTC_BLOCK_AGE_MINUTES', { least: ANY_AGE, most: WEEK_MINUTES });
  if (node === null) {
    if (!development) return null;
    const key = bitcoinKey(DEVELOPMENT_BITCOIN_KEY, 'regtest');
    return {
      ...{ network: 'regtest', key, rpcUrl: null, blockAgeMinutes: age ?? ANY_AGE },
      confirmations: confirmations ?? DEVELOPMENT_CONFIRMATIONS.bitcoin,
    };
  }
  const network = readBitcoinNetwork(env);
  const key = readKey('BTC_XPUB', () => bitcoinKey(node.key, network));
  return {
    ...{ network, key, rpcUrl: node.url, confirmations: confirmations ?? DEFAULT_CONFIRMATIONS.bitcoin },
    blockAgeMinutes: age ?? (network === 'regtest' ? ANY_AGE : DEFAULT_BLOCK_AGE_MINUTES.bitcoin),
  };
}

function readEthereum(env: Environment, development: boolean): EthereumSettings | null {
  const node = readNode(env, { key: 'ETH_XPUB', url: 'ETH_RPC_URL' });
  const confirmations = readConfirmations(env, 'ETH_CONFIRMATIONS');
  const age = readNumber(env, 'ETH_BLOCK_AGE_MINUTES', { least: ANY_AGE, most: WEEK_MINUTES });
  if (node === null) {
    if (!development) return null;
    return {
      chainId: DEVELOPMENT_CHAIN_ID,
      key: ethereumKey(DEVELOPMENT_ETHEREUM_KEY),
      rpcUrl: null,
      usdtContract: DEVELOPMENT_USDT,
      confirmations: confirmations ?? DEVELOPMENT_CONFIRMATIONS.ethereum,
      blockAgeMinutes: age ?? ANY_AGE,
    };
  }
  const chainId = readNumber(env, 'ETH_CHAIN_ID', { least: 1, most: Number.MAX_SAFE_INTEGER }) ?? MAINNET_CHAIN_ID;
  const key = readKey('ETH_XPUB', () => ethereumKey(node.key));
  return {
    chainId,
    key,
    rpcUrl: node.url,
    usdtContract: readContract(env, chainId),
    confirmations: confirmations ?? DEFAULT_CONFIRMATIONS.ethereum,
    blockAgeMinutes: age ?? (ON_DEMAND_CHAIN_IDS.includes(chainId) ? ANY_AGE : DEFAULT_BLOCK_AGE_MINUTES.ethereum),
  };
}

/** Both or neither: coins paid to addresses that nobody watches would not be credited. */
function readNode(
  env: Environment,
  names: { key: string; url: 'BTC_RPC_URL' | 'ETH_RPC_URL' },
): { key: string; url: string } | null {
  const key = text(env, names.key);
  const url = readLink(env, names.url);
  if (key === null && url === null) return null;
  if (key === null)
    throw new ConfigError(
      `${names.key} is required with ${names.url}: the public key of the account whose addresses are used`,
    );
  if (url === null) throw new ConfigError(`${names.url} is required with ${names.key}: the node that reports payments`);
  return { key, url };
}

function readKey(name: string, read: () => AddressKey): AddressKey {
  try {
    return read();
  } catch (error) {
    if (error instanceof KeyError) throw new ConfigError(`${name} ${error.message}`);
    throw error;
  }
}

function readBitcoinNetwork(env: Environment): BitcoinNetwork {
  const value = text(env, 'BTC_NETWORK') ?? 'mainnet';
  const network = (['mainnet', 'testnet', 'regtest'] as const).find((candidate) => candidate === value);
  if (network === undefined)
    throw new ConfigError(`BTC_NETWORK must be mainnet, testnet or regtest, not ${JSON.stringify(value)}`);
  return network;
}

function readContract(env: Environment, chainId: number): string | null {
  const value = text(env, 'USDT_CONTRACT');
  if (value === null) return chainId === MAINNET_CHAIN_ID ? MAINNET_USDT : null;
  const check = checkEthereumAddress(value);
  if (check.kind !== 'ok')
    throw new ConfigError(`USDT_CONTRACT must be the address of a contract, not ${JSON.stringify(value)}`);
  return check.address;
}

function readConfirmations(env: Environment, name: string): number | null {
  // A reorganization deeper than the kept blocks could not be distinguished from another chain.
  return readNumber(env, name, { least: 1, most: BLOCKS_KEPT });
}

function readDevelopmentSwitch(env: Environment): boolean {
  const value = text(env, 'DEV_CHAIN') ?? 'on';
  if (value !== 'on' && value !== 'off')
    throw new ConfigError(`DEV_CHAIN must be on or off, not ${JSON.stringify(value)}`);
  return value === 'on';
}

function readNumber(env: Environment, name: string, range: { least: number; most: number }): number | null {
  const value = text(env, name);
  if (value === null) return null;
  const number = Number(value);
  if (!/^\d{1,16}$/.test(value) || number < range.least || number > range.most) {
    throw new ConfigError(
      `${name} must be a whole number from ${range.least} to ${range.most}, not ${JSON.stringify(value)}`,
    );
  }
  return number;
}
