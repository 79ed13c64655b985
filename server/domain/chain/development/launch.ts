// Starts the process of the development chains beside the server and keeps it running.
import { operatorCommand } from '#server/platform/system/operator-command.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Network } from '#server/domain/chain/chain.ts';
import { childEnvironment } from '#server/platform/system/child-environment.ts';
import type { BlocksWanted, Endpoints, ProcessOptions } from './endpoints.ts';

export interface DevelopmentChain {
  /** Null until the node answers. */
  urlOf(network: Network): string | null;
  /** How many blocks each payment needs from now on; a chain that is not wanted is not started. */
  wantBlocks(wanted: BlocksWanted): void;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

const RESTART_MS = 5_000;
/** A chain that does not even start will not do so the next time either. */
const MOST_FAILURES = 3;
const STOP_TIMEOUT_MS = 5_000;
const NOT_RUNNING: Endpoints = { bitcoin: null, ethereum: null };

/** Starts the chains in the background: the server answers meanwhile, and deposits open once they are ready. */
export function startDevelopmentChain(options: ProcessOptions, log: (line: string) => void): DevelopmentChain {
  let endpoints = NOT_RUNNING;
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let child = start();

  function start(): ChildProcess {
    const started = spawn(process.execPath, [...programOf(import.meta.url), JSON.stringify(options)], {
      env: childEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      // Ctrl+C reaches the server alone, which then stops the chain cleanly.
      detached: true,
    });
    started.stdin?.on('error', () => undefined);
    createInterface({ input: started.stdout }).once('line', (line) => {
      endpoints = JSON.parse(line) as Endpoints;
      failures = 0;
      log(`The development chain runs: ${openOf(endpoints)}; pay an address with ${operatorCommand('pay')}`);
    });
    createInterface({ input: started.stderr }).on('line', (line) => log(`development chain: ${line}`));
    started.once('exit', () => {
      endpoints = NOT_RUNNING;
      if (stopped) return;
      failures += 1;
      log(
        failures < MOST_FAILURES
          ? 'The development chain ended and is restarted'
          : 'The development chain does not start; deposits stay closed',
      );
      if (failures >= MOST_FAILURES) return;
      timer = setTimeout(() => void (child = start()), RESTART_MS).unref();
    });
    started.unref();
    return started;
  }

  return {
    urlOf: (network) => endpoints[network],
    wantBlocks: (wanted) => {
      // A process that was restarted gets it in the next round.
      if (endpoints !== NOT_RUNNING) child.stdin?.write(`${JSON.stringify(wanted)}\n`);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await end(child);
    },
  };
}

function openOf(endpoints: Endpoints): string {
  return (
    Object.entries(endpoints)
      .flatMap(([network, url]) => (url === null ? [] : [network]))
      .join(' and ') || 'no network'
  );
}

/** Beside the bundle in production, as source under tsx. */
function programOf(here: string): string[] {
  if (!here.endsWith('.ts')) return [fileURLToPath(new URL('./development-chain.mjs', here))];
  return ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('./process.ts', here))];
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  // Together with the node that it runs: ending the process alone would leave the node behind.
  const timer = setTimeout(() => killGroup(child), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
