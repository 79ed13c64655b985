import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type pg from 'pg';
import { Pool } from '#server/platform/system/postgres-driver.ts';

import { PreparingClient } from './preparing-client.ts';
import { valueTypes } from './value-types.ts';

/**
 * The embedded engine behind the interface of `pg`, so that one code base runs on both engines. The engine is one
 * session, so the pool holds one client and callers wait their turn; with more, transactions would read each
 * other's uncommitted rows.
 */
export function createEmbeddedPool(engine: PGlite): pg.Pool {
  return new Pool({ Client: clientOf(engine), max: 1, idleTimeoutMillis: 0, onConnect: resetSession });
}

function clientOf(engine: PGlite): new () => pg.Client {
  return class EmbeddedClient extends PreparingClient {
    constructor() {
      // The connection is an object instead of an address; the published type of the configuration doesn't know that.
      super({ ...createPgConfig(engine), types: valueTypes } as unknown as pg.ClientConfig);
    }
  };
}

/**
 * A new client meets the session as the last one left it: perhaps inside a transaction, with prepared statements
 * whose names the new client will use again.
 */
async function resetSession(client: pg.ClientBase): Promise<void> {
  await client.query('ROLLBACK');
  await client.query('DISCARD ALL');
}
