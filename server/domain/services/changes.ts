// The interface of what watches for changes; `createChanges` implements it.
import type { components } from '#openapi/api.gen.d.ts';
import type { MemberTopic } from '#server/platform/db/member-topics.ts';

type RateList = components['schemas']['RateList'];

/** What each part of a member's own looks like at a moment: two that are equal show the same. */
export type MemberMarks = Readonly<Record<MemberTopic, string>>;

export interface Changes {
  /**
   * Calls `changed` at once, and again whenever what is watched changes; a database error ends the watch.
   *
   * @returns a function that ends the watch; null if the session or its member has as many watches as it may
   */
  watch(watcher: Watcher): (() => void) | null;
  /** How many watches are open. */
  open(): number;
  /** Whether the process has as many watches as it may. */
  isFull(): boolean;
}

export type Watcher = RatesWatcher | MemberWatcher;

export interface RatesWatcher extends SessionWatcher {
  readonly follows: 'rates';
  changed(rates: RateList): void;
}

export interface MemberWatcher extends SessionWatcher {
  readonly follows: 'member';
  changed(marks: MemberMarks): void;
}

interface SessionWatcher {
  /** The session that the watch belongs to, and ends with. */
  readonly sessionId: string;
  readonly memberId: string;
  /** Called now and then while the watch goes on, whether anything changed or not. */
  looked(): void;
  /** Called when the session has ended, and the watch with it. */
  over(): void;
  failed(error: unknown): void;
}
