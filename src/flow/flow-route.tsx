import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import type { Actor, AnyMachineSnapshot, AnyStateMachine, InputFrom, OutputFrom, SnapshotFrom } from 'xstate';
import { stepOf } from '#machines/chart/step.ts';
import { useText, type TextKey } from '#src/i18n/text-key.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { useMailedRun, type MailedRun } from '#src/session/mail-token.tsx';
import { useSession, type Session } from '#src/session/session.provider.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { FlowScreen } from './flow-screen.tsx';
import type { Entries } from './refused-entry.ts';
import type { ScreenProps } from './screen-props.ts';
import { machineBack, useFlowUrl } from './use-flow-url.ts';

/** What a flow's page gives to each of its screens. */
export interface FlowProps<TMachine extends AnyStateMachine, TOwn = null> extends ScreenProps<TMachine> {
  /** What the flow is called, for the browser's tab and the screens that have no heading of their own. */
  readonly title: string;
  /** What this run has in addition to its machine. */
  readonly own: TOwn;
  readonly now: () => number;
  /** Begins the flow again. */
  readonly restart: () => void;
}

/**
 * What a run of a flow was opened with. It is looked at once: what the address becomes later is the flow's own doing.
 */
export interface FlowOpening {
  readonly services: Services;
  readonly session: Session;
  readonly location: Location;
  /** The token of the mailed link that opened the page; null if it was opened without one. */
  readonly token: string | null;
}

/** The checkpoint of a run that a reload interrupted, with its age in milliseconds; null if there is none. */
export type Stored = ReturnType<Services['checkpoints']['load']>;

/** What the end of a flow can do. */
export interface Ways {
  /** Navigates. The page replaces the flow's last step, so that Back does not lead into it again. */
  readonly goTo: (address: string, state?: object | null) => void;
  readonly session: Session;
  readonly services: Services;
}

/** The ids of the screens that a chart lists in its setup. */
export type ScreenOf<TMachine extends AnyStateMachine> =
  Meta<TMachine> extends { readonly screen: infer TScreen extends string } ? Listed<TScreen> : never;
type Meta<TMachine extends AnyStateMachine> = NonNullable<Metas<TMachine>[keyof Metas<TMachine>]>;
type Metas<TMachine extends AnyStateMachine> = ReturnType<SnapshotFrom<TMachine>['getMeta']>;
/** Without this, a chart that lists no screens would accept any table. */
type Listed<TScreen extends string> = string extends TScreen ? never : TScreen;

/** The component for each of them; a chart that lists none accepts no table. */
export type Screens<TMachine extends AnyStateMachine, TProps> = [ScreenOf<TMachine>] extends [never]
  ? never
  : Readonly<Record<ScreenOf<TMachine>, ComponentType<TProps>>>;

type Implementations<TMachine extends AnyStateMachine> = Parameters<TMachine['provide']>[0];
type Ports<TMachine extends AnyStateMachine> = Required<NonNullable<Implementations<TMachine>['actors']>>;
type Actions<TMachine extends AnyStateMachine> = NonNullable<Implementations<TMachine>['actions']>;
type Delays<TMachine extends AnyStateMachine> = NonNullable<Implementations<TMachine>['delays']>;

/** A machine that runs inside the flow's own and handles Back while it runs. */
interface Child<TMachine extends AnyStateMachine> {
  readonly id: keyof SnapshotFrom<TMachine>['children'] & string;
  readonly machine: AnyStateMachine;
  /** Where Back leads if it ends the child. */
  readonly leadsBackTo: string;
}

/** A flow as a table: its chart, the chart's input, and the component for each screen that the chart names. */
export interface FlowRoute<TMachine extends AnyStateMachine, TOwn, TRun extends object> {
  readonly machine: TMachine;
  /** Its name. */
  readonly title: TextKey;
  /** Which entry a refusal is about; none is about one, where nothing is said. */
  readonly entries?: Entries | undefined;
  /** What a run has in addition to its machine, such as secrets that no context may keep. */
  readonly own?: (opening: FlowOpening) => TOwn;
  readonly ports: (services: Services, own: TOwn, opening: FlowOpening) => Ports<TMachine>;
  /** In addition to storing and forgetting the checkpoint, which is the same in every flow. */
  readonly actions?: (services: Services) => Actions<TMachine>;
  /** How long its waits take, where that depends on when something was received. */
  readonly delays?: (services: Services) => Delays<TMachine>;
  /** The owner of the checkpoint; by default, the owner of the link that opened the page. */
  readonly owner?: (opening: FlowOpening) => string | null;
  /** The machine's input; null if the flow cannot start, and leads elsewhere. */
  readonly input?: (opening: FlowOpening, stored: Stored) => InputFrom<TMachine> | null;
  readonly elsewhere?: string;
  readonly child?: Child<TMachine>;
  /** A hook of the flow, whose result its screens receive too. */
  readonly useRun?: (flow: FlowProps<TMachine, NoInfer<TOwn>>) => TRun;
  readonly screens: Screens<TMachine, FlowProps<TMachine, NoInfer<TOwn>> & NoInfer<TRun>>;
  /** What is shown once the flow is over, if it leads nowhere by itself. */
  readonly done?: ComponentType<FlowProps<TMachine, NoInfer<TOwn>> & NoInfer<TRun>>;
  /** The screens that need the width of the page. */
  readonly wide?: readonly ScreenOf<TMachine>[];
  /** What surrounds the screen. */
  readonly Frame?: ComponentType<FlowProps<TMachine, NoInfer<TOwn>> & { readonly children: ReactNode }>;
  /** Called once when the flow is over, unless the session ended: that is reported to the session everywhere. */
  readonly end: (
    output: Exclude<OutputFrom<TMachine>, { readonly kind: 'sessionEnded' }>,
    ways: Ways & NoInfer<TRun>,
  ) => void;
  /** What happens if Back leads into the finished flow, unless that starts it again. */
  readonly again?: (ways: Ways) => void;
}

const useNothing = () => ({});
const Bare = ({ children }: { readonly children: ReactNode }) => children;

/** The page of a flow: runs its machine, keeps the URL in step with it, and shows the screen of the current state. */
export function flowRoute<TMachine extends AnyStateMachine, TOwn = null, TRun extends object = object>(
  route: FlowRoute<TMachine, TOwn, TRun>,
): ComponentType {
  type Given = FlowProps<TMachine, TOwn> & TRun;
  const { useRun = useNothing as unknown as NonNullable<typeof route.useRun>, Frame = Bare } = route;
  const screens = route.screens as Readonly<Record<string, ComponentType<Given>>>;
  const wide: readonly string[] = route.wide ?? [];

  function Running({ begun, restart }: { readonly begun: Begun<TMachine, TOwn>; readonly restart: () => void }) {
    const services = useServices();
    const session = useSession();
    const navigate = useNavigate();
    const { actor, snapshot } = useFlowActor(begun.machine, begun.input);
    const shown = useSlowlyAtFirst(snapshot);
    const title = useText(route.title);
    const flow = { snapshot: shown, send: actor.send, title, own: begun.own, now: services.now, restart };
    const run = useRun(flow);
    const goTo: Ways['goTo'] = (address, state = null) => void navigate(address, { replace: true, state });
    const ways = { goTo, session, services };
    useFlowUrl({
      snapshot,
      back: () => backOf(route, actor),
      restart: () => (route.again === undefined ? restart() : route.again(ways)),
    });

    // What the flow has learned by now, such as that a deposit is credited, no page that follows may contradict.
    useEffect(() => services.readings.outdate(), [services, snapshot]);

    const { status, output } = snapshot as AnyMachineSnapshot;
    const hasEnded = useRef(false);
    useLayoutEffect(() => {
      if (status !== 'done' || hasEnded.current) return;
      hasEnded.current = true;
      if (isEndOfSession(output)) session.send({ type: 'SESSION_ENDED' });
      else route.end(output as Parameters<typeof route.end>[0], { ...run, ...ways });
    });

    const step = stepOf(shown);
    const Screen = step === null ? route.done : screens[step.screen];
    return (
      <Frame {...flow}>
        <FlowScreen snapshot={shown} entries={route.entries} wide={step !== null && wide.includes(step.screen)}>
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

/**
 * What a flow shows of itself: what its first call has brought is rendered in short tasks, between which presses and
 * keys are served, as is what a page has read. Later, every press is answered at once.
 */
function useSlowlyAtFirst<TSnapshot extends AnyMachineSnapshot>(snapshot: TSnapshot): TSnapshot {
  const [first] = useState(snapshot);
  const isFirst = useDeferredValue(snapshot === first);
  return isFirst && first.hasTag('waiting') ? first : snapshot;
}

interface Begun<TMachine, TOwn> {
  readonly own: TOwn;
  readonly machine: TMachine;
  readonly input: InputFrom<TMachine> | undefined;
}

function begin<TMachine extends AnyStateMachine, TOwn, TRun extends object>(
  route: FlowRoute<TMachine, TOwn, TRun>,
  opening: FlowOpening,
): Begun<TMachine, TOwn> {
  const { services, token } = opening;
  const { checkpoints } = services;
  const { id } = route.machine;
  const owner = route.owner === undefined ? token : route.owner(opening);
  const own = (route.own?.(opening) ?? null) as TOwn;
  const actions = {
    saveCheckpoint: (_: unknown, checkpoint: object) => checkpoints.save(id, checkpoint, owner),
    forgetCheckpoint: () => checkpoints.forget(id),
    ...route.actions?.(services),
  };
  const machine = route.machine.provide({
    actors: route.ports(services, own, opening),
    actions,
    delays: route.delays?.(services),
  } as Parameters<typeof route.machine.provide>[0]) as TMachine;
  return {
    own,
    machine,
    input: route.input?.(opening, checkpoints.load(id, owner)) as InputFrom<TMachine> | undefined,
  };
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
