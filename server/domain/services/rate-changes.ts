// The watch over the rates, as the services hand it out; `createRateChanges` keeps it.
import type { components } from '#openapi/api.gen.d.ts';

type RateList = components['schemas']['RateList'];

export interface RateChanges {
  /**
   * Calls `changed` with the rates at once, and again whenever they are others; an error of the database ends the watch.
   *
   * @returns what ends the watch; null where the session has as many as it may
   */
  watch(watcher: RateWatcher): (() => void) | null;
}

export interface RateWatcher {
  /** The watch ends with it. */
  readonly sessionId: string;
  changed(rates: RateList): void;
  /** The rates were looked at; called after each look, whether they changed or not. */
  looked(): void;
  /** The session has ended, and the watch with it. */
  over(): void;
  failed(error: unknown): void;
}
