import { useLayoutEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import type {
  Actor,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  OutputFrom,
  SnapshotFrom,
} from 'xstate';
import { stepOf } from '#machines/chart/step.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { useMailedRun, type MailedRun } from '#src/session/mail-token.tsx';
import { useSession, type Session } from '#src/session/session.provider.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { FlowScreen } from './flow-screen.tsx';
import type { Entries } from './refused-entry.ts';
import { machineBack, useFlowUrl } from './use-flow-url.ts';

/** What every screen of a flow is given. */
export interface Flow<TMachine extends AnyStateMachine, TOwn = null> {
  readonly snapshot: SnapshotFrom<TMachine>;
  readonly send: (event: EventFromLogic<TMachine>) => void;
  /** What this run has besides its machine. */
  readonly own: TOwn;
  readonly now: () => number;
  /** Begins the flow again. */
  readonly restart: () => void;
}

/** What a run of a flow begins with. It is looked at once: what the address becomes later is the flow's own doing. */
export interface Start {
  readonly services: Services;
  readonly session: Session;
  readonly location: Location;
  /** Of the mailed link that opened the page; null if it was opened without one. */
  readonly token: string | null;
}

/** Where a run left off that a reload interrupted, with how many milliseconds ago; null if none did. */
export type Stored = ReturnType<Services['checkpoints']['load']>;

/** What the end of a flow can do. */
export interface Ways {
  /** Leads on. The page takes the place of the flow's last step, so that Back does not lead into it again. */
  readonly goTo: (address: string, state?: object | null) => void;
  readonly session: Session;
  readonly services: Services;
}

/** The ids of the screens that a chart lists in its setup. */
export type ScreenOf<TMachine extends AnyStateMachine> =
  Meta<TMachine> extends { readonly screen: infer TScreen extends string } ? Listed<TScreen> : never;
type Meta<TMachine extends AnyStateMachine> = NonNullable<Metas<TMachine>[keyof Metas<TMachine>]>;
type Metas<TMachine extends AnyStateMachine> = ReturnType<SnapshotFrom<TMachine>['getMeta']>;
/** A chart that lists none would have a route with any table. */
type Listed<TScreen extends string> = string extends TScreen ? never : TScreen;

/** What is shown for each of them; no table will do for a chart that lists none. */
type Screens<TMachine extends AnyStateMachine, TProps> = [ScreenOf<TMachine>] extends [never]
  ? never
  : Readonly<Record<ScreenOf<TMachine>, ComponentType<TProps>>>;

type Implementations<TMachine extends AnyStateMachine> = Parameters<TMachine['provide']>[0];
type Ports<TMachine extends AnyStateMachine> = Required<NonNullable<Implementations<TMachine>['actors']>>;
type Actions<TMachine extends AnyStateMachine> = NonNullable<Implementations<TMachine>['actions']>;

/** A machine that runs inside the flow's own and has the way back while it does. */
interface Child<TMachine extends AnyStateMachine> {
  readonly id: keyof SnapshotFrom<TMachine>['children'] & string;
  readonly machine: AnyStateMachine;
  /** Where Back leads when the child ends by it. */
  readonly leadsBackTo: string;
}

/** A flow as a table: its chart, what the chart is given, and what is shown for each screen that the chart names. */
export interface FlowRoute<TMachine extends AnyStateMachine, TOwn, TRun extends object> {
  readonly machine: TMachine;
  /** Which entry each refusal is about. */
  readonly entries: Entries;
  /** What a run has besides its machine, such as secrets that no context may hold. */
  readonly own?: (start: Start) => TOwn;
  readonly ports: (services: Services, own: TOwn, start: Start) => Ports<TMachine>;
  /** Beside storing and forgetting the checkpoint, which every flow does alike. */
  readonly actions?: (services: Services) => Actions<TMachine>;
  /** Whose checkpoint it is; whoever's link opened the page, where nothing is said. */
  readonly owner?: (start: Start) => string | null;
  /** The machine's input; null if the flow has nothing to begin with, and leads elsewhere. */
  readonly input?: (start: Start, stored: Stored) => InputFrom<TMachine> | null;
  readonly elsewhere?: string;
  readonly child?: Child<TMachine>;
  /** A hook of the flow's own, whose result its screens are given too. */
  readonly useRun?: (flow: Flow<TMachine, NoInfer<TOwn>>) => TRun;
  readonly screens: Screens<TMachine, Flow<TMachine, NoInfer<TOwn>> & NoInfer<TRun>>;
  /** What is shown once the flow is over, where it leads nowhere by itself. */
  readonly done?: ComponentType<Flow<TMachine, NoInfer<TOwn>> & NoInfer<TRun>>;
  /** The screens that need the width of the page. */
  readonly wide?: readonly ScreenOf<TMachine>[];
  /** What stands around the screen. */
  readonly Frame?: ComponentType<Flow<TMachine, NoInfer<TOwn>> & { readonly children: ReactNode }>;
  /** Called once, when the flow is over, unless by the end of the session: that is told to the session everywhere. */
  readonly end: (
    output: Exclude<OutputFrom<TMachine>, { readonly kind: 'sessionEnded' }>,
    ways: Ways & NoInfer<TRun>,
  ) => void;
  /** What happens where Back leads into the finished flow, if that does not begin it again. */
  readonly again?: (ways: Ways) => void;
}

const useNothing = () => ({});
const Bare = ({ children }: { readonly children: ReactNode }) => children;

/**
 * The page of a flow: runs its machine, keeps the address in step with it, and shows the screen of the state that it is
 * in.
 */
export function flowRoute<TMachine extends AnyStateMachine, TOwn = null, TRun extends object = object>(
  route: FlowRoute<TMachine, TOwn, TRun>,
): ComponentType {
  type Given = Flow<TMachine, TOwn> & TRun;
  const { useRun = useNothing as unknown as NonNullable<typeof route.useRun>, Frame = Bare } = route;
  const screens = route.screens as Readonly<Record<string, ComponentType<Given>>>;
  const wide: readonly string[] = route.wide ?? [];

  function Running({ begun, restart }: { readonly begun: Begun<TMachine, TOwn>; readonly restart: () => void }) {
    const services = useServices();
    const session = useSession();
    const navigate = useNavigate();
    const { actor, snapshot } = useFlowActor(begun.machine, begun.input);
    const flow = { snapshot, send: actor.send, own: begun.own, now: services.now, restart };
    const run = useRun(flow);
    const goTo: Ways['goTo'] = (address, state = null) => void navigate(address, { replace: true, state });
    const ways = { goTo, session, services };
    useFlowUrl({
      snapshot,
      back: () => backOf(route, actor),
      restart: () => (route.again === undefined ? restart() : route.again(ways)),
    });

    const { status, output } = snapshot as AnyMachineSnapshot;
    const hasEnded = useRef(false);
    useLayoutEffect(() => {
      if (status !== 'done' || hasEnded.current) return;
      hasEnded.current = true;
      if (isEndOfSession(output)) session.send({ type: 'SESSION_ENDED' });
      else route.end(output as Parameters<typeof route.end>[0], { ...run, ...ways });
    });

    const step = stepOf(snapshot);
    const Screen = step === null ? route.done : screens[step.screen];
    return (
      <Frame {...flow}>
        <FlowScreen snapshot={snapshot} entries={route.entries} wide={step !== null && wide.includes(step.screen)}>
          {Screen !== undefined && <Screen {...flow} {...run} />}
        </FlowScreen>
      </Frame>
    );
  }

  /** One run of the flow, from its first step to its end. */
  function Run({ token, restart }: Omit<MailedRun, 'run'>) {
    const services = useServices();
    const session = useSession();
    const location = useLocation();
    const [begun] = useState(() => begin(route, { services, session, location, token }));
    if (begun.input === null && route.elsewhere !== undefined) return <Redirect to={route.elsewhere} />;
    return <Running begun={begun} restart={restart} />;
  }

  return function Route() {
    const { token, run, restart } = useMailedRun();
    return <Run key={run} token={token} restart={restart} />;
  };
}

interface Begun<TMachine, TOwn> {
  readonly own: TOwn;
  readonly machine: TMachine;
  readonly input: InputFrom<TMachine> | undefined;
}

function begin<TMachine extends AnyStateMachine, TOwn, TRun extends object>(
  route: FlowRoute<TMachine, TOwn, TRun>,
  start: Start,
): Begun<TMachine, TOwn> {
  const { services, token } = start;
  const { checkpoints } = services;
  const { id } = route.machine;
  const owner = route.owner === undefined ? token : route.owner(start);
  const own = (route.own?.(start) ?? null) as TOwn;
  const actions = {
    saveCheckpoint: (_: unknown, checkpoint: object) => checkpoints.save(id, checkpoint, owner),
    forgetCheckpoint: () => checkpoints.forget(id),
    ...route.actions?.(services),
  };
  const machine = route.machine.provide({ actors: route.ports(services, own, start), actions } as Parameters<
    typeof route.machine.provide
  >[0]) as TMachine;
  return { own, machine, input: route.input?.(start, checkpoints.load(id, owner)) as InputFrom<TMachine> | undefined };
}

function backOf<TMachine extends AnyStateMachine, TOwn, TRun extends object>(
  { machine, child }: FlowRoute<TMachine, TOwn, TRun>,
  actor: Actor<TMachine>,
) {
  const { children } = actor.getSnapshot() as SnapshotFrom<AnyStateMachine>;
  const inner = child && children[child.id];
  return child && inner ? machineBack(child.machine, inner, child.leadsBackTo) : machineBack(machine, actor);
}

function isEndOfSession(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'kind' in output && output.kind === 'sessionEnded';
}
