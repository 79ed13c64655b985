import { BooksStopped, refuseStopped } from '#server/domain/ledger/books-open.ts';
import { balanceOf } from '#server/domain/ledger/balances.ts';
import { InsufficientBalance } from '#server/domain/ledger/post.ts';
import { runOnce, type CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/**
 * Runs a call about moving money, once per key. While the books are stopped none runs; a saved answer is still
 * returned.
 *
 * @throws Problem books_stopped, insufficient_balance if a wallet has too little: then nothing has happened
 */
export async function runMoney<Body extends Record<string, unknown>>(
  services: Services,
  call: CallContext,
  options: { session: MemberSession; about: unknown; work: (trx: Trx, opened: Opened) => Promise<CallResult<Body>> },
): Promise<{ status: 200; body: Body; headers?: Record<string, string> }> {
  const { session, about, work } = options;
  try {
    return await runOnce(services, call, {
      session,
      keyed: { body: about, secret: false, whenForgotten: 'draft_expired' },
      work: async (trx, opened) => {
        refuseStopped(opened.books);
        return work(trx, opened);
      },
    });
  } catch (error) {
    if (error instanceof InsufficientBalance && error.memberId === session.memberId)
      throw await tooMuch(services.db, error);
    if (error instanceof BooksStopped) throw new Problem('books_stopped');
    throw error;
  }
}

/** The refusal with the balance as it is now that nothing was moved. */
async function tooMuch(db: Db, { memberId, asset, asked }: InsufficientBalance): Promise<Problem> {
  const available = await balanceOf(db, memberId, asset);
  return new Problem('insufficient_balance', { amounts: { unit: asset, asked, minimum: null, available } });
}
