// Several servers on one PostgreSQL, each with a mail server to send to, and members who call any of them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { openForCommand } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import type { Answer } from '#tests/api/support/call.ts';
import { addressOf, freshDatabase, type FreshDatabase } from '#fixtures/club/database.ts';
import { addMember, lightPasswords, PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { startOnce } from '#tests/support/perch.ts';
import type { Process } from '#tests/support/processes.ts';
import { TestMailServer } from '../away/club.ts';
import { isUnavailable, sendOnce } from '../callers/calls.ts';
import { renewRates } from '../callers/club.ts';
import { openNode, type ChainNode } from '../callers/node.ts';
import { PERCH_SECRET } from '../kills/club.ts';

export interface Server extends Process {
  readonly port: number;
  readonly dataDir: string;
}

/** A member who is signed in at all servers. */
export interface Racer {
  readonly member: TestMember;
  /** A call at one of the servers, sent again under its key as long as the server says that it is unavailable. */
  post(server: Server, path: string, body: object | null, key: string): Promise<Answer>;
}

/** A race is over long before: a server that is still unavailable then is not merely busy. */
const BUSY_MS = 60_000;

export type Start = (env: Record<string, string>) => Promise<Process & { port: number }>;

export class RaceClub {
  readonly servers: Server[] = [];
  readonly services: Services;
  readonly mail: TestMailServer;
  readonly database: FreshDatabase;
  private readonly env: Record<string, string>;
  private readonly node: ChainNode;
  private readonly closeServices: () => Promise<void>;

  private constructor(parts: {
    services: Services;
    mail: TestMailServer;
    database: FreshDatabase;
    env: Record<string, string>;
    node: ChainNode;
    closeServices: () => Promise<void>;
  }) {
    this.services = parts.services;
    this.mail = parts.mail;
    this.database = parts.database;
    this.env = parts.env;
    this.node = parts.node;
    this.closeServices = parts.closeServices;
  }

  /** @param folder of its own */
  static async open(folder: string): Promise<RaceClub> {
    mkdirSync(folder, { recursive: true });
    const [database, node, mail] = [await freshDatabase(), await openNode(folder), new TestMailServer()];
    await mail.open();
    const env = {
      ...{ ...node.env, DATABASE_URL: (await addressOf(database)) ?? '', PERCH_SECRET, RATE_LIMIT_SCALE: '100000' },
      ...{ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, DATA_DIR: join(folder, 'data') },
    };
    await startOnce(env);
    const { services, close } = await openForCommand(readSettings(env, process.cwd()));
    await renewRates(services);
    return new RaceClub({ services, mail, database, env, node, closeServices: close });
  }

  /** Starts servers, all at the same moment. */
  async start(count: number, startServer: Start): Promise<void> {
    const started = await Promise.all(
      Array.from({ length: count }, async () => {
        const dataDir = `${this.env.DATA_DIR}-${this.servers.length + Math.random().toString(36).slice(2)}`;
        const server = await startServer({ ...this.env, DATA_DIR: dataDir });
        await server.line('Perch is ready');
        return { ...server, dataDir };
      }),
    );
    this.servers.push(...started);
  }

  /** A new member with USDT, signed in. */
  async racer(usdt: string): Promise<Racer> {
    const { services } = this;
    const member = await addMember({ ...services, passwords: lightPasswords() });
    await inTransaction(services.db, async (trx) => {
      const { version: ruleVersion } = await rulesAt(trx, services.clock.now());
      await openingGrant(trx, services.random, {
        ...{ key: `race:${member.id}`, at: services.clock.now(), memberId: member.id, ruleVersion },
        ...{ asset: 'USDT', amount: usdt, status: 'completed' },
      });
    });
    const send = (server: Server, path: string, request: object) =>
      sendOnce({ origin: () => `http://localhost:${server.port}` }, { method: 'POST', path, request });
    const [first] = this.servers as [Server];
    const { body } = await send(first, '/token', { body: { username: member.username, password: PASSWORD } });
    const token = body.accessToken as string;
    const post: Racer['post'] = async (server, path, given, key) => {
      const until = Date.now() + BUSY_MS;
      for (;;) {
        const answer = await send(server, path, { token, key, ...(given === null ? {} : { body: given }) });
        if (!isUnavailable(path, answer) || Date.now() > until) return answer;
        await setTimeout(Number(answer.headers['retry-after']) * 1000);
      }
    };
    return { member, post };
  }

  async close(): Promise<void> {
    for (const { child, ended } of this.servers) {
      child.kill('SIGTERM');
      await ended;
    }
    await this.closeServices();
    await this.mail.leave();
    await this.node.close();
    await this.database.close();
  }
}
