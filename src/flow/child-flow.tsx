import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyStateMachine, SnapshotFrom } from 'xstate';
import { stepOf } from '#machines/chart/step.ts';
import type { ScreenOf, Screens } from './flow-route.tsx';
import { FlowScreen } from './flow-screen.tsx';
import type { Entries } from './refused-entry.ts';
import type { ScreenProps } from './screen-props.ts';

/** A machine inside a flow's own as a table: the component for each screen that its chart names. */
interface ChildFlow<TMachine extends AnyStateMachine, TOwn> {
  /** Which entry a refusal is about. */
  readonly entries: Entries;
  readonly screens: Screens<TMachine, ScreenProps<TMachine> & NoInfer<TOwn>>;
}

/**
 * The actor of a machine that has this one screen; a second one does not compile. For the first page, whose budget of
 * scripts has no room for a table (decision 0051).
 */
export type ActorShowing<TMachine extends AnyStateMachine, TScreen extends string> = [ScreenOf<TMachine>] extends [
  TScreen,
]
  ? ActorRefFrom<TMachine>
  : never;

/** Shows the screen of a child machine's current state, which also receives what the flow says in addition (`own`). */
export function childFlow<TMachine extends AnyStateMachine, TOwn>(
  child: ChildFlow<TMachine, TOwn>,
): ComponentType<{ readonly actor: ActorRefFrom<TMachine>; readonly own: TOwn }> {
  type Given = ScreenProps<TMachine> & TOwn;
  const screens = child.screens as Readonly<Record<string, ComponentType<Given>>>;
  return function Child({ actor, own }) {
    const machine = actor as AnyActorRef;
    const snapshot = useSelector(machine, (state) => state as SnapshotFrom<TMachine>);
    const step = stepOf(snapshot);
    const Screen = step === null ? undefined : screens[step.screen];
    const given = { ...own, snapshot, send: machine.send } as Given;
    return (
      <FlowScreen snapshot={snapshot} entries={child.entries}>
        {Screen !== undefined && <Screen {...given} />}
      </FlowScreen>
    );
  };
}
