import type { components } from '#openapi/api.gen.d.ts';
import type { Receipt } from './receipt.ts';

/** What the parts of a receipt that are about a withdrawal are given. */
export interface WithdrawalProps {
  readonly receipt: Receipt;
  readonly details: components['schemas']['WithdrawalDetails'];
  /** Told the receipt as an act of the member left it. */
  readonly onChanged: (receipt: Receipt) => void;
  /** Told when what is shown turned out to be old. */
  readonly onStale: () => void;
}
