import { useActorRef, useSelector } from '@xstate/react';
import type { Actor, AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import { useServices } from './services.ts';

/**
 * Runs a flow's machine for as long as its route is shown. If a log of the session was requested, the recorder listens.
 */
export function useFlowActor<TMachine extends AnyStateMachine>(
  machine: TMachine,
  input?: InputFrom<TMachine>,
): { readonly actor: Actor<TMachine>; readonly snapshot: SnapshotFrom<TMachine> } {
  const { recorder } = useServices();
  const options = {
    ...(input === undefined ? {} : { input }),
    ...(recorder === null ? {} : { inspect: recorder.inspect }),
  };
  // XState has separate option types for each machine; here the options fit any machine.
  const run = useActorRef as (machine: TMachine, options: object) => Actor<TMachine>;
  const actor = run(machine, options);
  const snapshot = useSelector(actor, (state) => state) as SnapshotFrom<TMachine>;
  return { actor, snapshot };
}
