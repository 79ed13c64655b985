import type { components } from '#openapi/api.gen.d.ts';
import type { Receipt } from './receipt.ts';

/** The props of the parts of a receipt that are about a withdrawal. */
export interface WithdrawalProps {
  readonly receipt: Receipt;
  readonly details: components['schemas']['WithdrawalDetails'];
  /** Called with the receipt after an act of the member. */
  readonly onChanged: (receipt: Receipt) => void;
  /** Called when what is shown turned out to be stale. */
  readonly onStale: () => void;
}
