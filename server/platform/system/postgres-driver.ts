// The driver of PostgreSQL, for every connection. An `error` event without a listener ends the process, and
// PostgreSQL may end a session at any moment: also between the last message of its start and the first use, where the
// driver's own pool listens only if the connection is its own. So a connection here has a listener from its beginning
// to its end, and nothing else imports the driver itself (`no-restricted-imports` in `.oxlintrc.json`).
import pg from 'pg';

/**
 * A connection whose loss shows where it is used: what runs on it fails, and so does its next use. Whoever wants to
 * know at once adds a listener.
 */
export class Client extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** A pool of such connections. One that is lost is replaced at its next use. */
export class Pool extends pg.Pool {
  constructor(config?: pg.PoolConfig) {
    super({ Client, ...config });
    this.on('error', () => undefined);
  }
}

/** How the driver reads what it is sent, by the type. */
export const { types } = pg;
