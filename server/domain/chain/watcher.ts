// Reads a chain block by block and records what is paid to our addresses.
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { MINUTE_SECONDS, secondsAfter, type Clock } from '#server/platform/system/clock.ts';
import type { Random } from '#server/platform/system/random.ts';
import { WrongChainError, type BlockSource, type ChainBlock } from './block-source.ts';
import { fromUnits } from './amounts.ts';
import { ASSET_SCALE, type PaymentListener, type WatchState } from './chain.ts';
import {
  commonBlock,
  lacking,
  moveAnywhere,
  moveBack,
  moveForward,
  newestBlock,
  openCursor,
  readPosition,
  stepFrom,
  type Position,
} from './cursor.ts';
import { forgetRestoreFindingsAbove, lostIn, payoutsIn, recordRestoreFindings } from './lost-addresses.ts';
import { NodeError } from './rpc.ts';
import { stoppedSince, type BlockAge } from './stopped.ts';
import {
  countConfirmations,
  dropAbove,
  onlyMade,
  paymentsToUs,
  recordPayments,
  watchedIn,
  type SightingWork,
} from './sightings.ts';

export interface WatcherOptions {
  clock: Clock;
  random: Random;
  source: BlockSource;
  listener: PaymentListener;
  /** The rules as of the moment at which a block is recorded: they may have changed since the last one. */
  confirmationsRequired: (trx: Trx, now: Date) => Promise<number>;
  /** A development chain may be deleted; it is then watched from its newest block. */
  development: boolean;
  log: (line: string) => void;
  /** The state as last known, found by this process or by another one. */
  state: () => WatchState;
  /** Called when the state of the watcher changes. */
  onState: (db: Db, state: WatchState) => Promise<void>;
  /** How old the node's newest block may be; null if it may be of any age. */
  age: BlockAge | null;
  /** Called with how many blocks of the node are not read; below zero if the node has fewer than were read. */
  onLag: (blocks: number) => void;
}

/** A run ends after this long even if there is more to read, so that the server can stop; the next one continues. */
const RUN_MS = 3_000;
/** As many blocks may be left at the end of a run of a chain that is read to its end: they have only just come. */
const FEW_BLOCKS = 3;

/** A cause that comes back sooner is not reported again: a node that synchronizes may change between two of them. */
const QUIET_SECONDS = 15 * MINUTE_SECONDS;

/** The node has fewer blocks than were read, many that are not read yet, or no new ones. */
type Why = 'fewer' | 'unread' | 'stopped';

/** The result of a run. */
interface Found {
  state: WatchState;
  /** What the operator should know, in one line; null if there is nothing to report. */
  line: string | null;
  /** Which of the causes of `behind` it is. */
  why?: Why;
  /** Whether the run has ended although more can be read at once. */
  more?: boolean;
}

const CURRENT: Found = { state: 'current', line: null };

/**
 * Builds one run of a watcher, for the job runner: reads what is new and returns. A node that is unreachable, has fewer
 * blocks than were read, no new ones or many that are not read yet, or is on another chain is reported once, once more
 * when the cause of being `behind` changes, and when it works again; the next runs try again. The position is in the
 * database, so a run continues where the last run of any process ended. It returns `more` if blocks are left that can
 * be read at once.
 *
 * @throws WrongChainError by the first run that finds another chain; later runs are silent until that changes
 */
export function createWatcher(options: WatcherOptions): (db: Db) => Promise<void | 'not here' | 'more'> {
  const { source, log, clock, state, onState } = options;
  const madeAt = rememberingNewest(source);
  const causes = new Causes();
  return async (db) => {
    const before = state();
    const found = await catchUp({ ...options, madeAt, db }).catch(troubleOf);
    if (found.state !== before) {
      await onState(db, found.state);
      if (found instanceof WrongChain) throw found.error;
      const line = found.line ?? RECOVERED[before];
      if (line !== null) log(`${source.network}: ${line}`);
      causes.begin(found.why, clock.now());
    } else if (found.why !== undefined && causes.isNew(found.why, clock.now())) {
      log(`${source.network}: ${found.line}`);
    }
    if (found.more === true) return 'more';
    // Another process may have a better node.
    return found.state === 'current' ? undefined : 'not here';
  };
}

/** Which causes of being `behind` were reported since that began. */
class Causes {
  private latest: Why | null = null;
  private readonly reported = new Map<Why, Date>();

  /** The state has changed, which was reported. */
  begin(why: Why | undefined, now: Date): void {
    this.latest = why ?? null;
    this.reported.clear();
    if (why !== undefined) this.reported.set(why, now);
  }

  /** Whether it is to be reported now; a process that takes over from another one reports it too. */
  isNew(why: Why, now: Date): boolean {
    const last = this.reported.get(why);
    if (why === this.latest || (last !== undefined && now < secondsAfter(last, QUIET_SECONDS))) return false;
    this.latest = why;
    this.reported.set(why, now);
    return true;
  }
}

/** A node is polled every few seconds, and its newest block is mostly the one of the last time. */
function rememberingNewest(source: BlockSource): BlockSource['madeAt'] {
  let newest: { hash: string; made: Date } | null = null;
  return async (block) => {
    if (newest?.hash !== block.hash) newest = { hash: block.hash, made: await source.madeAt(block) };
    return newest.made;
  };
}

/** The message when a watcher works again. */
const RECOVERED: Readonly<Record<WatchState, string | null>> = {
  starting: null,
  current: null,
  behind: 'the chain is read up to its newest block; payments are seen again',
  unreachable: 'the node is back',
  otherChain: 'the node is on the right chain again; payments are seen again',
};

class WrongChain implements Found {
  readonly state = 'otherChain';
  readonly line = null;
  readonly error: WrongChainError;

  constructor(error: WrongChainError) {
    this.error = error;
  }
}

function troubleOf(error: unknown): Found {
  if (error instanceof WrongChainError) return new WrongChain(error);
  if (error instanceof NodeError)
    return { state: 'unreachable', line: `${error.message}; payments will be seen when the node is back` };
  throw error;
}

/** One run with its connection. */
type Run = WatcherOptions & { db: Db; madeAt: BlockSource['madeAt'] };

async function catchUp(options: Run): Promise<Found> {
  const { db, clock, source, onLag } = options;
  const { network } = source;
  await openCursor(db, source, clock.now());
  // From here on, so that a run with a slow node gets on too.
  const end = performance.now() + RUN_MS;
  let tip: number;
  do {
    const position = await readPosition(db, network);
    tip = await source.tip();
    const left = tip - position.height;
    onLag(left);
    // A node that was restarted, restored from a backup or replaced may lag behind what was read. That alone is not a
    // reorganization, and recorded payments stay recorded. A development chain has one node: what it lacks is gone.
    if (left < 0 && !options.development) return behind(tip, position);
    if (left < 0) {
      await goBack(options, position);
      continue;
    }
    if (left === 0) {
      const hash = await source.hashAt(tip);
      if (hash === null) throw lacking(tip);
      if (hash === position.hash) return upToDate(options, { height: tip, hash });
      await goBack(options, position);
      continue;
    }
    const block = await source.blockAt(position.height + 1);
    if (block === null && left > FEW_BLOCKS) throw lacking(position.height + 1);
    // It has only just come, and not to each of several nodes at one address.
    if (block === null) return nearlyUpToDate(options, tip);
    if (block.parentHash === position.hash) await readNext(options, position, block);
    else await goBack(options, position);
  } while (performance.now() < end);
  const left = tip - (await readPosition(db, network)).height;
  return left > FEW_BLOCKS ? unread(left) : nearlyUpToDate(options, tip);
}

function behind(tip: number, { height }: Position): Found {
  return {
    state: 'behind',
    why: 'fewer',
    line: `the node's newest block is ${tip}, but block ${height} was read before: it was restored, or another node answers; payments will be seen when it has caught up`,
  };
}

function unread(blocks: number): Found {
  return {
    state: 'behind',
    why: 'unread',
    line: `about ${blocks} blocks are not read yet; payments in them will be seen when they are`,
    more: true,
  };
}

/** A few blocks are not read; whether the node has stopped, only its newest one tells. */
async function nearlyUpToDate(options: Run, tip: number): Promise<Found> {
  const hash = await options.source.hashAt(tip);
  return hash === null ? CURRENT : upToDate(options, { height: tip, hash });
}

/** All that the node has is read, but one that has stopped has nothing new. @param newest the newest block it has */
async function upToDate({ db, age, madeAt }: Run, newest: Position): Promise<Found> {
  const { height, hash } = newest;
  const stopped = await stoppedSince(db, { height, hash, age, madeAt });
  if (stopped === null) return CURRENT;
  return {
    state: 'behind',
    why: 'stopped',
    line: `the node's newest block, ${height}, was made at ${stopped.toISOString()}: it has stopped, or has not caught up with its network; payments will be seen when it has newer blocks`,
  };
}

async function readNext(options: Run, position: Position, block: ChainBlock): Promise<void> {
  const { db, source, random, confirmationsRequired } = options;
  const { network } = source;
  const payments = await onlyMade(source, block, await watchedIn(db, network, block.payments));
  const payouts = await onlyMade(source, block, await payoutsIn(db, source, block.payments));
  const work = workOf(options);
  await stepFrom(db, network, position, async (trx) => {
    await moveForward(trx, network, block, work.now);
    // Whose an address is, an operator may have said since it was read; nobody does while the cursor is locked.
    const ours = await paymentsToUs(trx, network, payments);
    await recordPayments(trx, work, { block, payments: ours.map((each) => ({ ...each, id: random.uuid() })) });
    const lost = await lostIn(trx, network, payments);
    await recordRestoreFindings(
      trx,
      { lost, payouts },
      { network, block, now: work.now, amountOf: ({ asset, units }) => fromUnits(units, ASSET_SCALE[asset]) },
    );
    await countConfirmations(trx, work, { height: block.height, required: await confirmationsRequired(trx, work.now) });
  });
}

/** Follows a reorganization back to the newest block that both branches share. */
async function goBack(options: Run, position: Position): Promise<void> {
  const { db, source, log, development } = options;
  const { network } = source;
  const work = workOf(options);
  const common = await commonBlock(db, source, { lackingIsGone: development });
  if (common === null && !development) {
    throw new WrongChainError(
      `${network}: the node has none of the newest blocks that were read; a reorganization this deep needs the operator`,
    );
  }
  if (common?.height === position.height)
    throw new NodeError(`the node has block ${common.height} and then names others in its place`);
  const to = common ?? (await newestBlock(source));
  let lost = 0;
  const moved = await stepFrom(db, network, position, async (trx) => {
    lost = await dropAbove(trx, work, common === null ? -1 : to.height);
    await forgetRestoreFindingsAbove(trx, network, common === null ? -1 : to.height);
    if (common === null) await moveAnywhere(trx, network, to, work.now);
    else await moveBack(trx, network, to, work.now);
  });
  if (moved && common === null)
    log(`${network}: the development chain was made again and is watched from block ${to.height}`);
  else if (moved) log(`${network}: a reorganization replaced the blocks above ${to.height}`);
  if (moved && common !== null && lost > 0)
    log(`${network}: ${lost} credited payments stood in blocks that were replaced; compare them with the chain`);
}

function workOf({ source, listener, clock }: WatcherOptions): SightingWork {
  return { network: source.network, listener, now: clock.now() };
}
