// The statuses of a withdrawal or deposit: its receipt has the present status, and each step is recorded.
import type { AnyStateMachine } from 'xstate';
import { statusAfter } from '#machines/lifecycles/lifecycle.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { tellMember } from '#server/platform/db/member-topics.ts';

/** Records that a withdrawal or deposit reached a status, and tells its member's devices. */
export async function noteStep(trx: Trx, step: { receiptId: string; status: string; at: Date }): Promise<void> {
  const { receiptId, status, at } = step;
  const { member_id: memberId } = await trx
    .insertInto('record_steps')
    .values({ receipt_id: receiptId, status, at })
    .returning((row) =>
      row
        .selectFrom('receipts')
        .select('receipts.member_id')
        .whereRef('receipts.id', '=', 'record_steps.receipt_id')
        .$asScalar()
        .as('member_id'),
    )
    .executeTakeFirstOrThrow();
  if (memberId !== null) tellMember(trx, memberId, 'statuses');
}

/** The statuses that a record has had, in order. */
export async function stepsOf(db: Db | Trx, receiptId: string): Promise<{ status: string; at: Date }[]> {
  return db
    .selectFrom('record_steps')
    .select(['status', 'at'])
    .where('receipt_id', '=', receiptId)
    .orderBy('id')
    .execute();
}

/** Thrown if a record cannot take the step from its status. */
export class StepRefused extends Error {
  override readonly name = 'StepRefused';
  readonly status: string;

  constructor(record: string, status: string, event: string) {
    super(`a ${record} that is ${status} cannot take the step ${event}`);
    this.status = status;
  }
}

/** The status that a step leads to. @throws StepRefused if the lifecycle has no such step from there */
export function statusByStep<Status extends string>(lifecycle: AnyStateMachine, status: string, event: string): Status {
  const next = statusAfter(lifecycle, status, { type: event });
  if (next === null) throw new StepRefused(lifecycle.id, status, event);
  // The lifecycle's statuses are those of the record.
  return next as Status;
}
