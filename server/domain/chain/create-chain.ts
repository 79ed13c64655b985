// Builds the chain from the settings: nodes, keys, and their watchers.
import type { Bus } from '#server/platform/bus/bus.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import type { Clock } from '#server/platform/system/clock.ts';
import type { Random } from '#server/platform/system/random.ts';
import { createBitcoinSource } from './bitcoin-source.ts';
import type { BlockSource } from './block-source.ts';
import type {
  Chain,
  ChainAsset,
  Network,
  NetworkInfo,
  NetworkWatch,
  PaymentLookUp,
  PaymentSaid,
  WatchState,
} from './chain.ts';
import { confirmationsNeeded, type ConfirmationRules } from './confirmations.ts';
import { createEthereumSource } from './ethereum-source.ts';
import { findUnpaidAddress, issueNextAddress, NumbersSeen, passNumbersBeforeBlocks, passNumbersSeen } from './issue.ts';
import { Lags } from './lags.ts';
import { lookUpBitcoin, lookUpEthereum } from './look-up.ts';
import { bitcoinUri, etherUri, tokenUri } from './payment-uri.ts';
import { reserveAddresses } from './lost-addresses.ts';
import { createRpc } from './rpc.ts';
import { MAINNET_CHAIN_ID, type BitcoinSettings, type ChainSettings, type EthereumSettings } from './settings.ts';
import { blockAgeOf } from './stopped.ts';
import { unreadChain } from './unread.ts';
import { checkBitcoinAddress, checkEthereumAddress, type AddressCheck } from './validate.ts';
import { createWatcher, type WatcherOptions } from './watcher.ts';
import { savedWatch, saveWatch } from './watches.ts';

export interface ChainParts {
  settings: ChainSettings;
  clock: Clock;
  random: Random;
  bus: Pick<Bus, 'subscribe'>;
  /** The rules in force at a moment; they may require more confirmations than the settings. */
  rulesAt: (trx: Trx, now: Date) => Promise<ConfirmationRules>;
  /** Now, as far as nobody doubts it (`trustedMoment`). */
  trustedNow: (db: Db) => Promise<Date>;
  /** Where the development chain's nodes are; null while they don't run. */
  developmentUrl: (network: Network) => string | null;
}

const BITCOIN_NAMES = { mainnet: 'Bitcoin', testnet: 'Bitcoin Testnet', regtest: 'Bitcoin Regtest' };
/** How often a node is polled; new blocks come every ten minutes (Bitcoin) or twelve seconds (Ethereum). */
const BITCOIN_SECONDS = 15;
const ETHEREUM_SECONDS = 4;
const DEVELOPMENT_SECONDS = 1;
/** How long a job goes on at once with blocks that are not read yet; then it has been done, and soon goes on. */
const CATCH_UP_MS = 60_000;

/** Builds the chain. Starts nothing: the caller runs its jobs. */
export function createChain(parts: ChainParts): Chain {
  const { settings, random } = parts;
  const networks = [
    settings.bitcoin === null ? [] : [bitcoinInfo(settings.bitcoin)],
    settings.ethereum === null ? [] : [ethereumInfo(settings.ethereum)],
  ].flat();
  const networkOf = (asset: ChainAsset) => networks.find(({ assets }) => assets.includes(asset)) ?? null;
  const watches = new Map<Network, NetworkWatch>(
    networks.map(({ network }) => [network, { network, state: 'starting', since: null }]),
  );
  const lags = new Lags(parts.clock);
  const numbers = new NumbersSeen().listen(parts.bus);
  return {
    networks,
    networkOf,
    watches: () => [...watches.values()],
    lag: () => lags.recent(),
    unpaidAddress: async (trx, { memberId, asset }) => {
      const network = networkOf(asset)?.network;
      const key = network === undefined ? undefined : settings[network]?.key;
      return network === undefined || key === undefined
        ? null
        : findUnpaidAddress(trx, key, { network, memberId, asset });
    },
    issueAddress: async (trx, { memberId, asset, now }) => {
      const network = networkOf(asset)?.network;
      const key = network === undefined ? undefined : settings[network]?.key;
      if (network === undefined || key === undefined) return null;
      await passNumbersSeen(trx, key, { network, next: numbers.of(key.fingerprint), now });
      return issueNextAddress(trx, key, { id: random.uuid(), network, memberId, asset, now });
    },
    keyOf: (network) => settings[network]?.key.fingerprint ?? null,
    paymentUri: (payment) => paymentUri(settings, payment),
    validateAddress: (network, text) =>
      network === 'bitcoin'
        ? checkBitcoinAddress(text, settings.bitcoin?.network ?? 'mainnet')
        : exceptToken(checkEthereumAddress(text), settings.ethereum?.usdtContract ?? null),
    lookUp: (said) => lookUp(parts, said),
    reserveLostAddresses: async (trx, wanted) => {
      let taken = 0;
      for (const { network } of networks) {
        const key = settings[network]?.key;
        if (key !== undefined) taken += await reserveAddresses(trx, key, { network, ...wanted });
      }
      return taken;
    },
    unreadChains: async (db) =>
      (
        await Promise.all(
          networks.map(({ network }) =>
            unreadChain(db, sourceOf(parts, network), blockAgeOf(settings, network, parts.trustedNow)),
          ),
        )
      ).filter((each) => each !== null),
    jobs: (listener, log) => networks.map((info) => watchJob(parts, info, { listener, log, watches, lags, numbers })),
  };
}

function bitcoinInfo({ network, rpcUrl, confirmations }: BitcoinSettings): NetworkInfo {
  const development = rpcUrl === null;
  return {
    network: 'bitcoin',
    assets: ['BTC'],
    name: development ? 'Bitcoin' : BITCOIN_NAMES[network],
    development,
    chainId: null,
    confirmationsRequired: confirmations,
  };
}

/** The contract of the token is no payee: what is sent to it is lost. */
function exceptToken(check: AddressCheck, contract: string | null): AddressCheck {
  return check.kind === 'ok' && check.address.toLowerCase() === contract?.toLowerCase() ? { kind: 'malformed' } : check;
}

function ethereumInfo({ chainId, rpcUrl, usdtContract, confirmations }: EthereumSettings): NetworkInfo {
  const development = rpcUrl === null;
  return {
    network: 'ethereum',
    assets: usdtContract === null ? ['ETH'] : ['ETH', 'USDT'],
    name: development || chainId === MAINNET_CHAIN_ID ? 'Ethereum' : `Ethereum (chain ${chainId})`,
    development,
    chainId,
    confirmationsRequired: confirmations,
  };
}

function paymentUri(
  { bitcoin, ethereum }: ChainSettings,
  { asset, address, amount }: { asset: ChainAsset; address: string; amount: string },
): string {
  if (asset === 'BTC' && bitcoin !== null) return bitcoinUri(address, amount);
  if (asset === 'ETH' && ethereum !== null) return etherUri(address, { amount, chainId: ethereum.chainId });
  const contract = ethereum?.usdtContract ?? null;
  if (asset === 'USDT' && ethereum !== null && contract !== null)
    return tokenUri(address, { amount, chainId: ethereum.chainId, contract });
  throw new Error(`deposits of ${asset} are closed`);
}

/** Payments are not seen; which of the reasons it is may change until they are. */
function isTrouble(state: WatchState): boolean {
  return state !== 'starting' && state !== 'current';
}

function watchJob(
  parts: ChainParts,
  info: NetworkInfo,
  told: Pick<WatcherOptions, 'listener' | 'log'> & {
    watches: Map<Network, NetworkWatch>;
    lags: Lags;
    numbers: NumbersSeen;
  },
): Job {
  const { network, development } = info;
  const { clock, random, rulesAt } = parts;
  const { watches, lags, numbers, ...rest } = told;
  const key = parts.settings[network]?.key;
  const confirmationsRequired = async (trx: Trx, now: Date) =>
    confirmationsNeeded([info], await rulesAt(trx, now), network);
  const read = createWatcher({
    clock,
    random,
    source: sourceOf(parts, network),
    confirmationsRequired,
    development,
    ...rest,
    state: () => watches.get(network)?.state ?? 'starting',
    onState: async (db, state) => {
      const saved = await savedWatch(db, network);
      const since = (isTrouble(state) && saved !== null && isTrouble(saved.state) ? saved.since : null) ?? clock.now();
      watches.set(network, { network, state, since });
      await saveWatch(db, { network, state, since });
    },
    age: blockAgeOf(parts.settings, network, parts.trustedNow),
    onLag: (blocks) => lags.set(network, blocks),
  });
  const watch = async (db: Db) => {
    if (key !== undefined)
      await passNumbersBeforeBlocks(db, key, { network, next: numbers.of(key.fingerprint), now: clock.now() });
    return read(db);
  };
  return {
    name: `watch-${network}`,
    everySeconds: development ? DEVELOPMENT_SECONDS : network === 'bitcoin' ? BITCOIN_SECONDS : ETHEREUM_SECONDS,
    runs: 'in one process',
    run: async (db, isStopping = () => false) => {
      // The development chain starts after the server; there is nothing to report until then.
      if (development && parts.developmentUrl(network) === null) return undefined;
      const end = performance.now() + CATCH_UP_MS;
      let outcome = await watch(db);
      while (outcome === 'more' && performance.now() < end && !isStopping()) outcome = await watch(db);
      return outcome === 'more' ? undefined : outcome;
    },
    follow: async (db) => {
      lags.forget(network);
      const saved = await savedWatch(db, network);
      if (saved !== null) watches.set(network, saved);
    },
  };
}

async function lookUp({ settings, developmentUrl }: ChainParts, said: PaymentSaid): Promise<PaymentLookUp | null> {
  const { bitcoin, ethereum } = settings;
  if (said.asset === 'BTC')
    return bitcoin === null
      ? null
      : lookUpBitcoin(
          createRpc(() => bitcoin.rpcUrl ?? developmentUrl('bitcoin')),
          bitcoin.network,
          said,
        );
  return ethereum === null
    ? null
    : lookUpEthereum(
        createRpc(() => ethereum.rpcUrl ?? developmentUrl('ethereum')),
        ethereum.usdtContract,
        said,
      );
}

function sourceOf({ settings, developmentUrl }: ChainParts, network: Network): BlockSource {
  const { bitcoin, ethereum } = settings;
  if (network === 'bitcoin' && bitcoin !== null)
    return createBitcoinSource(
      createRpc(() => bitcoin.rpcUrl ?? developmentUrl('bitcoin')),
      bitcoin.network,
    );
  if (network === 'ethereum' && ethereum !== null)
    return createEthereumSource(
      createRpc(() => ethereum.rpcUrl ?? developmentUrl('ethereum')),
      ethereum,
    );
  throw new Error(`${network} is not configured`);
}
