// Tells watchers when the rates or something of their member change, and when their session ends. One loop per process
// asks the database for all watchers, so that the number of statements does not grow with them. It asks when the bus
// tells of a change, made by whichever process, and now and then by itself, since a notification can be lost and rates
// become stale with time. Nobody asks while nobody watches.
import { listRates, type RateList } from '#server/domain/rates/list.ts';
import { RATES_TOPIC } from '#server/domain/rates/rates.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Changes, MemberMarks, Watcher } from '#server/domain/services/changes.ts';
import { openSessionsOf, SESSIONS_TOPIC } from '#server/domain/sessions/sessions.ts';
import type { Bus } from '#server/platform/bus/bus.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { MEMBER_TOPICS } from '#server/platform/db/member-topics.ts';
import type { Clock } from '#server/platform/system/clock.ts';
import { marksOf } from './marks.ts';

const ASK_EVERY_MS = 5_000;
/** How many of these rounds pass until it looks at members of whom nothing was told. */
const ROUNDS_UNTOLD = 6;
/**
 * How many watches a session may have open in a process at once: two of the member's, each in a tab that is in view,
 * and two of the rates.
 */
export const MOST_WATCHES = 4;
/** How many the sessions of a member may have open in a process together, however many sessions there are. */
export const MOST_WATCHES_OF_MEMBER = 12;

interface ChangesParts {
  db: Db;
  clock: Clock;
  config: Services['config'];
  bus: Bus;
  /** How often it asks by itself. */
  everyMs?: number;
  /** How many watches a process may have: each holds a connection that others may need. */
  most?: number;
}

/** What the next turn of the loop looks at, besides watchers that were told nothing yet. */
interface Look {
  /** All sessions, and the rates. */
  wide: boolean;
  /** Also all members, because notifications may have been lost. */
  deep: boolean;
  /** The members of whom a change was told. */
  readonly members: Set<string>;
}

/** The loop runs while there are watchers. */
export function createChanges(parts: ChangesParts): Changes {
  return new Watch(parts);
}

const noLook = (): Look => ({ wide: false, deep: false, members: new Set() });

class Watch implements Changes {
  private readonly parts: ChangesParts;
  private readonly everyMs: number;
  private readonly watchers = new Set<Watcher>();
  private readonly ofMember = new Map<string, Set<Watcher>>();
  /** What each watcher was told last. */
  private readonly told = new WeakMap<Watcher, string>();
  private timer: NodeJS.Timeout | undefined;
  private asking = false;
  private next = noLook();
  private wideAt = -Infinity;
  private rounds = 0;

  constructor(parts: ChangesParts) {
    this.parts = parts;
    this.everyMs = parts.everyMs ?? ASK_EVERY_MS;
    const { bus } = parts;
    const missed = () => this.askNow({ wide: true, deep: true });
    bus.subscribe(RATES_TOPIC, { notified: () => this.askNow({ wide: true }), missed });
    bus.subscribe(SESSIONS_TOPIC, {
      notified: (id) => {
        const isWatched = this.ofMember.has(id) || [...this.watchers].some(({ sessionId }) => id === sessionId);
        if (isWatched) this.askNow({ wide: true });
      },
      missed,
    });
    for (const topic of MEMBER_TOPICS)
      bus.subscribe(topic, { notified: (id) => this.ofMember.has(id) && this.askNow({ member: id }), missed });
  }

  open(): number {
    return this.watchers.size;
  }

  isFull(): boolean {
    return this.watchers.size >= (this.parts.most ?? Infinity);
  }

  watch(watcher: Watcher): (() => void) | null {
    const own = this.ofMember.get(watcher.memberId) ?? new Set();
    const ofSession = [...own].filter(({ sessionId }) => sessionId === watcher.sessionId);
    if (ofSession.length >= MOST_WATCHES || own.size >= MOST_WATCHES_OF_MEMBER) return null;
    this.watchers.add(watcher);
    this.ofMember.set(watcher.memberId, own.add(watcher));
    void this.ask();
    return () => this.remove(watcher);
  }

  private askNow(what: { wide?: true; deep?: true; member?: string }): void {
    if (this.watchers.size === 0) return;
    this.next.wide ||= what.wide === true;
    this.next.deep ||= what.deep === true;
    if (what.member !== undefined) this.next.members.add(what.member);
    void this.ask();
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      await this.turn();
    } catch (error) {
      for (const watcher of this.watchers) watcher.failed(error);
      this.watchers.clear();
      this.ofMember.clear();
    } finally {
      this.asking = false;
      this.askLater();
    }
  }

  /** One look at the database. Changes that are told meanwhile may have come too late for it and cause the next one. */
  private async turn(): Promise<void> {
    const { db, clock } = this.parts;
    const look = this.takeLook();
    const isNew = (watcher: Watcher) => !this.told.has(watcher);
    const isMeant = (watcher: Watcher) => look.deep || look.members.has(watcher.memberId) || isNew(watcher);
    // A watcher who joins during a query is served in the next round.
    const asked = [...this.watchers].filter((watcher) => look.wide || isMeant(watcher));
    // A timer may come a moment too soon, and a member may have left.
    if (asked.length === 0) return;
    const now = clock.now();
    const open = await openSessionsOf(db, [...new Set(asked.map(({ sessionId }) => sessionId))], now);
    const rates = asked.some(({ follows }) => follows === 'rates') ? await listRates(this.parts) : null;
    const members = asked.filter((watcher) => watcher.follows === 'member' && isMeant(watcher));
    const marks = await marksOf(db, [...new Set(members.map(({ memberId }) => memberId))]);
    for (const watcher of asked) {
      if (!this.watchers.has(watcher)) continue;
      if (open.has(watcher.sessionId)) this.tell(watcher, rates, marks.get(watcher.memberId) ?? null);
      else this.leave(watcher);
    }
  }

  private takeLook(): Look {
    const look = this.next;
    this.next = noLook();
    if (performance.now() - this.wideAt >= this.everyMs) look.wide = true;
    if (look.wide) {
      this.wideAt = performance.now();
      this.rounds += 1;
      look.deep ||= this.rounds % ROUNDS_UNTOLD === 0;
    }
    return look;
  }

  private askLater(): void {
    clearTimeout(this.timer);
    if (this.watchers.size === 0) return;
    const { wide, deep, members } = this.next;
    const isSoon = wide || deep || members.size > 0 || [...this.watchers].some((watcher) => !this.told.has(watcher));
    const wait = isSoon ? 0 : Math.max(0, this.wideAt + this.everyMs - performance.now());
    this.timer = setTimeout(() => void this.ask(), wait).unref();
  }

  private tell(watcher: Watcher, rates: RateList | null, marks: MemberMarks | null): void {
    if (watcher.follows === 'rates' && rates !== null)
      // The moment of the list always differs.
      this.tellOnce(watcher, JSON.stringify([rates.items, rates.currencies]), () => watcher.changed(rates));
    if (watcher.follows === 'member' && marks !== null)
      this.tellOnce(watcher, JSON.stringify(marks), () => watcher.changed(marks));
    watcher.looked();
  }

  private tellOnce(watcher: Watcher, news: string, changed: () => void): void {
    if (this.told.get(watcher) === news) return;
    this.told.set(watcher, news);
    changed();
  }

  private leave(watcher: Watcher): void {
    this.remove(watcher);
    watcher.over();
  }

  private remove(watcher: Watcher): void {
    this.watchers.delete(watcher);
    const others = this.ofMember.get(watcher.memberId);
    others?.delete(watcher);
    if (others?.size === 0) this.ofMember.delete(watcher.memberId);
  }
}
