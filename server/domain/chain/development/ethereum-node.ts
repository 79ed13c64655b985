// Anvil, Foundry's local Ethereum node, with a test token and saved state.
import { spawn, type ChildProcess } from 'node:child_process';
import { open, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRpc, type Rpc } from '#server/domain/chain/rpc.ts';
import { DEVELOPMENT_CHAIN_ID, DEVELOPMENT_USDT } from '#server/domain/chain/settings.ts';
import { childEnvironment } from '#server/platform/system/child-environment.ts';
import { isThere } from '#server/platform/system/files.ts';
import token from './test-usdt.gen.json' with { type: 'json' };

export interface EthereumNode {
  url: string;
  rpc: Rpc;
  /** Saves the state if it has changed since the last time. */
  save(): Promise<void>;
  /** Whether one of this many newest blocks holds a transaction. */
  recentlyUsed(blocks: number): Promise<boolean>;
  /** Settles when the node has ended, by itself or by `stop`. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Fixed, so that the genesis block, which identifies the chain, is always the same. */
const GENESIS_TIME = 1_767_225_600;
const RICH_ETHER = 1_000_000;
/** A busy machine that reads the program from its disk for the first time takes over half a minute. */
const START_TIMEOUT_MS = 120_000;
const DEPLOY_TIMEOUT_MS = 60_000;
const DEPLOY_PAUSE_MS = 50;

/**
 * Starts the node on a free port of this machine alone.
 *
 * @throws Error if no program for this platform is installed, or it ends at once
 */
export async function startEthereumNode(stateFile: string): Promise<EthereumNode> {
  const child = spawn(findAnvil(), parametersOf(stateFile), {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    const url = `http://127.0.0.1:${await readPort(child, ended)}`;
    const rpc = createRpc(() => url);
    await deployToken(rpc);
    return {
      url,
      rpc,
      save: createSaver(rpc, stateFile),
      recentlyUsed: (blocks) => recentlyUsed(rpc, blocks),
      ended,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function parametersOf(stateFile: string): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', '0', '--no-cors'],
    ...['--chain-id', String(DEVELOPMENT_CHAIN_ID), '--timestamp', String(GENESIS_TIME)],
    ...['--accounts', '1', '--balance', String(RICH_ETHER)],
    ...(isThere(stateFile) ? ['--load-state', stateFile] : []),
  ];
}

/** The program itself: the package's starter would be one more process to end. */
function findAnvil(): string {
  const system = process.platform === 'win32' ? 'win32' : process.platform;
  const machine = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${system}-${machine}`;
  try {
    const root = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(root, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch {
    throw new Error(`there is no ${name}, so no development chain of Ethereum`);
  }
}

async function readPort(child: ChildProcess, ended: Promise<void>): Promise<string> {
  let output = '';
  const listening = new Promise<string>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      // Until it listens the output is parsed; afterwards it is read only so that the pipe never fills.
      if (output === 'read') return;
      output += chunk;
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      output = 'read';
      resolve(port);
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => void (timer = setTimeout(() => resolve(null), START_TIMEOUT_MS)));
  const port = await Promise.race([listening, ended.then(() => null), late]);
  clearTimeout(timer);
  if (port === null) throw new Error('anvil did not start; is its state file damaged?');
  return port;
}

/** The first transaction of the first account, so the token always has the same address. */
async function deployToken(rpc: Rpc): Promise<void> {
  if ((await rpc('eth_getCode', [DEVELOPMENT_USDT, 'latest'])) !== '0x') return;
  const from = await richAccount(rpc);
  await rpc('eth_sendTransaction', [{ from, data: token.bytecode }]);
  // The node answers before the block with the transaction is made.
  const end = Date.now() + DEPLOY_TIMEOUT_MS;
  while ((await rpc('eth_getCode', [DEVELOPMENT_USDT, 'latest'])) === '0x') {
    if (Date.now() > end) throw new Error('the test token could not be put on the development chain');
    await new Promise((resolve) => setTimeout(resolve, DEPLOY_PAUSE_MS));
  }
}

/** The account that holds all coins of a new chain; the node signs for it. */
export async function richAccount(rpc: Rpc): Promise<string> {
  const accounts = (await rpc('eth_accounts', [])) as string[];
  const [first] = accounts;
  if (first === undefined) throw new Error('the development chain has no account');
  return first;
}

/** Written under another name first: a crash never leaves half a state behind. */
function createSaver(rpc: Rpc, stateFile: string): () => Promise<void> {
  let saved: string | null = null;
  return async () => {
    const { hash } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { hash: string };
    if (hash === saved) return;
    const dump = String(await rpc('anvil_dumpState', []));
    const unfinished = `${stateFile}.new`;
    const handle = await open(unfinished, 'w', 0o600);
    try {
      await handle.writeFile(gunzipSync(Buffer.from(dump.slice(2), 'hex')));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, stateFile);
    saved = hash;
  };
}

async function recentlyUsed(rpc: Rpc, blocks: number): Promise<boolean> {
  const tip = Number(await rpc('eth_blockNumber', []));
  for (let height = tip; height > Math.max(0, tip - blocks); height -= 1) {
    const block = (await rpc('eth_getBlockByNumber', [`0x${height.toString(16)}`, false])) as {
      transactions: unknown[];
    } | null;
    if (block !== null && block.transactions.length > 0) return true;
  }
  return false;
}
