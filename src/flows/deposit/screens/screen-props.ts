import type { depositMachine } from '#machines/deposit/deposit.machine.ts';
import type { ScreenProps as PropsOf } from '#src/flow/screen-props.ts';

/** Props of every screen of the deposit flow. */
export type ScreenProps = PropsOf<typeof depositMachine>;
