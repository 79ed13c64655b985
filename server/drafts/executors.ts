import { exchangeExecutor } from '#server/exchanges/execute.ts';
import { purchaseExecutor } from '#server/stakes/execute-purchase.ts';
import { restakeExecutor } from '#server/stakes/execute-restake.ts';
import { transferExecutor } from '#server/transfers/execute.ts';
import { withdrawalExecutor } from '#server/withdrawals/execute.ts';
import type { DraftKind, Executor } from './executor.ts';

/** What carries out each kind of draft. Terms are written by the same file that reads them here. */
const executors: Readonly<Record<DraftKind, Executor<never>>> = {
  withdrawal: withdrawalExecutor,
  transfer: transferExecutor,
  exchange: exchangeExecutor,
  purchase: purchaseExecutor,
  restake: restakeExecutor,
};

/** The executor of a kind. */
export function executorOf(kind: DraftKind): Executor<never> {
  return executors[kind];
}
