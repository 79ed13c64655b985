import type { ReactNode } from 'react';
import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';

/** What every screen of a flow is given: what its chart says, and how the screen answers. */
export interface ScreenProps<TMachine extends AnyStateMachine> {
  readonly snapshot: SnapshotFrom<TMachine>;
  readonly send: (event: EventFromLogic<TMachine>) => void;
}

/** What the screens of a draft are given besides. */
export interface DraftProps<TDraft> {
  readonly draft: TDraft;
  /** When the draft runs out, in milliseconds since 1970 by the clock of this device. */
  readonly until: number;
}

/** A screen, as a component that shows what it is given. */
export type Screen<TProps> = (props: TProps) => ReactNode;
