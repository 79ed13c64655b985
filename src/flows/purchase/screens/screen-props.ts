import type { purchaseMachine } from '#machines/purchase/purchase.machine.ts';
import type { PurchaseDraft, PurchaseOptions } from '#machines/purchase/purchase.types.ts';
import type { DraftProps, ScreenProps } from '#src/flow/screen-props.ts';

/** Props of the flow's screens. */
export type PurchaseScreenProps = ScreenProps<typeof purchaseMachine>;

/** Props of the screens that need the options. */
export interface OptionsProps {
  readonly options: PurchaseOptions;
}

/** Props of the screens that show a draft. */
export type DraftScreenProps = DraftProps<PurchaseDraft>;
