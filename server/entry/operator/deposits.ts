// Deposits from the command line: those that wait for a decision, and the keys that their addresses are made of.
import { approveDeposit } from '#server/domain/deposits/payments.ts';
import { depositKeys, retireKey } from '#server/domain/deposits/retire.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { readArguments, readSaid, type CommandLine, type Commands } from './command.ts';
import { WrongUsage } from './errors.ts';
import { listRecords, onRecord } from './records.ts';
import { toldText } from './told.ts';

export const depositCommands: Commands = {
  'deposits list': {
    usage: 'deposits list',
    help: 'deposits that are under way or wait for approval',
    empty: 'No deposit is under way, and none waits for approval.',
    run: (asked) => listRecords(asked, 'deposit', ['inProcess', 'notApproved']),
  },
  'deposits approve': {
    usage: 'deposits approve REFERENCE',
    help: 'credit a deposit that is held',
    more: [
      'It was below the minimum, or came to an address of a retired key. Whoever has the seed of a leaked key can take such coins back: credit them only once they are in a wallet of yours.',
    ],
    run: (asked) =>
      onRecord(asked, 'deposit', `credited; ${toldText('deposits approve')}`, (trx, services, id) =>
        approveDeposit(trx, services, { id, operator: asked.operator, call: asked.call }),
      ),
  },
  'deposits keys': {
    usage: 'deposits keys',
    help: 'the keys that deposit addresses were made of, by fingerprint',
    empty: 'No address was given out yet.',
    run: keys,
  },
  'deposits retire': {
    usage: 'deposits retire FINGERPRINT --reason TEXT',
    help: 'hold what is still paid to the addresses of a key that is not in force any more',
    more: [
      'Payments that are not credited yet, and all later ones, wait for "deposits approve". Its requests end, and their members are told to request another address.',
      'It cannot be undone. The key in force is refused: set the new BTC_XPUB or ETH_XPUB and restart all servers first.',
    ],
    run: retire,
  },
};

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
  } = readArguments(args, { words: [1, 1], valued: ['--reason'] });
  const reason = readSaid(valued, '--reason');
  if (reason === undefined) throw new WrongUsage('--reason is missing');
  const given = { fingerprint: fingerprint.toLowerCase(), reason, operator, call };
  const { requests, members } = await inTransaction(services.db, (trx) => retireKey(trx, services, given));
  return [
    `${given.fingerprint} is retired: what is paid to its addresses is held; see: deposits list`,
    requests === 0
      ? 'no request waited for a payment to them'
      : `requests that ended: ${requests}; ${toldText('deposits retire', members === 1 ? 'their member' : `each of their ${members} members`)}`,
    'others may have saved an address of it: tell all members, with a notice: news add',
  ];
}
