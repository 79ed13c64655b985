import type { SnapshotFrom } from 'xstate';
import type { withdrawalMachine } from '#machines/withdrawal/withdrawal.machine.ts';
import type { WithdrawalDraft, WithdrawalEvent } from '#machines/withdrawal/withdrawal.types.ts';

/** What the screens of the flow are given. */
export interface WithdrawalScreenProps {
  readonly snapshot: SnapshotFrom<typeof withdrawalMachine>;
  readonly send: (event: WithdrawalEvent) => void;
}

/** What the screens are given that show a quote. */
export interface QuoteScreenProps {
  readonly draft: WithdrawalDraft;
  /** When the quote runs out, by the clock of this device. */
  readonly until: number;
}
