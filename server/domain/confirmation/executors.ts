import type { DraftKind, Executor } from '#server/domain/drafts/executor.ts';
import { exchangeExecutor } from '#server/domain/exchanges/execute.ts';
import { purchaseExecutor } from '#server/domain/stakes/execute-purchase.ts';
import { restakeExecutor } from '#server/domain/stakes/execute-restake.ts';
import { transferExecutor } from '#server/domain/transfers/execute.ts';
import { withdrawalExecutor } from '#server/domain/withdrawals/execute.ts';

/** What carries out each kind of draft. The file that writes a draft's terms also reads them. */
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
