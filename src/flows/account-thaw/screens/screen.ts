import type { SnapshotFrom } from 'xstate';
import type { accountThawMachine } from '#machines/account-thaw/account-thaw.machine.ts';
import type { AccountThawEvent } from '#machines/account-thaw/account-thaw.types.ts';

/** What every screen of the flow is given. */
export interface AccountThawScreenProps {
  readonly snapshot: SnapshotFrom<typeof accountThawMachine>;
  readonly send: (event: AccountThawEvent) => void;
}
