// A server with everything that it needs of others: a PostgreSQL, a mail server and a chain node of its own, each of
// which can go away and come back.
import { join } from 'node:path';
import { Client } from '#server/platform/system/postgres-driver.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openMailServer, type MailServer, type ReceivedMail } from '#tests/api/support/mail-server.ts';
import { provideOwnPostgres, type OwnPostgres } from '#tests/provision/postgres.mjs';
import { builtServer, onClub, startOnce } from '#tests/support/perch.ts';
import type { Process } from '#tests/support/processes.ts';
import { addPeople, renewRates } from '../callers/club.ts';
import { Crowd } from '../callers/crowd.ts';
import { mailboxOf } from '../callers/mailboxes.ts';
import { openNode, type ChainNode } from '../callers/node.ts';
import { PERCH_SECRET } from '../kills/club.ts';

const PEOPLE = 10;

export interface AwayClub {
  readonly postgres: OwnPostgres;
  readonly node: ChainNode;
  readonly mail: TestMailServer;
  readonly server: Process & { readonly port: number };
  readonly crowd: Crowd;
  readonly db: Db;
  renewRates(): Promise<void>;
  /** Does something as the owner of PostgreSQL, on a connection of its own. */
  asAdministrator<T>(act: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A mail server that keeps its port, and everything that was delivered to it. */
export class TestMailServer {
  readonly received: ReceivedMail[] = [];
  private server: MailServer | null = null;
  port = 0;

  async open(): Promise<void> {
    const server = await openMailServer({}, this.port);
    this.port = server.port;
    this.server = server;
  }

  /** Closes all open connections. */
  async leave(): Promise<void> {
    const { server } = this;
    await server?.close();
    // What it has taken until its very end.
    this.received.push(...(server?.received ?? []));
    this.server = null;
  }

  /** The ids of the mails that came, each as often as it came. */
  get ids(): string[] {
    return [...this.received, ...(this.server?.received ?? [])].flatMap(
      ({ raw }) => /^message-id: <([0-9a-f-]{36})@/im.exec(raw)?.[1] ?? [],
    );
  }
}

export async function openAwayClub(folder: string): Promise<AwayClub> {
  const postgres = await provideOwnPostgres({ root: process.cwd() });
  const closers: (() => Promise<unknown>)[] = [() => postgres.stop()];
  const close = async () => {
    for (const each of closers.reverse()) await each();
  };
  try {
    const node = await openNode(folder);
    closers.push(() => node.close());
    const mail = new TestMailServer();
    await mail.open();
    closers.push(() => mail.leave());
    const env = {
      ...{ ...node.env, DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR: join(folder, 'data') },
      ...{ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, RATE_LIMIT_SCALE: '100000' },
    };
    await startOnce(env);
    const people = await onClub(env, (services) => addPeople(services, PEOPLE));
    const database: Database = await openDatabase({ databaseUrl: postgres.url, dataDir: 'none' });
    closers.push(() => database.close());
    const db = createKysely(database.pool);
    const server = await builtServer(env);
    await server.line('Perch is ready');
    const where = { origin: () => `http://localhost:${server.port}` };
    return {
      ...{ postgres, node, mail, server, db, close },
      renewRates: () => onClub(env, renewRates),
      crowd: new Crowd(people, { where, mailbox: mailboxOf(db) }),
      asAdministrator: async (act) => {
        const client = new Client({ connectionString: postgres.url });
        await client.connect();
        try {
          return await act(client);
        } finally {
          await client.end().catch(() => undefined);
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
