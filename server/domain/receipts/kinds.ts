// The names of kinds of receipts and histories in the API, and which receipts make up a history (D-12).
import type { Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { ReceiptKind } from '#server/platform/db/book-tables.ts';

type ShownKind = components['schemas']['ReceiptKind'];
export type HistoryKind = components['schemas']['HistoryKind'];

const SHOWN: Readonly<Record<ReceiptKind, ShownKind>> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  transfer_out: 'transferOut',
  transfer_in: 'transferIn',
  exchange: 'exchange',
  purchase: 'purchase',
  restake: 'restake',
  stake_withdrawal: 'stakeWithdrawal',
  staking_reward: 'stakingReward',
  referral_bonus: 'referralBonus',
  binary_bonus: 'binaryBonus',
};

/** The kind as members see it; opening balances of a demo club have a kind of their own. */
export function shownKind(receipt: { kind: ReceiptKind; details: Record<string, unknown> }): ShownKind {
  return receipt.details.opening === true ? 'opening' : SHOWN[receipt.kind];
}

/** The receipts of a history. Without kinds it consists of receipts of any kind; that of PP of those that moved PP. */
export const RECEIPTS_OF: Readonly<Record<HistoryKind, { kinds: readonly ReceiptKind[]; asset?: Asset }>> = {
  all: { kinds: [] },
  purchase: { kinds: ['purchase', 'restake'] },
  planPurchase: { kinds: ['purchase'] },
  charge: { kinds: ['deposit'] },
  stakingReward: { kinds: ['staking_reward'] },
  mpReward: { kinds: ['restake', 'stake_withdrawal'] },
  bonus: { kinds: ['referral_bonus', 'binary_bonus'] },
  referral: { kinds: ['referral_bonus'] },
  depositWithdrawal: { kinds: ['deposit', 'withdrawal'] },
  withdrawal: { kinds: ['withdrawal'] },
  transfer: { kinds: ['transfer_out', 'transfer_in'] },
  exchange: { kinds: ['exchange'] },
  profit: { kinds: ['staking_reward', 'referral_bonus', 'binary_bonus'] },
  pp: { kinds: [], asset: 'PP' },
};
