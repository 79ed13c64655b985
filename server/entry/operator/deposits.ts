// Deposits from the command line: those that wait for a decision, and the keys that their addresses are made of.
import type { ChainAsset } from '#server/domain/chain/chain.ts';
import { normalTransactionId } from '#server/domain/chain/transaction-id.ts';
import { approveDeposit, returnDeposit } from '#server/domain/deposits/payments.ts';
import { depositKeys, retireKey } from '#server/domain/deposits/retire.ts';
import { checkReturn } from '#server/domain/deposits/returned.ts';
import { readRestore } from '#server/domain/restores/hold.ts';
import { refuseForgotten } from '#server/domain/restores/review.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { readArguments, readSaid, type CommandLine, type Commands } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';
import { listRecords, onRecord, recordOf, stepOf } from './records.ts';
import { toldText } from './told.ts';

export const depositCommands: Commands = {
  'deposits list': {
    usage: 'deposits list',
    help: 'deposits that are under way, or held until they are approved or returned',
    empty: 'No deposit is under way, and none is held.',
    run: (asked) => listRecords(asked, 'deposit', ['inProcess', 'notApproved']),
  },
  'deposits approve': {
    usage: 'deposits approve REFERENCE [--yes]',
    help: 'credit a deposit that is held',
    more: [
      'It was below the minimum, or came to an address of a retired key. The holder of a leaked seed can take such coins back: credit them only once they are in a wallet of yours.',
      'While a restore is not accepted, it may have gone back to its sender since: make sure that it did not; then --yes.',
    ],
    run: approve,
  },
  'deposits return': {
    usage: 'deposits return REFERENCE --tx TRANSACTION --reason TEXT [--block HASH] [--yes]',
    help: 'record that a held deposit went back to its sender',
    more: [
      'Send it first, and only to an address that you know to be the sender’s: that of an exchange is not. It can be approved no more.',
      'The node is asked about the transaction: it must have succeeded, with enough confirmations. It cannot be one that paid a withdrawal, or by which money came in. --block names the block where a Bitcoin node keeps no index of transactions.',
      '--yes records it unchecked if no node can say, and a transaction that has sent back another deposit as well. While a restore is not accepted, it is needed, and allows neither.',
      'No mail is sent: the member’s receipt shows the transaction.',
    ],
    run: giveBack,
  },
  'deposits keys': {
    usage: 'deposits keys',
    help: 'the keys that deposit addresses were made of, by fingerprint',
    empty: 'No address was given out yet.',
    run: keys,
  },
  'deposits retire': {
    usage: 'deposits retire FINGERPRINT --reason TEXT [--yes]',
    help: 'hold what is still paid to the addresses of a key that is not in force any more',
    more: [
      'Payments that are not credited yet, and all later ones, wait for "deposits approve". Its requests end, and their members are told to request another address.',
      'It cannot be undone. The key in force is refused: set the new BTC_XPUB or ETH_XPUB and restart all servers first.',
      '--yes says that no server has it any more; it is needed if an address of it was given out in the last day, and if the command itself has no key of the network.',
    ],
    run: retire,
  },
};

async function approve(asked: CommandLine): Promise<string[]> {
  const { operator, call } = asked;
  const { words, plain } = readArguments(asked.args, { words: [1, 1], plain: ['--yes'] });
  const done = `credited; ${toldText('deposits approve')}`;
  return onRecord({ ...asked, args: words }, 'deposit', done, async (trx, services, id) => {
    await refuseForgotten(trx, plain.has('--yes'));
    await approveDeposit(trx, services, { id, operator, call });
  });
}

async function giveBack({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [reference = ''],
    valued,
    plain,
  } = readArguments(args, { words: [1, 1], valued: ['--tx', '--reason', '--block'], plain: ['--yes'] });
  const reason = readSaid(valued, '--reason');
  const [typed, block] = [valued.get('--tx'), valued.get('--block')];
  if (typed === undefined) throw new WrongUsage('--tx is missing');
  if (reason === undefined) throw new WrongUsage('--reason is missing');
  const id = await recordOf(services, 'deposit', reference);
  const { network, address, asset } = await services.db
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .innerJoin('chain_addresses', 'chain_addresses.id', 'deposits.address_id')
    .select(['deposits.network', 'chain_addresses.address', 'receipts.asset'])
    .where('deposits.id', '=', id)
    .executeTakeFirstOrThrow();
  const txId = normalTransactionId(network, typed);
  if (txId === null) throw new Refused(`${JSON.stringify(typed)} is not the id of a transaction of ${network}`);
  const said = { asset: asset as ChainAsset, address, txId, ...(block === undefined ? {} : { block }) };
  // While a restore is open, --yes stands for the restore alone.
  const isRestoring = (await readRestore(services.db)) !== null;
  const isSure = plain.has('--yes') && !isRestoring;
  const isKnown = await checkReturn(services, { network, ...said });
  if (!isKnown && !isSure)
    throw new Refused(
      isRestoring
        ? `no node of ${network} can say whether there is such a transaction; run this again after restored accept, before anything is approved`
        : `no node of ${network} can say whether there is such a transaction; look at it yourself, then --yes`,
    );
  const details = { reason, ...(isKnown ? {} : { unchecked: 'no node' }) };
  await stepOf('deposit', reference, () =>
    inTransaction(services.db, async (trx) => {
      await refuseForgotten(trx, plain.has('--yes'));
      await returnDeposit(trx, services, { id, txId, isSure, operator, call, details });
    }),
  );
  return [
    `${reference.toUpperCase()} is recorded as returned${isKnown ? '' : '; UNCHECKED'}; its receipt shows the transaction`,
  ];
}

async function keys({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const all = await depositKeys(services.db, services);
  return all.map(({ fingerprint, networks, addresses, waiting, retiredAt, isInForce }) =>
    [
      fingerprint,
      networks.length === 0 ? 'no network' : networks.join(', '),
      `addresses: ${addresses}`,
      `requests that wait: ${waiting}`,
      ...(isInForce ? ['in force'] : []),
      ...(retiredAt === null ? (isInForce ? [] : ['NOT RETIRED']) : [`retired ${retiredAt.toISOString()}`]),
    ].join('  '),
  );
}

async function retire({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [fingerprint = ''],
    valued,
    plain,
  } = readArguments(args, { words: [1, 1], valued: ['--reason'], plain: ['--yes'] });
  const reason = readSaid(valued, '--reason');
  if (reason === undefined) throw new WrongUsage('--reason is missing');
  const given = { fingerprint: fingerprint.toLowerCase(), reason, isSure: plain.has('--yes'), operator, call };
  const { requests, members } = await inTransaction(services.db, (trx) => retireKey(trx, services, given));
  return [
    `${given.fingerprint} is retired: what is paid to its addresses is held; see: deposits list`,
    requests === 0
      ? 'no request waited for a payment to them'
      : `requests that ended: ${requests}; ${toldText('deposits retire', members === 1 ? 'their member' : `each of their ${members} members`)}`,
    'others may have saved an address of it: tell all members, with a notice: news add',
  ];
}
