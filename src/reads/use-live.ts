import { useEffect, useMemo } from 'react';
import { useServices, type Services } from '#src/services/services.ts';
import { atEndpoint } from './endpoints.ts';
import type { Live, Told } from './live.ts';

/** What arrives together is told together, so that a reading is not made twice for one act. */
const TOGETHER_MS = 150;
/** As long as this, a tab that is out of sight keeps its stream: members look at another app and return. */
const OUT_OF_SIGHT_MS = 30_000;

/**
 * The one stream of this tab, for the members' frame. It is open while the tab is in view and there is a session. A tab
 * that returns resumes after its last event, so it learns what changed meanwhile. Without a stream nothing is covered,
 * and the readings ask by themselves as before.
 */
export function useMemberStream(): Live {
  const { api, session, storage, readings, now } = useServices();
  const stream = useMemo(
    () => new MemberStream({ api, session, storage, readings, now }),
    [api, session, storage, readings, now],
  );
  useEffect(() => stream.begin(), [stream]);
  return stream;
}

type Parts = Pick<Services, 'api' | 'session' | 'storage' | 'readings' | 'now'>;
type Listener = (changed: ReadonlySet<Told>) => void;

class MemberStream implements Live {
  private readonly parts: Parts;
  // Not `createNews`: the first page would have to name it for this chunk.
  private readonly listeners = new Set<Listener>();
  private readonly changed = new Set<Told>();
  private isOpen = false;
  /** Since when nothing was missed; null before the first event. */
  private since: number | null = null;
  private lastId: string | null = null;
  private following: AbortController | null = null;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  readonly covers = (moment: number): boolean => this.isOpen && this.since !== null && moment >= this.since;

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Follows the member from now on. Returns a function that ends it. */
  begin(): () => void {
    const { session } = this.parts;
    this.look();
    document.addEventListener('visibilitychange', this.look);
    const stopSession = session.subscribe(() => {
      if (session.tokens() !== null) return;
      // Another member may sign in here: what this one was told is not theirs.
      this.since = null;
      this.lastId = null;
    });
    return () => {
      document.removeEventListener('visibilitychange', this.look);
      stopSession();
      clearTimeout(this.telling);
      this.telling = undefined;
      clearTimeout(this.hiding);
      this.close();
    };
  }

  private readonly look = (): void => {
    clearTimeout(this.hiding);
    if (document.visibilityState === 'hidden') this.hiding = setTimeout(this.close, OUT_OF_SIGHT_MS);
    else if (this.following === null) this.open();
  };

  private open(): void {
    const { api, session, storage } = this.parts;
    const { signal } = (this.following = new AbortController());
    const follower = {
      endpoint: () => atEndpoint('chatHubUrl', storage),
      signal,
      isOpen: () => session.tokens() !== null && session.isFresh(),
      lastId: () => this.lastId,
      onEvent: (id: string, topics: readonly Told[]) => this.note(id, topics),
      onLost: () => void (this.isOpen = false),
    };
    // Only now: no page waits for this code. If it does not load, the readings ask by themselves.
    import('./follow-member.ts').then(
      ({ followMember }) => followMember(api, follower),
      () => undefined,
    );
  }

  private readonly close = (): void => {
    this.following?.abort();
    this.following = null;
    this.isOpen = false;
  };

  private note(id: string, topics: readonly Told[]): void {
    // One that resumes after an earlier event names what changed in between, so it covers that time as well.
    this.since ??= this.parts.now();
    this.isOpen = true;
    this.lastId = id;
    for (const topic of topics) this.changed.add(topic);
    if (topics.length > 0) this.parts.readings.outdate();
    if (this.changed.size > 0) this.telling ??= setTimeout(this.tell, TOGETHER_MS);
  }

  private readonly tell = (): void => {
    this.telling = undefined;
    const told = new Set(this.changed);
    this.changed.clear();
    this.listeners.forEach((listener) => listener(told));
  };
}
