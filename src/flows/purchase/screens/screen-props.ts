import type { SnapshotFrom } from 'xstate';
import type { purchaseMachine } from '#machines/purchase/purchase.machine.ts';
import type { PurchaseDraft, PurchaseEvent, PurchaseOptions } from '#machines/purchase/purchase.types.ts';

/** What the screens of the flow are given. */
export interface PurchaseScreenProps {
  readonly snapshot: SnapshotFrom<typeof purchaseMachine>;
  readonly send: (event: PurchaseEvent) => void;
}

/** What the screens are given that need to know what is offered. */
export interface OptionsProps {
  readonly options: PurchaseOptions;
}

/** What the screens are given that show a draft. */
export interface DraftScreenProps {
  readonly draft: PurchaseDraft;
  /** When the draft runs out, by the clock of this device. */
  readonly until: number;
}
