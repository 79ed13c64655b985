// What goes away in the middle of everything, and how it comes back.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { systemClock } from '#server/platform/system/clock.ts';
import { until } from '../callers/club.ts';
import type { Random } from '../random.ts';
import type { AwayClub } from './club.ts';

export interface Loss {
  /** While it is away no call can be answered but by a refusal. */
  readonly refusesCalls: boolean;
  /** Takes it away for a time, and gives it back. */
  happen(club: AwayClub, random: Random): Promise<void>;
  /** What is right once it is back. */
  after?(club: AwayClub): Promise<void>;
}

const SHORTEST_MS = 200;
const LONGEST_MS = 2_500;
/** Long enough that every call of somebody waits for their row. */
const WAIT_MS = 200;
const away = (random: Random) => sleep(random.whole(SHORTEST_MS, LONGEST_MS));
/** Long enough that calls come meanwhile. */
const stopped = (random: Random) => sleep(random.whole(LONGEST_MS / 2, LONGEST_MS));

/** Everybody else's sessions; this one's own would go as well. */
const OTHERS = 'FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()';
const endOthers = (client: Client) => client.query(`SELECT pg_terminate_backend(pid) ${OTHERS}`);
const MOST_CONNECTIONS = 400;
const DEPOSIT_BTC = '0.5';

export const LOSSES: Readonly<Record<string, Loss>> = {
  'PostgreSQL, stopped fast': database('SIGINT'),
  'PostgreSQL, crashed': database('SIGQUIT'),
  'all sessions of PostgreSQL': {
    refusesCalls: false,
    happen: async (club, random) => {
      for (let times = random.whole(1, 4); times > 0; times -= 1) {
        await whileSomebodyWaits(club, () => club.asAdministrator(endOthers));
        // A connection that is opened meanwhile is ended at once.
        const end = performance.now() + random.whole(0, 300);
        await club.asAdministrator(async (client) => {
          while (performance.now() < end) await endOthers(client);
        });
      }
    },
  },
  'all connections of PostgreSQL, taken by others': {
    refusesCalls: false,
    happen: async (club, random) => {
      // Those of the server first, which then finds none.
      const held = await takeConnections(club);
      await away(random);
      await Promise.all(held.map((client) => client.end().catch(() => undefined)));
      assert.ok(held.length > 1, 'connections that were taken');
    },
  },
  'the leader: PostgreSQL reads and does not write': {
    refusesCalls: true,
    happen: async (club, random) => {
      const set = (how: string) =>
        club.asAdministrator(async (client) => {
          await client.query('SET default_transaction_read_only = off');
          await client.query(`ALTER DATABASE postgres ${how}`);
          await endOthers(client);
        });
      await set('SET default_transaction_read_only = on');
      await stopped(random);
      await set('RESET default_transaction_read_only');
    },
  },
  'the mail server': {
    refusesCalls: false,
    happen: async ({ mail }, random) => {
      await mail.leave();
      await away(random);
      await mail.open();
    },
    after: allMailsSent,
  },
  'the chain node': { refusesCalls: false, happen: payWhileAway, after: depositsCredited },
};

function database(signal: 'SIGINT' | 'SIGQUIT'): Loss {
  return {
    refusesCalls: true,
    happen: async (club, random) => {
      const { postgres } = club;
      await whileSomebodyWaits(club, () => postgres.halt(signal));
      await stopped(random);
      await postgres.resume();
    },
  };
}

/** Takes something away while transactions wait for a row, so that their connections are lent out at that moment. */
async function whileSomebodyWaits({ crowd, asAdministrator }: AwayClub, act: () => Promise<unknown>): Promise<void> {
  const ids = crowd.people.slice(0, crowd.people.length / 2).map(({ id }) => id);
  await asAdministrator(async (holder) => {
    await holder.query('BEGIN');
    // As `lockMember` does: rows that refer to a member may still be added, or transfers to and fro would deadlock.
    await holder.query('SELECT id FROM members WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [ids]);
    await sleep(WAIT_MS);
    await act();
  });
}

async function takeConnections(club: AwayClub): Promise<Client[]> {
  await club.asAdministrator(endOthers);
  const held: Client[] = [];
  for (let count = 0; count < MOST_CONNECTIONS; count += 1) {
    const client = new Client({ connectionString: club.postgres.url });
    try {
      await client.connect();
      held.push(client);
    } catch {
      break;
    }
  }
  return held;
}

/** Every mail that was written is delivered, by the server itself first, and by a second sender beside it. */
async function allMailsSent({ db, mail }: AwayClub): Promise<void> {
  // Tries that failed wait longer and longer, and those that were cut off keep their mail for a time: that time passes.
  const passes = (leases: object) =>
    db
      .updateTable('mails')
      .set({ next_attempt_at: new Date(), ...leases })
      .where('sent_at', 'is', null)
      .execute();
  await passes({ leased_until: null });
  const before = mail.ids.length;
  await until('the server sends mails again', () => mail.ids.length > before);
  const config = {
    ...{ smtpUrl: `smtp://127.0.0.1:${mail.port}`, smtpRequiresTls: false, publicOrigin: 'http://localhost' },
    mailFrom: { name: 'Perch', address: 'no-reply@localhost' },
  };
  const mailer = createMailer(config);
  const waiting = () =>
    db.selectFrom('mails').select('id').where('sent_at', 'is', null).where('given_up_at', 'is', null);
  await until('every mail is sent', async () => {
    await passes({});
    await sendMails(db, { mailer, clock: systemClock });
    return (await waiting().execute()).length === 0;
  });
  const sent = await db.selectFrom('mails').select('id').where('sent_at', 'is not', null).execute();
  const delivered = new Set(mail.ids);
  assert.deepEqual(
    sent.map(({ id }) => id).filter((id) => !delivered.has(id)),
    [],
    'mails that count as sent and were never delivered',
  );
}

/** Somebody pays while nobody watches. */
async function payWhileAway({ node, crowd, db }: AwayClub, random: Random): Promise<void> {
  await node.leave();
  const waiting = await db
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .innerJoin('chain_addresses', 'chain_addresses.id', 'deposits.address_id')
    .select(['deposits.id', 'deposits.member_id', 'chain_addresses.address'])
    .where('receipts.status', '=', 'awaitingPayment')
    .limit(1)
    .execute();
  for (const { id: depositId, member_id: memberId, address } of waiting) {
    node.node.send(address, 50_000_000n);
    crowd.paid({ depositId, memberId, asset: 'BTC', amount: DEPOSIT_BTC });
  }
  node.node.mine(node.node.walletAddress);
  await away(random);
  node.node.mine(node.node.walletAddress);
  node.node.mine(node.node.walletAddress);
  await node.comeBack();
}

async function depositsCredited({ db, node }: AwayClub): Promise<void> {
  const position = () =>
    db.selectFrom('chain_cursors').select('height').where('network', '=', 'bitcoin').executeTakeFirst();
  const open = () =>
    db.selectFrom('chain_sightings').select('id').where('final_at', 'is', null).where('dropped_at', 'is', null);
  await until('what was paid meanwhile is credited', async () => {
    const read = Number((await position())?.height ?? 0);
    return read >= node.node.height && (await open().execute()).length === 0;
  });
}
