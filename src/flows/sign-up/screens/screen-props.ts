import type { SnapshotFrom } from 'xstate';
import type { signUpMachine } from '#machines/sign-up/sign-up.machine.ts';
import type { SignUpEvent } from '#machines/sign-up/sign-up.types.ts';

/** What every screen of the flow is given. */
export interface ScreenProps {
  readonly snapshot: SnapshotFrom<typeof signUpMachine>;
  readonly send: (event: SignUpEvent) => void;
}
