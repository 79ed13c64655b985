import { secondsAfter, type Clock } from '#server/platform/system/clock.ts';
import type { Network } from './chain.ts';

/** Longer than the time between two runs of a watcher. */
const KEPT_SECONDS = 60;

/**
 * How many blocks the node of each network had that were not read, when this process last looked. A process that has
 * not looked lately, since another one watches the network or the node is away, knows nothing of it.
 */
export class Lags {
  private readonly clock: Clock;
  private readonly found = new Map<Network, { blocks: number; at: Date }>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  set(network: Network, blocks: number): void {
    this.found.set(network, { blocks, at: this.clock.now() });
  }

  /** Another process watches the network now. */
  forget(network: Network): void {
    this.found.delete(network);
  }

  /** What was found within the last minute. */
  recent(): ReadonlyMap<Network, number> {
    const oldest = secondsAfter(this.clock.now(), -KEPT_SECONDS);
    const recent = [...this.found].filter(([, { at }]) => at >= oldest);
    return new Map(recent.map(([network, { blocks }]) => [network, blocks]));
  }
}
