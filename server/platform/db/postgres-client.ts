import type pg from 'pg';
import { PreparingClient } from './preparing-client.ts';
import type { DatabaseHost, PrimaryFinder } from './primary.ts';

/** The part of the driver's client that says where it connects to. */
interface Addressed {
  host: string;
  port: number;
}

type Connected = (error: Error) => void;

/** The class of connections that go to the host which takes writes, for a pool that makes them itself. */
export function clientOf(finder: PrimaryFinder): typeof pg.Client {
  return class PrimaryClient extends PreparingClient {
    // The overloads of the driver: a promise, or a callback as its pool has it.
    override connect = ((connected?: Connected): Promise<void> | undefined => {
      if (connected === undefined) return this.go();
      this.go().then(() => (connected as () => void)(), connected);
      return undefined;
    }) as pg.Client['connect'];

    private async go(): Promise<void> {
      const { host, port }: DatabaseHost = await finder.find();
      Object.assign(this as unknown as Addressed, { host, port });
      try {
        await Reflect.apply(PreparingClient.prototype.connect, this, []);
      } catch (error) {
        finder.doubt();
        throw error;
      }
    }
  };
}
