// Rules that the test of limits skips, and where they are tested.
import type { StoredRules } from '#server/domain/rules/rules.ts';

/** Rules that are not limits: they set a share or a switch, and their effect is compared digit by digit. */
export const NO_LIMITS: Readonly<Partial<Record<keyof StoredRules, string>>> = {
  withdrawalFeeRate: 'tests/api/withdrawals/withdrawals.test.ts',
  principalPointsShare: 'tests/database/ledger/binary-bonus.test.ts',
  principalCeilingUsd: 'tests/database/ledger/binary-bonus.test.ts, with what counts towards it',
  binaryCapUsd: 'tests/database/ledger/binary-bonus.test.ts',
  referralBonusOn: 'tests/api/organization/organization.test.ts',
  referralBonusRate: 'tests/api/organization/organization.test.ts',
  binaryBonusOn: 'tests/database/ledger/binary-bonus.test.ts',
  binaryBonusRate: 'tests/database/ledger/binary-bonus.test.ts',
  restakeVolumeShare: 'tests/database/ledger/binary-bonus.test.ts',
};
