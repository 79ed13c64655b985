// After a restore, from the command line: what may have been paid in the time that is lost, and what was found of it;
// until it is accepted, no money moves (decision 0059).
import { isDecimal, isPositive } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { ASSET_SCALE, type ChainAsset } from '#server/domain/chain/chain.ts';
import { fromUnits } from '#server/domain/chain/amounts.ts';
import { giveLostAddress } from '#server/domain/chain/lost-addresses.ts';
import { normalTransactionId } from '#server/domain/chain/transaction-id.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { depositKeys } from '#server/domain/deposits/retire.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { isChainAsset } from '#server/domain/networks/networks.ts';
import { acceptRestore, reserveAddresses, unreadText } from '#server/domain/restores/accept.ts';
import { beginRestore, lastMoment, readRestore, type Restore } from '#server/domain/restores/hold.ts';
import { recordLostPayout } from '#server/domain/restores/lost-payout.ts';
import {
  callUnpaid,
  doubtfulPayouts,
  heldDeposits,
  unclaimedPayments,
  type DoubtfulPayout,
} from '#server/domain/restores/review.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { readArguments, readMoment, readSaid, type CommandLine, type Commands } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';
import { toldText } from './told.ts';

export const restoredCommands: Commands = {
  'restored show': {
    usage: 'restored show',
    help: 'after a restore: what may have been paid in the time that is lost',
    run: show,
  },
  'restored unpaid': {
    usage: 'restored unpaid REFERENCE … --proof TEXT',
    help: 'note that withdrawals were looked up and are unpaid',
    more: ['If the chain says that one was paid, it is refused: record its payment with "withdrawals complete".'],
    run: unpaid,
  },
  'restored payout': {
    usage: 'restored payout USERNAME AMOUNT ASSET ADDRESS --tx TRANSACTION [--block HASH] [--yes]',
    help: 'record a withdrawal that was asked for and paid in the time that is lost',
    more: [
      'AMOUNT is what left the wallet, with the fee. The transaction is looked up as for "withdrawals complete".',
      '--yes records it unchecked, if nothing can be checked.',
    ],
    run: payout,
  },
  'restored address': {
    usage: 'restored address ADDRESS USERNAME --proof TEXT [--asset ASSET]',
    help: 'give a deposit address of the time that is lost back to its member, with what was paid to it',
    more: [
      'Such addresses are never given out again. It can be done at any time, also after the restore was accepted.',
    ],
    run: address,
  },
  'restored accept': {
    usage: 'restored accept [--despite TEXT]',
    help: 'let money move again after a restore, once everything in doubt was looked up',
    more: ['--despite is needed if a chain cannot be read up to its newest block; the reason goes into the audit.'],
    run: accept,
  },
  'restored begin': {
    usage: 'restored begin [--from MOMENT]',
    help: 'say that the database was put back by other means, so that no money moves until it is compared',
    // A server that still runs may have the previous database, and would mark that one.
    aside: 'opened',
    more: [
      'For PostgreSQL: run it before the first start on restored data. It asks no server and marks the database that its own settings name. --from is the moment up to which the data goes; without it, the last one that the data knows.',
    ],
    run: begin,
  },
};

const NOTHING = 'nothing was restored, or it is accepted already';

async function requireRestore({ db }: Services): Promise<Restore> {
  const restore = await readRestore(db);
  if (restore === null) throw new Refused(NOTHING);
  return restore;
}

async function show({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const restore = await readRestore(services.db);
  const unclaimed = unclaimedLines(await unclaimedPayments(services.db));
  if (restore === null) return [NOTHING, ...unclaimed];
  const doubtful = await doubtfulPayouts(services.db, restore);
  const unread = await services.chain.unreadChains(services.db);
  const from = restore.from.toISOString();
  return [
    `the club was put back at ${restore.at.toISOString()} to ${from}; NO MONEY MOVES until "restored accept"`,
    ...unread.map((chain) => `${unreadText(chain)}: payments there are found when they are read`),
    doubtful.length === 0
      ? 'no withdrawal of these books can have been paid since'
      : `withdrawals that are unpaid in these books and MAY BE PAID since ${from}:`,
    ...doubtful.map(lineOf),
    ...(await depositLines(services, from)),
    ...unclaimed,
    'What else is lost, compare with the log and your own records: withdrawals asked for and paid since (restored payout), those refused since (withdrawals refuse; restored unpaid first, if it is in the list), accounts frozen, passwords and apps changed, address books changed and withdrawals limited to them, rates and rules set, months closed.',
  ];
}

/** They come after a restore, and after a fail-over to a database that lacks the last commits. */
function unclaimedLines(unclaimed: Awaited<ReturnType<typeof unclaimedPayments>>): string[] {
  if (unclaimed.length === 0) return [];
  return [
    'payments to addresses that were given out in a time that is lost; find their members, then: restored address',
    ...unclaimed.map(
      (each) =>
        `  ${each.address}  ${fromUnits(BigInt(each.units), ASSET_SCALE[each.asset])} ${each.asset}  ${each.txId}`,
    ),
  ];
}

/** What the books have forgotten of deposits: those that were approved or returned, and keys that were retired. */
async function depositLines(services: Services, from: string): Promise<string[]> {
  const held = await heldDeposits(services.db);
  const keys = (await depositKeys(services.db, services)).filter(
    ({ isInForce, retiredAt }) => !isInForce && retiredAt === null,
  );
  return [
    ...(held.length === 0
      ? []
      : [
          `deposits that are held in these books and MAY HAVE GONE BACK since ${from}; record that with: deposits return`,
        ]),
    ...held.map(({ reference, username, amount, asset }) => `  ${reference}  ${username}  ${amount} ${asset}`),
    ...(keys.length === 0
      ? []
      : [
          `earlier keys that MAY HAVE BEEN RETIRED since ${from}: until "restored accept", what is paid to their addresses is held; retire those again that were: deposits retire`,
        ]),
    ...keys.map(({ fingerprint, addresses }) => `  ${fingerprint}  addresses: ${addresses}`),
  ];
}

function lineOf({ reference, username, status, asset, net, address, isChecked, paidBy }: DoubtfulPayout): string {
  const verdict =
    paidBy.length > 0
      ? `PAID by ${paidBy.join(', ')}: withdrawals complete ${reference} --tx ${paidBy[0]}`
      : isChecked
        ? 'called unpaid'
        : 'LOOK IT UP';
  return `  ${reference}  ${status}  ${username}  ${net} ${asset}  ${address}  ${verdict}`;
}

async function unpaid({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const { words, valued } = readArguments(args, { words: [1, Infinity], valued: ['--proof'] });
  const proof = proofOf(valued);
  const restore = await requireRestore(services);
  await inTransaction(services.db, (trx) =>
    callUnpaid(trx, {
      restore,
      references: words,
      now: services.clock.now(),
      call,
      details: { operator, proof },
    }),
  );
  const open = (await doubtfulPayouts(services.db, restore)).filter(({ isChecked }) => !isChecked);
  return [
    `${words.map((word) => word.toUpperCase()).join(', ')}: noted as unpaid`,
    open.length === 0
      ? 'nothing else is in doubt; let money move again with: restored accept'
      : `still in doubt: ${open.map(({ reference }) => reference).join(', ')}`,
  ];
}

async function payout({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [name = '', amount = '', assetTyped = '', addressTyped = ''],
    valued,
    plain,
  } = readArguments(args, { words: [4, 4], valued: ['--tx', '--block'], plain: ['--yes'] });
  const [typed, block] = [valued.get('--tx'), valued.get('--block')];
  if (typed === undefined) throw new WrongUsage('--tx is missing');
  const restore = await requireRestore(services);
  const member = await memberOf(services, name);
  const asset = chainAssetOf(assetTyped);
  const decimals = amount.split('.')[1]?.length ?? 0;
  if (!isDecimal(amount) || !isPositive(amount) || decimals > scaleOf(asset))
    throw new Refused(`${JSON.stringify(amount)} is not an amount of ${asset}`);
  const info = services.chain.networkOf(asset);
  if (info === null) throw new Refused(`withdrawals of ${asset} are closed: no node is set`);
  const check = services.chain.validateAddress(info.network, addressTyped);
  if (check.kind !== 'ok') throw new Refused(`${JSON.stringify(addressTyped)} is not an address of ${info.name}`);
  const txId = normalTransactionId(info.network, typed);
  if (txId === null) throw new Refused(`${JSON.stringify(typed)} is not the id of a transaction of ${info.name}`);
  const reference = await recordLostPayout(services, {
    restore,
    member,
    asset,
    amount,
    address: check.address,
    txId,
    ...(block === undefined ? {} : { block }),
    unchecked: plain.has('--yes'),
    actor: { call, sessionId: null, operator },
  });
  return [
    `${reference} records it: ${amount} ${asset} of ${member.username}, paid to ${check.address}; ${toldText('restored payout')}`,
  ];
}

async function address({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [typed = '', name = ''],
    valued,
  } = readArguments(args, { words: [2, 2], valued: ['--proof', '--asset'] });
  const proof = proofOf(valued);
  const assetTyped = valued.get('--asset');
  const asset = assetTyped === undefined ? null : chainAssetOf(assetTyped);
  const member = await memberOf(services, name);
  const normal = services.chain.networks
    .map(({ network }) => services.chain.validateAddress(network, typed))
    .find((check) => check.kind === 'ok');
  const found = normal?.kind === 'ok' ? normal.address : typed;
  const now = services.clock.now();
  const given = await inTransaction(services.db, async (trx) => {
    const done = await giveLostAddress(trx, {
      address: found,
      memberId: member.id,
      asset,
      now,
      newId: () => services.random.uuid(),
      listener: createPaymentListener(services),
    });
    if (done === null) throw new Refused(`${found} is no address that was given out in a time that a restore has lost`);
    await audit(trx, {
      kind: 'lost_address_given',
      at: now,
      memberId: null,
      call,
      details: { operator, memberId: member.id, address: found, payments: done.payments, proof },
    });
    return done;
  });
  return [
    `${found} is ${member.username}'s${given.payments === 0 ? '; nothing was paid to it yet' : `; ${given.payments} payments to it are credited once they are confirmed, or held if its key is retired; ${toldText('restored address', 'then the member')}`}`,
  ];
}

async function accept({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const { valued } = readArguments(args, { words: [0, 0], valued: ['--despite'] });
  const restore = await acceptRestore(services, {
    call,
    details: { operator },
    despite: readSaid(valued, '--despite') ?? null,
  });
  return [
    `the club is accepted as it was at ${restore.from.toISOString()}; money moves again`,
    'tell the members what is lost, with a notice: news add',
  ];
}

async function begin({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const { valued } = readArguments(args, { words: [0, 0], valued: ['--from'] });
  const moment = valued.get('--from');
  const at = services.clock.now();
  const from = moment === undefined ? ((await lastMoment(services.db)) ?? at) : readMoment(moment);
  if (from > at) throw new Refused(`${from.toISOString()} is not over yet`);
  await inTransaction(services.db, async (trx) => {
    await beginRestore(trx, { at, from, call, details: { operator } });
    await reserveAddresses(trx, services.chain, { at, from });
  });
  return [
    `the club counts as put back to ${from.toISOString()}: everyone is signed out, and NO MONEY MOVES until "restored accept"`,
    'what to compare: restored show',
  ];
}

function proofOf(valued: ReadonlyMap<string, string>): string {
  const proof = readSaid(valued, '--proof');
  if (proof === undefined) throw new WrongUsage('--proof is missing');
  return proof;
}

function chainAssetOf(typed: string): ChainAsset {
  const asset = typed.toUpperCase() as ChainAsset;
  if (!isChainAsset(asset)) throw new Refused(`${JSON.stringify(typed)} is not an asset of a chain`);
  return asset;
}

async function memberOf({ db }: Services, typed: string): Promise<{ id: string; username: string }> {
  const member = await db
    .selectFrom('members')
    .select(['id', 'username'])
    .where('username_key', '=', nameKey(typed))
    .executeTakeFirst();
  if (member === undefined) throw new Refused(`there is no member ${JSON.stringify(typed)}`);
  return member;
}
