import type { withdrawalMachine } from '#machines/withdrawal/withdrawal.machine.ts';
import type { WithdrawalDraft } from '#machines/withdrawal/withdrawal.types.ts';
import type { DraftProps, ScreenProps } from '#src/flow/screen-props.ts';

/** Props of the flow's screens. */
export type WithdrawalScreenProps = ScreenProps<typeof withdrawalMachine>;

/** Props of the screens that show a quote. */
export type QuoteScreenProps = DraftProps<WithdrawalDraft>;
