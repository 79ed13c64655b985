import type { transferMachine } from '#machines/transfer/transfer.machine.ts';
import type { TransferDraft } from '#machines/transfer/transfer.types.ts';
import type { DraftProps, ScreenProps } from '#src/flow/screen-props.ts';

/** Props of the flow's screens. */
export type TransferScreenProps = ScreenProps<typeof transferMachine>;

/** Props of the screens that show a draft. */
export type DraftScreenProps = DraftProps<TransferDraft>;
