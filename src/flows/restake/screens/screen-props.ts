import type { SnapshotFrom } from 'xstate';
import type { restakeMachine } from '#machines/restake/restake.machine.ts';
import type { RestakeDraft, RestakeEvent, StakeOptions } from '#machines/restake/restake.types.ts';

/** What the screens of the flow are given. */
export interface RestakeScreenProps {
  readonly snapshot: SnapshotFrom<typeof restakeMachine>;
  readonly send: (event: RestakeEvent) => void;
}

/** What the screens are given that show the stake and what can be chosen. */
export interface OptionsProps {
  readonly options: StakeOptions;
}

/** What the screens are given that show a draft. */
export interface DraftScreenProps {
  readonly draft: RestakeDraft;
  /** When the draft runs out, by the clock of this device. */
  readonly until: number;
}
