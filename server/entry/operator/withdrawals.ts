// Withdrawals from the command line: decide them, and record their payments.
import { normalTransactionId } from '#server/domain/chain/transaction-id.ts';
import { checkPayment, refuseEarly } from '#server/domain/withdrawals/paid-by.ts';
import { isWithdrawalRefusal, WITHDRAWAL_REFUSALS } from '#server/domain/withdrawals/refusals.ts';
import {
  approveWithdrawal,
  completeWithdrawal,
  refuseWithdrawal,
  type Actor,
} from '#server/domain/withdrawals/steps.ts';
import { unreadText } from '#server/domain/restores/accept.ts';
import { readRestore } from '#server/domain/restores/hold.ts';
import { mayBePaid, refuseDoubtful } from '#server/domain/restores/review.ts';
import { inTransaction, type Db, type Trx } from '#server/platform/db/kysely.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';
import { listRecords, onRecord, recordOf, standing, stepOf } from './records.ts';
import { toldText } from './told.ts';

const FORMS = { bitcoin: '64 hexadecimal digits', ethereum: '0x and 64 hexadecimal digits' };

export const withdrawalCommands: Commands = {
  'withdrawals list': {
    usage: 'withdrawals list',
    help: 'withdrawals that wait for a decision or their payment',
    empty: 'No withdrawal waits.',
    run: list,
  },
  'withdrawals approve': {
    usage: 'withdrawals approve REFERENCE',
    help: 'approve a withdrawal',
    run: approve,
  },
  'withdrawals refuse': {
    usage: 'withdrawals refuse REFERENCE --reason REASON [--yes]',
    help: 'refuse a withdrawal; the money returns, and the member reads the reason',
    more: [
      'An approved one may be paid already, outside the books: make sure that it is not, and never pay it; then --yes. So may any while a restore is not accepted.',
      'The member reads the reason in their language. REASON is one of:',
      ...reasons(),
    ],
    run: refuse,
  },
  'withdrawals complete': {
    usage: 'withdrawals complete REFERENCE --tx TRANSACTION [--block HASH] [--yes]',
    help: 'record the transaction that paid an approved withdrawal',
    more: [
      'The transaction is looked up on the node: it must have paid the net amount to the address, with enough confirmations, and no other withdrawal.',
      '--block names the block where a Bitcoin node keeps no index of transactions.',
      'If no node is set, or a contract sent the ether, nothing can be checked, and --yes records the transaction unchecked.',
    ],
    run: complete,
  },
};

function reasons(): string[] {
  return Object.entries(WITHDRAWAL_REFUSALS).map(([reason, meaning]) => `  ${reason}: ${meaning}`);
}

async function refuse(asked: CommandLine): Promise<string[]> {
  const { words, valued, plain } = readArguments(asked.args, {
    words: [1, 1],
    valued: ['--reason'],
    plain: ['--yes'],
  });
  const reason = valued.get('--reason');
  if (reason === undefined) throw new WrongUsage('--reason is missing');
  if (!isWithdrawalRefusal(reason))
    throw new WrongUsage(
      `${JSON.stringify(reason)} is not a reason; one of ${Object.keys(WITHDRAWAL_REFUSALS).join(', ')}`,
    );
  await requireRead(asked.services);
  const takesBack = plain.has('--yes');
  const done = `refused; the money has returned; ${toldText('withdrawals refuse')}`;
  return onRecord({ ...asked, args: words }, 'withdrawal', done, async (trx, services, id) => {
    await refuseDoubtful(trx, services, { id, isSure: takesBack });
    await refuseWithdrawal(trx, services, { id, actor: actorOf(asked), reason, takesBack });
  });
}

/** What was paid is known once the chains are read. The nodes are asked before the transaction begins. */
async function requireRead({ db, chain }: CommandLine['services']): Promise<void> {
  if ((await readRestore(db)) === null) return;
  const unread = await chain.unreadChains(db);
  if (unread.length > 0)
    throw new Refused(
      `${unread.map(unreadText).join(', ')}: whether it was paid is known once the server has read that`,
    );
}

/** After a restore the list is no list of what to pay. */
async function list(asked: CommandLine): Promise<string[]> {
  const restore = await readRestore(asked.services.db);
  const lines = await listRecords(asked, 'withdrawal', ['inProcess', 'approved']);
  return restore === null
    ? lines
    : [
        `PAY NOTHING: the club was put back to ${restore.from.toISOString()}, and these may be paid already; see: restored show`,
        ...lines,
      ];
}

/** In books that were put back, it may have been approved and paid since. */
async function approve(asked: CommandLine): Promise<string[]> {
  const restore = await readRestore(asked.services.db);
  if (restore !== null) throw mayBePaid(restore);
  return onRecord(asked, 'withdrawal', `approved; ${toldText('withdrawals approve')}`, (trx, services, id) =>
    approveWithdrawal(trx, services, { id, actor: actorOf(asked) }),
  );
}

/**
 * The node is asked before the database transaction begins: its answer may take a while, and no row should wait for it.
 * A withdrawal that is not approved or not due is reported first, since there is nothing to look up.
 */
async function complete({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [reference = ''],
    valued,
    plain,
  } = readArguments(args, { words: [1, 1], valued: ['--tx', '--block'], plain: ['--yes'] });
  const [typed, block] = [valued.get('--tx'), valued.get('--block')];
  if (typed === undefined) throw new WrongUsage('--tx is missing');
  const id = await recordOf(services, 'withdrawal', reference);
  const { network } = await services.db
    .selectFrom('withdrawals')
    .select('network')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const txId = normalTransactionId(network, typed);
  if (txId === null)
    throw new Refused(`${JSON.stringify(typed)} is not the id of a transaction of ${network}: ${FORMS[network]}`);
  const isApproved = await requireDue(services, { id, reference });
  const unchecked = await checkPayment(services, { id, txId, ...(block === undefined ? {} : { block }) });
  if (unchecked !== null && !plain.has('--yes'))
    throw new Refused(`the payment cannot be checked: ${unchecked}; look at it yourself, then record it with --yes`);
  const completed = {
    id,
    actor: actorOf({ operator, call }),
    transactionId: txId,
    ...(unchecked === null ? {} : { unchecked }),
  };
  await stepOf('withdrawal', reference, () =>
    inTransaction(services.db, async (trx) => {
      if (!isApproved) await approveWithdrawal(trx, services, completed);
      await completeWithdrawal(trx, services, completed);
    }),
  );
  return [
    `${reference.toUpperCase()} is completed${unchecked === null ? '; the transaction was checked on the chain' : `; UNCHECKED: ${unchecked}`}`,
    toldText('withdrawals complete'),
  ];
}

/** Books that were put back may not know that it was approved, before it was paid. @returns whether they do */
async function requireDue(
  services: CommandLine['services'],
  { id, reference }: { id: string; reference: string },
): Promise<boolean> {
  const status = await statusOf(services.db, id);
  const isLost = status === 'inProcess' && (await readRestore(services.db)) !== null;
  if (status !== 'approved' && !isLost) throw standing('withdrawal', reference, status);
  await refuseEarly(services.db, services, id);
  return !isLost;
}

async function statusOf(db: Db | Trx, id: string): Promise<string> {
  const { status } = await db.selectFrom('receipts').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  return status ?? '';
}

function actorOf({ operator, call }: Pick<CommandLine, 'operator' | 'call'>): Actor {
  return { call, sessionId: null, operator };
}
