// Development chains for a single test, and a listener that records its notifications.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainAsset, IssuedAddress, Network, PaymentListener } from '#server/domain/chain/chain.ts';
import { startDevelopmentChain, type DevelopmentChain } from '#server/domain/chain/development/launch.ts';
import type { ProcessOptions } from '#server/domain/chain/development/endpoints.ts';
import { createChain } from '#server/domain/chain/create-chain.ts';
import { createRpc, type Rpc } from '#server/domain/chain/rpc.ts';
import { readChainSettings } from '#server/domain/chain/settings.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import type { Chain } from '#server/domain/chain/chain.ts';
import { holdsWithin } from '#fixtures/system/patience.ts';
import type { World } from '#tests/api/support/world.ts';

const PATIENCE_MS = 30_000;
/** The first start on a busy machine reads tens of megabytes of a node from disk. */
const START_PATIENCE_MS = 150_000;

export async function until(
  what: string,
  met: () => boolean | Promise<boolean>,
  patience = PATIENCE_MS,
): Promise<void> {
  if (!(await holdsWithin(patience, async () => met()))) throw new Error(`waited in vain: ${what}`);
}

export interface TestChain {
  folder: string;
  url(network: Network): string | null;
  rpc(network: Network): Rpc;
  /** Makes empty blocks. */
  mine(network: Network, count?: number): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts chains in a folder of their own; blocks are made on demand. */
export async function openTestChain(changes: Partial<ProcessOptions> = {}): Promise<TestChain> {
  const folder = await mkdtemp(join(tmpdir(), 'perch-chain-'));
  const options = { folder, blockSeconds: 0, bitcoinBlocks: 2, ethereumBlocks: 3, ...changes };
  let running: DevelopmentChain;
  const url = (network: Network) => running.urlOf(network);
  const start = async () => {
    const said: string[] = [];
    running = startDevelopmentChain(options, (line) => said.push(line));
    const wanted: Network[] = [
      ...(options.bitcoinBlocks > 0 ? ['bitcoin' as const] : []),
      ...(options.ethereumBlocks > 0 ? ['ethereum' as const] : []),
    ];
    await until(
      `the development chains of ${wanted.join(' and ')} run`,
      () => wanted.every((network) => url(network) !== null),
      START_PATIENCE_MS,
    ).catch((error: unknown) => {
      throw new Error(`${(error as Error).message}; it said: ${said.join(' | ')}`);
    });
  };
  await start();
  const rpcs = { bitcoin: createRpc(() => url('bitcoin')), ethereum: createRpc(() => url('ethereum')) };
  return {
    folder,
    url,
    rpc: (network) => rpcs[network],
    mine: async (network, count = 1) => {
      if (network === 'ethereum') await rpcs.ethereum('anvil_mine', [`0x${count.toString(16)}`]);
      else
        for (let block = 0; block < count; block += 1)
          await rpcs.bitcoin('generateblock', [await rpcs.bitcoin('getnewaddress', []), []]);
    },
    start,
    stop: () => running.stop(),
    remove: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Watch {
  chain: Chain;
  /** The calls of the listener, for example `seen 0.50000000 BTC 1`. */
  told: string[];
  lines: string[];
  /** One run of a network's watcher. */
  run(network: Network): Promise<void>;
  issue(asset: ChainAsset, memberId?: string): Promise<IssuedAddress>;
}

/** A process that watches, on the world's database. */
export function openWatch(
  world: World,
  parts: { url: (network: Network) => string | null; memberId: string; listener?: Partial<PaymentListener> },
): Watch {
  const told: string[] = [];
  const lines: string[] = [];
  const settings = readChainSettings({}, { developmentAllowed: true });
  const { db, clock } = world;
  const chain = createChain({
    settings,
    clock,
    random: systemRandom,
    rulesAt: ownRulesAt,
    bus: world.services.bus,
    trustedNow: async () => clock.now(),
    developmentUrl: parts.url,
  });
  const listener: PaymentListener = {
    onSeen: async (_trx, { amount, asset }, { confirmations }) =>
      void told.push(`seen ${amount} ${asset} ${confirmations}`),
    onConfirmations: async (_trx, { amount, asset }, { confirmations }) =>
      void told.push(`confirmed ${amount} ${asset} ${confirmations}`),
    beforeFinals: () => Promise.resolve(),
    onFinal: async (_trx, { amount, asset }, { confirmations }) => {
      told.push(`final ${amount} ${asset} ${confirmations}`);
      return 'settled';
    },
    onDropped: async (_trx, { amount, asset }) => void told.push(`dropped ${amount} ${asset}`),
    ...parts.listener,
  };
  const jobs = chain.jobs(listener, (line) => lines.push(line));
  return {
    chain,
    told,
    lines,
    run: async (network) => {
      const job = jobs.find(({ name }) => name === `watch-${network}`);
      if (job === undefined) throw new Error(`nobody watches ${network}`);
      await job.run(db);
    },
    issue: async (asset, memberId = parts.memberId) => {
      const issued = await inTransaction(world.db, (trx) =>
        chain.issueAddress(trx, { memberId, asset, now: world.clock.now() }),
      );
      if (issued === null) throw new Error(`no address for ${asset}`);
      return issued;
    },
  };
}
