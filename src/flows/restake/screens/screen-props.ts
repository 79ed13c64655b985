import type { restakeMachine } from '#machines/restake/restake.machine.ts';
import type { RestakeDraft, StakeOptions } from '#machines/restake/restake.types.ts';
import type { DraftProps, ScreenProps } from '#src/flow/screen-props.ts';

/** Props of the flow's screens. */
export type RestakeScreenProps = ScreenProps<typeof restakeMachine>;

/** Props of the screens that show the stake and its options. */
export interface OptionsProps {
  readonly options: StakeOptions;
}

/** Props of the screens that show a draft. */
export type DraftScreenProps = DraftProps<RestakeDraft>;
