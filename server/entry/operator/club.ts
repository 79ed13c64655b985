// Which club a command talks to, and what is missing before members can use it.
import { ASSETS } from '#money/assets.ts';
import { monthDue } from '#server/domain/bonuses/close-month.ts';
import { readClubState } from '#server/domain/club/state.ts';
import { depositKeys } from '#server/domain/deposits/retire.ts';
import { readBooksStop } from '#server/domain/ledger/books-open.ts';
import { heldRates } from '#server/domain/rates/held-rates.ts';
import { listRates } from '#server/domain/rates/list.ts';
import { readRestore } from '#server/domain/restores/hold.ts';
import { unclaimedPayments } from '#server/domain/restores/review.ts';
import type { Services } from '#server/domain/services/services.ts';
import { backupLines } from '#server/entry/backup/nightly.ts';
import { placeOfDatabase } from '#server/platform/config/database-urls.ts';
import { waitingCommits } from '#server/platform/db/commit-watch.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';

export const clubCommands: Commands = {
  status: { usage: 'status', help: 'which club this is, and what is missing before members can use it', run: status },
};

/**
 * The club in one line: where people reach it, and where its data is.
 *
 * @param told.noServer whether no server runs on its data
 */
export function clubLine({ config }: Pick<Services, 'config'>, { noServer }: { readonly noServer: boolean }): string {
  const database = config.databaseUrl === null ? '' : `, database ${placeOfDatabase(config.databaseUrl)}`;
  return `club ${config.publicOrigin}, data in ${config.dataDir}${database}${noServer ? ' (no server runs)' : ''}`;
}

/** What members are shown as the end opens nothing, so a moment that is over must be seen here. */
function closedText(until: Date | null, now: Date): string {
  const shown =
    until === null
      ? ''
      : `; members are shown ${until.toISOString()} as its expected end${until <= now ? ', WHICH IS OVER' : ''}`;
  return `CLOSED for maintenance until "maintenance off"${shown}`;
}

async function status({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const { db, clock, chain, config } = services;
  const { maintenance, maintenanceUntil, demoFilledAt } = await readClubState(db);
  const { members } = await db
    .selectFrom('members')
    .select((query) => query.fn.countAll<bigint>().as('members'))
    .executeTakeFirstOrThrow();
  const { items } = await listRates(services);
  const stop = await readBooksStop(db);
  const unclaimed = await unclaimedPayments(db);
  const restore = await readRestore(db);
  const missing = ASSETS.filter((asset) => !items.some((item) => item.asset === asset));
  const stale = items.filter((item) => item.stale).map(({ asset }) => asset);
  const held = await heldRates(db);
  const month = await monthDue(db, clock.now());
  const { made } = await db
    .selectFrom('chain_keys')
    .select((query) => query.fn.max('next_index').as('made'))
    .executeTakeFirstOrThrow();
  const waiting = config.databaseUrl === null ? 0 : await waitingCommits(db);
  const retired = (await depositKeys(db, services))
    .filter(({ isInForce, retiredAt }) => isInForce && retiredAt !== null)
    .map(
      ({ fingerprint }) => `THE KEY ${fingerprint} IS RETIRED: no deposit address of it is given out; set another one`,
    );
  return [
    `${config.publicOrigin}, version ${config.version}${demoFilledAt === null ? '' : ', the demo club'}`,
    maintenance ? closedText(maintenanceUntil, clock.now()) : 'open',
    members === 0n
      ? 'NO MEMBER: no one can sign up. Make the first one with: members root USERNAME EMAIL'
      : `${members} ${members === 1n ? 'member' : 'members'}`,
    missing.length === 0
      ? 'a rate of each asset is set'
      : `NO RATE of ${missing.join(', ')}: they cannot be traded, and payments of them wait. Set each with: rates set ASSET USD`,
    ...(stale.length === 0 ? [] : [`STALE: the rates of ${stale.join(', ')}; they cannot be used to exchange or buy`]),
    ...(held.length === 0
      ? []
      : [`HELD: the feed's rates of ${held.map(({ asset }) => asset).join(', ')} moved too far; see: rates list`]),
    ...(waiting === 0
      ? []
      : [
          `ACTS ARE REFUSED: ${waiting} commits wait for PostgreSQL's synchronous standby; see docs/operating.md, Fail-over`,
        ]),
    ...(restore === null
      ? []
      : [`PUT BACK to ${restore.from.toISOString()}: no money moves until it was compared; see: restored show`]),
    ...(unclaimed.length === 0
      ? []
      : [`UNCLAIMED: ${unclaimed.length} payments to addresses of a time that is lost; see: restored show`]),
    stop === null
      ? restore === null
        ? 'money moves'
        : 'the books agree'
      : `MONEY IS STOPPED since ${stop.since.toISOString()}; see: books check`,
    ...(month === null ? [] : [`NOT CLOSED: ${month}, whose bonuses are not all paid; see: months list`]),
    ...(await backupLines(services)),
    chain.networks.length === 0
      ? 'deposits and withdrawals are closed: no node is set'
      : `networks: ${chain.networks.map(({ name, development }) => `${name}${development ? ' (development)' : ''}`).join(', ')}`,
    ...retired,
    // Kysely's types say that max always returns a value; over no rows it returns null.
    ...((made as number | null) ? [`a wallet that restores its accounts needs a gap limit of ${made}`] : []),
  ];
}
