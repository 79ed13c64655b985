/** What the responses tell of the server's clock: that of a device may be wrong by hours. */
export interface ServerClock {
  /** The present moment as the server has it, by which its own times are over or not. */
  readonly now: () => number;
  /** A response has arrived, with the moment at which it was written. */
  readonly hear: (response: Response) => void;
}

/** How old a response may be when it arrives, without its whole second and its way telling that the device is off. */
const SLACK_MS = 2_000;

/** The server's clock, which is that of the device until a response says otherwise. */
export function createServerClock(now: () => number): ServerClock {
  /** How far the device is ahead of the server, in milliseconds: it must not move to and fro with each response. */
  let ahead = 0;
  return {
    now: () => now() - ahead,
    hear({ headers }) {
      const most = now() - Date.parse(headers.get('date') ?? '');
      if (!Number.isNaN(most)) ahead = Math.min(most, Math.max(most - SLACK_MS, ahead));
    },
  };
}
