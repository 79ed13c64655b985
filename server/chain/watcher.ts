// Reads a chain block by block and records what is paid to our addresses.
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/kysely.ts';
import type { Random } from '#server/random.ts';
import type { BlockPayment, BlockSource, ChainBlock } from './block-source.ts';
import type { PaymentListener } from './chain.ts';
import { commonBlock, moveAnywhere, moveBack, moveForward, newestBlock, openCursor, readPosition, stepFrom, type Position } from './cursor.ts';
import { NodeError } from './rpc.ts';
import { countConfirmations, dropAbove, paymentsToUs, recordPayments, type SightingWork } from './sightings.ts';

export interface WatcherOptions {
  db: Db;
  clock: Clock;
  random: Random;
  source: BlockSource;
  listener: PaymentListener;
  confirmationsRequired: number;
  /** A development chain may be thrown away; it is then watched from its newest block. */
  development: boolean;
  log: (line: string) => void;
}

/** A run ends after so long even where there is more to read, so that the server can stop; the next one goes on. */
const RUN_MS = 3_000;

/**
 * Builds one run of a watcher, for the job runner: reads what is new and returns. A node that is out of reach is told once, and once
 * more when it is back; the next runs try again. The position lies in the database, so a run goes on where any process' last one ended.
 */
export function createWatcher(options: WatcherOptions): () => Promise<void> {
  let down = false;
  const { source, log } = options;
  return async () => {
    try {
      await catchUp(options);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      if (!down) log(`${source.network}: ${error.message}; payments will be seen when the node is back`);
      down = true;
      return;
    }
    if (down) log(`${source.network}: the node is back`);
    down = false;
  };
}

async function catchUp(options: WatcherOptions): Promise<void> {
  const { db, clock, source } = options;
  const end = performance.now() + RUN_MS;
  await openCursor(db, source, clock.now());
  while (performance.now() < end) {
    const position = await readPosition(db, source.network);
    const tip = await source.tip();
    // A node that was started anew may lag behind what was read; that alone is no reorganisation.
    if (tip < position.height) return;
    if (tip === position.height) {
      if ((await source.hashAt(tip)) === position.hash) return;
      await goBack(options, position);
      continue;
    }
    const block = await source.blockAt(position.height + 1);
    if (block === null) return;
    if (block.parentHash === position.hash) await readNext(options, position, block);
    else await goBack(options, position);
  }
}

async function readNext(options: WatcherOptions, position: Position, block: ChainBlock): Promise<void> {
  const { db, source, random, confirmationsRequired } = options;
  const ours = await paymentsToUs(db, source.network, block.payments);
  const payments: (BlockPayment & { id: string; addressId: string })[] = [];
  for (const payment of ours) {
    if (await source.tookPlace(payment, block)) payments.push({ ...payment, id: random.uuid() });
  }
  const work = workOf(options);
  await stepFrom(db, source.network, position, async (trx) => {
    await moveForward(trx, source.network, block, work.now);
    await recordPayments(trx, work, { block, payments });
    await countConfirmations(trx, work, { height: block.height, required: confirmationsRequired });
  });
}

/** Follows a reorganisation back to the newest block that both branches share. */
async function goBack(options: WatcherOptions, position: Position): Promise<void> {
  const { db, source, log, development } = options;
  const { network } = source;
  const work = workOf(options);
  const common = await commonBlock(db, source);
  if (common === null && !development) {
    throw new Error(`${network}: the node has none of the newest blocks that were read; a reorganisation so deep needs the operator`);
  }
  const to = common ?? (await newestBlock(source));
  let lost = 0;
  const moved = await stepFrom(db, network, position, async (trx) => {
    lost = await dropAbove(trx, work, common === null ? -1 : to.height);
    if (common === null) await moveAnywhere(trx, network, to, work.now);
    else await moveBack(trx, network, to, work.now);
  });
  if (moved && common === null) log(`${network}: the development chain was made anew and is watched from block ${to.height}`);
  else if (moved) log(`${network}: a reorganisation replaced the blocks above ${to.height}`);
  if (moved && common !== null && lost > 0) log(`${network}: ${lost} credited payments stood in blocks that were replaced; compare them with the chain`);
}

function workOf({ source, listener, clock }: WatcherOptions): SightingWork {
  return { network: source.network, listener, now: clock.now() };
}
