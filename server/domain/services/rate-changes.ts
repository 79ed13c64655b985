// The interface of the rates watcher; `createRateChanges` implements it.
import type { components } from '#openapi/api.gen.d.ts';

type RateList = components['schemas']['RateList'];

export interface RateChanges {
  /**
   * Calls `changed` with the rates at once, and again whenever they change; a database error ends the watch.
   *
   * @returns a function that ends the watch; null if the session or its member has as many watches as it may
   */
  watch(watcher: RateWatcher): (() => void) | null;
  /** How many watches are open. */
  open(): number;
  /** Whether the process has as many watches as it may. */
  isFull(): boolean;
}

export interface RateWatcher {
  /** The session that the watch belongs to, and ends with. */
  readonly sessionId: string;
  readonly memberId: string;
  changed(rates: RateList): void;
  /** Called after each query of the rates, whether they changed or not. */
  looked(): void;
  /** Called when the session has ended, and the watch with it. */
  over(): void;
  failed(error: unknown): void;
}
