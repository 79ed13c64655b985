// The short list takes React's production build, which members get and which needs a fifth less work; what only the
// development build says is heard by `*.strict.test.tsx` and by the long list (decision 0130). Imported before React.
import { createRequire } from 'node:module';
import * as React from 'react';

/** The parts of `scheduler/unstable_mock` that are used: a scheduler that does its tasks when it is told to. */
interface ToldScheduler {
  readonly unstable_scheduleCallback: (...task: readonly unknown[]) => unknown;
  readonly unstable_flushAllWithoutAsserting: () => boolean;
  readonly unstable_hasPendingWork: () => boolean;
}

const REST = Symbol.for('perch.tests.react-at-rest');
/** Once for the worker: its files share React. */
const shared = globalThis as { [REST]?: () => Promise<void> };

/** More turns than any page takes to come to rest. */
const MOST_TURNS = 1000;
const ENDLESS = 'The page is drawn again and again.';

/** Waits until React has done everything that it has scheduled. With the development build, only its own `act` does. */
export const atRest = (shared[REST] ??= process.env['NODE_ENV'] === 'production' ? giveAct() : keepNoStacks());

/**
 * The development build stores a call stack for each element that it creates; nobody reads them here, and they take a
 * fifteenth of a walk. It stores none once it has reached its limit for the second. If another version has no such
 * limit, nothing changes.
 */
function keepNoStacks(): () => Promise<void> {
  const internals = (React as unknown as Readonly<Record<string, object | undefined>>)[
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  ];
  if (internals !== undefined)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      get: () => Infinity,
      set: () => undefined,
      configurable: true,
    });
  return () => Promise.resolve();
}

/**
 * The production build has no `act`. It gets one that does what the development build's does: everything that React
 * has scheduled is done when it ends. React schedules by a package that has a twin for tests, and begins to render in a
 * microtask.
 *
 * @returns what waits until React has come to rest
 */
function giveAct(): () => Promise<void> {
  const require = createRequire(import.meta.url);
  const ofReactDom = createRequire(require.resolve('react-dom'));
  const told = ofReactDom('scheduler/unstable_mock') as ToldScheduler;
  // Those of the test's page stand still where a test stops its clock.
  const { setImmediate: nextTurn, queueMicrotask: nextMicrotask } = globalThis;
  /** What React would do in a microtask: it begins a rendering there. */
  let soon: (() => void)[] = [];
  let depth = 0;
  let isPlanned = false;
  /** What React has left to this module. */
  const taken = new Set<string>();
  let time = 0;

  const begin = (): void => {
    const due = soon;
    soon = [];
    for (const each of due) each();
  };
  const flush = (): void => {
    for (let pass = 0; pass < MOST_TURNS; pass += 1) {
      begin();
      told.unstable_flushAllWithoutAsserting();
      if (soon.length === 0) return;
    }
    throw new Error(ENDLESS);
  };
  const flushNextTurn = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    nextTurn(() => {
      isPlanned = false;
      flush();
    });
  };
  const rest = async (): Promise<void> => {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await new Promise<void>((resolve) => void nextTurn(resolve));
      if (soon.length === 0 && !told.unstable_hasPendingWork()) return;
      flush();
    }
    throw new Error(ENDLESS);
  };

  const id = ofReactDom.resolve('scheduler');
  const scheduler = {
    ...told,
    // A second passes at each look: what replaces a placeholder soon after another did would wait for a third of one.
    unstable_now: () => (time += 1000),
    unstable_scheduleCallback: (...task: readonly unknown[]) => {
      taken.add('its tasks');
      flushNextTurn();
      return told.unstable_scheduleCallback(...task);
    },
  };
  ofReactDom.cache[id] = Object.assign(Object.create(null) as NodeJS.Module, { id, loaded: true, exports: scheduler });
  globalThis.queueMicrotask = (task) => {
    taken.add('its microtasks');
    soon.push(task);
    if (depth === 0) nextMicrotask(begin);
  };
  const { createRoot } = require('react-dom/client') as typeof import('react-dom/client');
  globalThis.queueMicrotask = nextMicrotask;

  const act = (acts: () => unknown): PromiseLike<unknown> => {
    depth += 1;
    let result: unknown;
    try {
      result = acts();
    } finally {
      depth -= 1;
      if (depth === 0) flush();
    }
    const ended = async (): Promise<unknown> => {
      const value = await result;
      flush();
      await rest();
      return value;
    };
    // Who does not wait for an act without a promise causes no turns.
    return isThenable(result) ? ended() : ({ then: (...both) => ended().then(...both) } as PromiseLike<unknown>);
  };
  Object.assign(require('react') as object, { act });
  void act(() => createRoot(document.createElement('div')).render(null));
  if (taken.size < 2) throw new Error('This React schedules in another way: decision 0130.');
  return rest;
}

function isThenable(value: unknown): boolean {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}
