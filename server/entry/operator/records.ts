// Deposits and withdrawals from the command line: the parts that both share.
import { normal } from '#money/amount.ts';
import { StepRefused } from '#server/domain/receipts/steps.ts';
import type { Services } from '#server/domain/services/services.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';
import { readArguments, type CommandLine } from './command.ts';
import { Refused } from './errors.ts';

/** The status of a record that cannot take a step, and what can be done with it instead. */
export const STANDINGS: Readonly<Record<'deposit' | 'withdrawal', Readonly<Record<string, string>>>> = {
  deposit: {
    awaitingPayment: 'is not paid yet; it is credited automatically once its payment has arrived',
    inProcess: 'is being confirmed; it is credited automatically if it reaches the minimum and its address is in use',
    notApproved: 'is held; it can only be approved, or recorded as returned',
    returned: 'went back to its sender; nothing more can be done with it',
    cancel:
      'is canceled, by its member or because its key was retired; if it is paid after all, it is credited automatically, or held at a retired address',
    completed: 'is credited already; nothing more can be done with it',
  },
  withdrawal: {
    inProcess: 'waits for a decision; it can only be approved or refused',
    approved: 'is approved already; it can only be completed, or refused before it is paid',
    completed: 'is paid out already; nothing more can be done with it',
    notApproved: 'is refused already, and its money has returned; nothing more can be done with it',
    cancel: 'is canceled by its member, and its money has returned; nothing more can be done with it',
    done: 'is paid out already, and its member has seen it; nothing more can be done with it',
  },
};

/** Why a deposit is held. */
const HELD = { belowMinimum: 'below the minimum', retiredAddress: 'AT A RETIRED ADDRESS' } as const;

/** Why a record cannot take a step, with its reference. */
export function standing(kind: 'deposit' | 'withdrawal', reference: string, status: string): Refused {
  return new Refused(`${reference.toUpperCase()} ${STANDINGS[kind][status] ?? `is ${status}`}`);
}

/** Acts on a record; if it cannot take the step, the operator reads its status. @throws Refused */
export async function stepOf<Done>(
  kind: 'deposit' | 'withdrawal',
  reference: string,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StepRefused ? standing(kind, reference, error.status) : error;
  }
}

type Step = (trx: Trx, services: Services, id: string) => Promise<void>;

/** Takes a step of the record with a reference. @throws Refused if there is no such record */
export async function onRecord(
  { services, args }: Pick<CommandLine, 'services' | 'args'>,
  kind: 'deposit' | 'withdrawal',
  done: string,
  step: Step,
): Promise<string[]> {
  const {
    words: [reference = ''],
  } = readArguments(args, { words: [1, 1] });
  const id = await recordOf(services, kind, reference);
  await stepOf(kind, reference, () => inTransaction(services.db, (trx) => step(trx, services, id)));
  return [`${reference.toUpperCase()} is ${done}`];
}

/** The record with a reference, in any letter case. @throws Refused */
export async function recordOf({ db }: Services, kind: ReceiptKind, reference: string): Promise<string> {
  const row = await db
    .selectFrom('receipts')
    .select('id')
    .where('reference', '=', reference.toUpperCase())
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (row === undefined) throw new Refused(`there is no ${kind} ${reference}`);
  return row.id;
}

/** The records of a kind with one of some statuses, oldest first. */
export async function listRecords(
  { services, args }: CommandLine,
  kind: ReceiptKind,
  statuses: string[],
): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const rows = await services.db
    .selectFrom('receipts')
    .innerJoin('members', 'members.id', 'receipts.member_id')
    .leftJoin('withdrawals', 'withdrawals.id', 'receipts.id')
    .leftJoin('deposits', 'deposits.id', 'receipts.id')
    .select([
      'receipts.reference',
      'receipts.status',
      'receipts.at',
      'receipts.asset',
      'receipts.net',
      'members.username',
      'withdrawals.address',
      'withdrawals.completes_at',
      'deposits.refusal',
    ])
    .where('receipts.kind', '=', kind)
    .where('receipts.status', 'in', statuses)
    .orderBy('receipts.at')
    .execute();
  const now = services.clock.now();
  return rows.map((row) => {
    const due =
      row.completes_at === null
        ? []
        : [`due ${row.completes_at.toISOString()}${row.completes_at <= now ? ' OVERDUE' : ''}`, String(row.address)];
    return [
      row.reference,
      row.status,
      row.at.toISOString(),
      row.username,
      `${normal(row.net).replace('-', '')} ${row.asset}`,
      ...due,
      ...(row.status === 'notApproved' && row.refusal !== null ? [HELD[row.refusal]] : []),
    ].join('  ');
  });
}
