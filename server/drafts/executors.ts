import { exchangeExecutor } from '#server/exchanges/execute.ts';
import { transferExecutor } from '#server/transfers/execute.ts';
import { withdrawalExecutor } from '#server/withdrawals/execute.ts';
import type { DraftKind, Executor } from './executor.ts';

/** What carries out each kind of draft. Terms are written by the same file that reads them here. */
const executors: Partial<Record<DraftKind, Executor<never>>> = {
  withdrawal: withdrawalExecutor,
  transfer: transferExecutor,
  exchange: exchangeExecutor,
};

/** The executor of a kind. @throws Error for a kind that nothing drafts yet */
export function executorOf(kind: DraftKind): Executor<never> {
  const executor = executors[kind];
  if (executor === undefined) throw new Error(`nothing carries out a draft of a ${kind}`);
  return executor;
}
