import type { signUpMachine } from '#machines/sign-up/sign-up.machine.ts';
import type { ScreenProps as PropsOf } from '#src/flow/screen-props.ts';

/** Props of every screen of the flow. */
export type ScreenProps = PropsOf<typeof signUpMachine>;
