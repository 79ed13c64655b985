import type { SnapshotFrom } from 'xstate';
import type { depositMachine } from '#machines/deposit/deposit.machine.ts';
import type { DepositEvent } from '#machines/deposit/deposit.types.ts';

/** What every screen of depositing gets. */
export interface ScreenProps {
  readonly snapshot: SnapshotFrom<typeof depositMachine>;
  readonly send: (event: DepositEvent) => void;
}
