// Whether the clock can be trusted with money. What falls due is done at once and forever, since the books are
// append-only; so a clock that was wrong for a minute would pay for days that have not passed (decision 0029).
import { operatorCommand } from '#server/platform/system/operator-command.ts';
import { sql } from 'kysely';
import type { Services } from '#server/domain/services/services.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';

/**
 * `ahead` and `behind` are relative to the last moment seen; `apart` is relative to PostgreSQL's clock, which is
 * compared as well.
 */
export type ClockVerdict =
  | { kind: 'right'; now: Date; lastSeen: Date | null }
  | { kind: 'ahead' | 'behind'; now: Date; lastSeen: Date }
  | { kind: 'apart'; now: Date; database: Date };

/** The clock cannot be trusted; the message is for the operator, and nothing has changed. */
export class ClockDoubted extends Error {
  override readonly name = 'ClockDoubted';
}

/** What the clock is judged with. */
export type ClockParts = Pick<Services, 'clock' | 'config'> & { readonly db: Db | Trx };

/** Longer than a restart, an update or a fail-over takes. */
const LONGEST_GAP_SECONDS = 60 * 60;
/** More than the clocks of several servers differ by, or a clock moves that is corrected step by step. */
const TOLERANCE_SECONDS = 5 * 60;
/** More than PostgreSQL's clock and ours differ by while the network keeps both right. */
const WITNESS_SECONDS = 60;
/** A server that was stopped for no longer than this need not ask if PostgreSQL confirms its clock at the start. */
const PLAUSIBLE_STOP_SECONDS = DAY_SECONDS;
/** How often the moment is written at most. */
const NOTE_EVERY_SECONDS = 30;

/** Compares the clock with the last moment seen, and with PostgreSQL's clock if there is one. Writes nothing. */
export async function judgeClock({ db, clock, config }: ClockParts): Promise<ClockVerdict> {
  const before = clock.now();
  const { rows } = await sql<{
    last_seen: Date | null;
    database: Date;
  }>`SELECT (SELECT last_seen_at FROM clock_state) AS last_seen, clock_timestamp() AS database`.execute(db);
  const now = clock.now();
  const { last_seen: lastSeen = null, database = now } = rows[0] ?? {};
  const apart = database < secondsAfter(before, -WITNESS_SECONDS) || database > secondsAfter(now, WITNESS_SECONDS);
  // The embedded engine runs in this process and has no clock of its own.
  if (config.databaseUrl !== null && apart) return { kind: 'apart', now, database };
  if (lastSeen !== null && now > secondsAfter(lastSeen, LONGEST_GAP_SECONDS)) return { kind: 'ahead', now, lastSeen };
  if (lastSeen !== null && now < secondsAfter(lastSeen, -TOLERANCE_SECONDS)) return { kind: 'behind', now, lastSeen };
  return { kind: 'right', now, lastSeen };
}

/** Whether it may be later than the clock says. */
export function isBehind(verdict: ClockVerdict): boolean {
  return verdict.kind === 'behind' || (verdict.kind === 'apart' && verdict.database > verdict.now);
}

/** What a verdict means, in one line for the operator. */
export function clockSentence(verdict: ClockVerdict): string {
  const now = verdict.now.toISOString();
  if (verdict.kind === 'right') return `the clock is right: ${now}`;
  if (verdict.kind === 'apart')
    return `the clock says ${now} and PostgreSQL's says ${verdict.database.toISOString()}; correct the wrong one`;
  return `${jumpOf(verdict)}; if the time is correct now, run "${operatorCommand('clock accept')}"`;
}

function jumpOf({ now, lastSeen }: { now: Date; lastSeen: Date }): string {
  return `the clock says ${now.toISOString()}, and was last seen at ${lastSeen.toISOString()}`;
}

/** Accepts a moment as right, whatever was seen before. */
export async function acceptMoment(db: Db | Trx, moment: Date): Promise<void> {
  await db
    .insertInto('clock_state')
    .values({ last_seen_at: moment })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ last_seen_at: moment }))
    .execute();
}

/** @throws ClockDoubted if anything that depends on the time must wait */
export async function assertClockTrusted(parts: ClockParts): Promise<void> {
  const verdict = await judgeClock(parts);
  if (verdict.kind !== 'right') throw doubted(verdict);
}

function doubted(verdict: ClockVerdict): ClockDoubted {
  return new ClockDoubted(`it waits while the clock is in doubt (clock show): ${clockSentence(verdict)}`);
}

declare const trusted: unique symbol;
/**
 * A moment that has certainly come. Whatever keeps money or a factor in place is compared with it, never with the bare
 * clock.
 */
export type TrustedMoment = Date & { readonly [trusted]: true };

/** Now, if the clock can be trusted; otherwise the latest moment that nobody doubts. */
export async function trustedMoment(parts: ClockParts): Promise<TrustedMoment> {
  return momentOf(await judgeClock(parts)) as TrustedMoment;
}

function momentOf(verdict: ClockVerdict): Date {
  if (verdict.kind === 'ahead') return verdict.lastSeen;
  return verdict.kind === 'apart' && verdict.database < verdict.now ? verdict.database : verdict.now;
}

/** Whether a moment has certainly come. @throws ClockDoubted if only a clock in doubt says so */
export async function hasCome(parts: ClockParts, moment: Date): Promise<boolean> {
  const verdict = await judgeClock(parts);
  if (moment > verdict.now) return false;
  if (moment > momentOf(verdict)) throw doubted(verdict);
  return true;
}

/**
 * When a wait begins that begins now. If the clock is behind the last moment seen, the wait would end too early once
 * the clock is corrected; so it begins no earlier than that moment.
 */
export async function beginOfWait(db: Db | Trx, now: Date): Promise<Date> {
  const row = await db.selectFrom('clock_state').select('last_seen_at').executeTakeFirst();
  return row !== undefined && row.last_seen_at > now ? row.last_seen_at : now;
}

/** When a wait that begins now is over (`beginOfWait`). */
export async function endOfWait(db: Db | Trx, now: Date, seconds: number): Promise<Date> {
  return secondsAfter(await beginOfWait(db, now), seconds);
}

export interface ClockGuard {
  /** Checks the clock, records the moment if it is right, and reports once when that changes. */
  isTrusted(db: Db): Promise<boolean>;
}

/** Guards the jobs of one process. Checks that come together share one look at the clock. */
export function createClockGuard({ clock, config }: Omit<ClockParts, 'db'>, log: (line: string) => void): ClockGuard {
  let looking: Promise<boolean> | null = null;
  let told: ClockVerdict['kind'] = 'right';
  let starting = true;
  const look = async (db: Db): Promise<boolean> => {
    const verdict = await judgeClock({ db, clock, config });
    const accepted = acceptance(verdict, { demo: config.demo, starting, confirmed: config.databaseUrl !== null });
    starting = false;
    if (accepted !== null) log(accepted);
    const trusted = verdict.kind === 'right' || accepted !== null;
    if (trusted) await note(db, verdict);
    const kind = trusted ? 'right' : verdict.kind;
    if (kind !== told)
      log(
        trusted
          ? 'the clock is right again; rewards, payouts and clean-up continue'
          : `rewards, payouts and clean-up wait: ${clockSentence(verdict)}`,
      );
    told = kind;
    return trusted;
  };
  return { isTrusted: (db) => (looking ??= look(db).finally(() => (looking = null))) };
}

/** Why nobody has to be asked, in one line; null if somebody has to be, or if nothing is in doubt. */
function acceptance(
  verdict: ClockVerdict,
  { demo, starting, confirmed }: { demo: boolean; starting: boolean; confirmed: boolean },
): string | null {
  if (verdict.kind === 'right' || verdict.kind === 'apart') return null;
  if (demo) return `${jumpOf(verdict)}; the demo club goes on, since its money is worth nothing`;
  const short = verdict.kind === 'ahead' && verdict.now <= secondsAfter(verdict.lastSeen, PLAUSIBLE_STOP_SECONDS);
  return starting && confirmed && short
    ? `${jumpOf(verdict)}; no server ran since then and PostgreSQL's clock agrees, so the club goes on`
    : null;
}

async function note(db: Db | Trx, verdict: ClockVerdict): Promise<void> {
  if (verdict.kind === 'apart') return;
  const { now, lastSeen } = verdict;
  const recent = verdict.kind === 'right' && lastSeen !== null && now < secondsAfter(lastSeen, NOTE_EVERY_SECONDS);
  if (!recent) await acceptMoment(db, now);
}
