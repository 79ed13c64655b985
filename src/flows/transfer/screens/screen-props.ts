import type { SnapshotFrom } from 'xstate';
import type { transferMachine } from '#machines/transfer/transfer.machine.ts';
import type { TransferDraft, TransferEvent } from '#machines/transfer/transfer.types.ts';

/** What the screens of the flow are given. */
export interface TransferScreenProps {
  readonly snapshot: SnapshotFrom<typeof transferMachine>;
  readonly send: (event: TransferEvent) => void;
}

/** What the screens are given that show a draft. */
export interface DraftScreenProps {
  readonly draft: TransferDraft;
  /** When the draft runs out, by the clock of this device. */
  readonly until: number;
}
