import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, type Location } from 'react-router-dom';
import { transition, type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, type SnapshotFrom } from 'xstate';
import { goBack } from '#src/bridge/bridge.ts';
import { stepOf } from '#machines/chart/step.ts';

/** How the browser's Back reaches the flow: where it would lead, and how to send it. */
export interface StepBack {
  readonly route: string;
  readonly send: () => void;
}

export interface FlowUrlOptions {
  readonly snapshot: AnyMachineSnapshot;
  /** Returns the current state's step back, called when Back is pressed; null if there is none. */
  readonly back: () => StepBack | null;
  /** Starts the flow again if Back leads into a finished one. */
  readonly restart: () => void;
}

/** The state of a flow's history entry: the steps that led to it, so that a reload loses nothing. */
interface EntryState {
  readonly steps?: readonly string[];
}

/** The route of a step without a URL: a flow that is still determining its step keeps the URL that it was opened at. */
export const ANYWHERE = '*';
/**
 * Longer than a browser takes to reach another entry. If it never does, a waiting step gets its URL after this time.
 */
const MOVE_MS = 2_000;

/**
 * Keeps the URL in step with the flow. The machine owns the step: a state with another route pushes it, the browser's
 * Back to the previous step is sent to the machine as `BACK`, and any other navigation is corrected (P-1, P-2).
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

  const follow = useEffectEvent(() => {
    // The browser may already be at an entry that the page does not show yet.
    const isBehind = routeAt(window.location) !== routeAt(location);
    // A navigation takes the browser a moment. A step taken meanwhile gets its URL afterwards: an entry pushed earlier
    // would be the one that the browser leaves, and the flow would receive a Back that nobody pressed. A Back that
    // somebody did press ends the navigation.
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
    // Back at the very moment of a step removes its URL before the page has shown it: the entry seems never to have
    // changed.
    const takenAway = before !== null && before.pops !== pops && !isBehind;
    const moved = before !== null && (before.key !== location.key || takenAway);
    if (route === null) {
      // Back or a link leads into the finished flow; its own end replaces the address.
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
  });
  // Only a step of the flow or a move of the address is a reason to follow; what else is read is of that moment.
  useEffect(() => follow(), [route, location.key, pops, overdue]);
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
 * Whether one history entry of a flow is earlier than another. Back may land on a step that the flow skips on its way
 * back, such as a code that works once; it is a step back all the same, and the URL follows the flow.
 */
function isEarlier(steps: readonly string[], later: readonly string[]): boolean {
  return steps.length < later.length && steps.every((step, index) => step === later[index]);
}

/**
 * The step back that a machine's `BACK` event takes: found with a pure transition, so that nothing happens until it is
 * sent.
 */
export function machineBack<TMachine extends AnyStateMachine>(
  machine: TMachine,
  actor: AnyActorRef,
  /** Where Back leads if it ends the machine and its parent continues. */
  parentRoute?: string,
): StepBack | null {
  const state = actor.getSnapshot() as AnyMachineSnapshot;
  const event = { type: 'BACK' };
  if (state.status !== 'active' || !state.can(event)) return null;
  const [next] = transition(machine, state as SnapshotFrom<TMachine>, event as never);
  const route = stepOf(next as AnyMachineSnapshot)?.route ?? parentRoute;
  return route === undefined ? null : { route, send: () => actor.send(event) };
}

/** Whether the URL shows `route`, whatever the letter case of the path (D-19) and the other parameters. */
function sameAddress(location: Location, route: string): boolean {
  return routeAt(location).toLowerCase() === route.toLowerCase();
}

/** The route of a URL: its path and its step. Other parameters come from a link, such as a referral code. */
export function routeAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const step = new URLSearchParams(search).get('step');
  return step === null ? pathname : `${pathname}?step=${step}`;
}
