import type { accountThawMachine } from '#machines/account-thaw/account-thaw.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';

/** Props of every screen of the flow. */
export type AccountThawScreenProps = ScreenProps<typeof accountThawMachine>;
