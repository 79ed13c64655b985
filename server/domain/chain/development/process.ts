// The process of the development chains, a child of the server. It ends when its standard input closes, so it never
// outlives the server, however the server ends. Its coins are kept in its folder.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { lockFolder, type FolderLock } from '#server/platform/db/lock.ts';
import { BitcoinNode } from './bitcoin-node.ts';
import { serveBitcoin } from './bitcoin-rpc.ts';
import { BlockFile } from './block-file.ts';
import { ENDPOINTS_FILE, type BlocksWanted, type Endpoints, type ProcessOptions } from './endpoints.ts';
import { startEthereumNode, type EthereumNode } from './ethereum-node.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

const SAVE_SECONDS = 1;
const LOCK_TRIES = 100;
const LOCK_PAUSE_MS = 100;

async function main(options: ProcessOptions): Promise<void> {
  // Until everything runs there is nothing to save, and a node that is still starting must not outlive this process.
  const giveUp = () => void endGroup();
  // Received while it runs: the rules may require more confirmations than the settings.
  let wanted: BlocksWanted = options;
  createInterface({ input: process.stdin }).on('line', (line) => void (wanted = JSON.parse(line) as BlocksWanted));
  process.stdin.resume().once('end', giveUp).once('error', giveUp);
  mkdirSync(options.folder, { recursive: true });
  const lock = await waitForFolder(options.folder);
  const bitcoin =
    options.bitcoinBlocks > 0 ? new BitcoinNode(new BlockFile(join(options.folder, 'bitcoin.blocks'))) : null;
  const served = bitcoin === null ? null : await serveBitcoin(bitcoin);
  const ethereum = options.ethereumBlocks > 0 ? await startEthereum(options) : null;
  const endpoints: Endpoints = { bitcoin: served?.url ?? null, ethereum: ethereum?.url ?? null };
  const endpointsFile = join(options.folder, ENDPOINTS_FILE);
  const timers = [
    repeat(SAVE_SECONDS, async () => ethereum?.save()),
    repeat(options.blockSeconds, async () => makeBlocks(wanted, bitcoin, ethereum)),
  ];
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    timers.forEach((timer) => clearInterval(timer));
    rmSync(endpointsFile, { force: true });
    await ethereum?.save().catch(() => undefined);
    await ethereum?.stop();
    served?.server.closeAllConnections();
    bitcoin?.close();
    await lock.release();
    process.exit(code);
  };
  process.stdin
    .off('end', giveUp)
    .off('error', giveUp)
    .once('end', () => void stop(0))
    .once('error', () => void stop(0));
  process.once('SIGTERM', () => void stop(0));
  void ethereum?.ended.then(() => stop(1));
  writeFileSync(endpointsFile, JSON.stringify(endpoints), { mode: 0o600 });
  process.stdout.write(`${JSON.stringify(endpoints)}\n`);
}

/** Ends this process and everything it has started; it leads its own process group. */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1);
  }
}

/** A server that was restarted may find the previous chain still shutting down. */
async function waitForFolder(folder: string): Promise<FolderLock> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lockFolder(folder);
    } catch (error) {
      if (attempt === LOCK_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
    }
  }
}

/** Without Ethereum, Bitcoin still works. */
async function startEthereum({ folder }: ProcessOptions): Promise<EthereumNode | null> {
  try {
    return await startEthereumNode(join(folder, 'ethereum.json'));
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    return null;
  }
}

/** Makes only as many blocks as payments need, so that an unused chain does not grow. */
async function makeBlocks(
  wanted: BlocksWanted,
  bitcoin: BitcoinNode | null,
  ethereum: EthereumNode | null,
): Promise<void> {
  if (bitcoin !== null && (bitcoin.waiting().length > 0 || bitcoin.quietBlocks < wanted.bitcoinBlocks))
    bitcoin.mine(bitcoin.walletAddress);
  if (ethereum !== null && (await ethereum.recentlyUsed(wanted.ethereumBlocks))) await ethereum.rpc('evm_mine', []);
}

function repeat(seconds: number, act: () => Promise<void> | undefined): NodeJS.Timeout | undefined {
  if (seconds === 0) return undefined;
  let busy = false;
  return setInterval(() => {
    if (busy) return;
    busy = true;
    Promise.resolve(act())
      .catch((error: unknown) => process.stderr.write(`${reasonOf(error)}\n`))
      .finally(() => {
        busy = false;
      });
  }, seconds * MS_PER_SECOND);
}

main(JSON.parse(process.argv[2] ?? '{}') as ProcessOptions).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});
