import { useEffect, useReducer, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, type Location } from 'react-router-dom';
import { transition, type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, type SnapshotFrom } from 'xstate';
import { goBack } from '#src/bridge/bridge.ts';
import { stepOf } from '#machines/chart/step.ts';

/** How the browser's Back is told to the flow: where it would lead, and how to say it. */
export interface StepBack {
  readonly route: string;
  readonly send: () => void;
}

export interface FlowUrlOptions {
  readonly snapshot: AnyMachineSnapshot;
  /** The way back of the present state, asked for when Back is pressed; null if there is none. */
  readonly back: () => StepBack | null;
  /** Starts the flow again, when Back leads into one that is finished. */
  readonly restart: () => void;
}

/** What a history entry of a flow knows: the steps that led to it, so that a reload loses nothing. */
interface EntryState {
  readonly steps?: readonly string[];
}

/**
 * The route of a step that has no address of its own: a flow that still finds out where it stands keeps the one it was
 * opened at.
 */
const ANYWHERE = '*';
/**
 * Longer than a browser takes to come to another entry. Where it never comes there, a step that waits has its address
 * after that.
 */
const MOVE_MS = 2_000;

/**
 * Keeps the address in step with the flow. The machine owns the step: a state with another route pushes it, the
 * browser's Back to the previous step is told to the machine as `BACK`, and any other move of the address is corrected
 * (P-1, P-2).
 */
export function useFlowUrl({ snapshot, back, restart }: FlowUrlOptions): void {
  const location = useLocation();
  const navigate = useNavigate();
  const kind = useNavigationType();
  const route = stepOf(snapshot)?.route ?? null;
  const pops = usePops();
  const seen = useRef<{
    route: string | null;
    key: string;
    pops: number;
    settled: boolean;
    steps: readonly string[];
  } | null>(null);
  const moving = useRef<{ from: string; pops: number; until: number } | null>(null);
  const [overdue, lookAgain] = useReducer(counted, 0);

  useEffect(() => {
    // The browser may be at an entry already that the page does not show yet.
    const isBehind = routeAt(window.location) !== routeAt(location);
    // A move takes the browser a moment. A step taken meanwhile gets its address afterwards: an entry made before would
    // be the one that is left, and the flow would hear of a Back that nobody pressed. A Back that somebody did press
    // ends the move.
    const move = moving.current;
    const left = move?.from === location.key && (isBehind || move.pops === pops) ? move.until - performance.now() : 0;
    if (left > 0) {
      const timer = setTimeout(lookAgain, left);
      return () => clearTimeout(timer);
    }
    moving.current = null;
    const before = seen.current;
    const steps = (location.state as EntryState | null)?.steps ?? [];
    seen.current = { route, key: location.key, pops, settled: before?.settled === true || route !== ANYWHERE, steps };
    // Back in the very moment of a step takes its address away before the page has shown it: the entry seems never to
    // have changed.
    const takenAway = before !== null && before.pops !== pops && !isBehind;
    const moved = before !== null && (before.key !== location.key || takenAway);
    if (route === null) {
      // Back or a link leads into the finished flow; its own farewell replaces the address.
      if (moved && kind !== 'REPLACE') restart();
    } else if (route !== ANYWHERE && !sameAddress(location, route)) {
      if (before?.settled !== true) enter(route, { replace: true });
      else if (before.route !== route) stepTo(route);
      else if (moved && !tookBack()) enter(route);
    }
    return;

    function tookBack(): boolean {
      const way = back();
      const isBack =
        way !== null && (sameAddress(location, way.route) || (kind === 'POP' && isEarlier(steps, before?.steps ?? [])));
      if (isBack) way.send();
      return isBack;
    }

    function stepTo(next: string): void {
      if (steps.at(-2) === next) go(() => goBack(window, () => void navigate(-1)));
      else enter(next, { taken: steps.length > 0 ? steps : [routeAt(location)] });
    }

    function enter(
      next: string,
      { taken = [], replace = false }: { taken?: readonly string[]; replace?: boolean } = {},
    ): void {
      go(() => void navigate(next, { replace, state: { steps: [...taken, next] } }));
    }

    function go(there: () => void): void {
      moving.current = { from: location.key, pops, until: performance.now() + MOVE_MS };
      there();
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a step of the flow or a move of the address is a reason to look; what else is read here is of that moment
  }, [route, location.key, pops, overdue]);
}

const counted = (before: number): number => before + 1;

/** Counts how often the browser went to another entry of its history. */
function usePops(): number {
  const [pops, count] = useReducer(counted, 0);
  useEffect(() => {
    window.addEventListener('popstate', count);
    return () => window.removeEventListener('popstate', count);
  }, []);
  return pops;
}

/**
 * Whether one history entry of a flow lies before another. Back may land on a step that the flow's own way back passes
 * over, such as a code that works once; it is a step back all the same, and the address follows where the flow goes.
 */
function isEarlier(steps: readonly string[], later: readonly string[]): boolean {
  return steps.length < later.length && steps.every((step, index) => step === later[index]);
}

/**
 * The way back of a machine's own `BACK` event: found by a pure transition, so that nothing happens until it is sent.
 */
export function machineBack<TMachine extends AnyStateMachine>(
  machine: TMachine,
  actor: AnyActorRef,
  /** Where Back leads when the machine ends by it and its parent goes on. */
  parentRoute?: string,
): StepBack | null {
  const state = actor.getSnapshot() as AnyMachineSnapshot;
  const event = { type: 'BACK' };
  if (state.status !== 'active' || !state.can(event)) return null;
  const [next] = transition(machine, state as SnapshotFrom<TMachine>, event as never);
  const route = stepOf(next as AnyMachineSnapshot)?.route ?? parentRoute;
  return route === undefined ? null : { route, send: () => actor.send(event) };
}

/** Whether the address shows `route`, whatever the letter case of the path (D-19) and whatever a link brought along. */
function sameAddress(location: Location, route: string): boolean {
  return routeAt(location).toLowerCase() === route.toLowerCase();
}

/**
 * The route that an address stands for: its path and its step. Other parameters are what a link brought, such as a
 * referral code.
 */
export function routeAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const step = new URLSearchParams(search).get('step');
  return step === null ? pathname : `${pathname}?step=${step}`;
}
