import { act, render, screen } from '@testing-library/react';
import { useActorRef, useSelector } from '@xstate/react';
import { useReducer } from 'react';
import { flushSync } from 'react-dom';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMachine, type ActorRefFrom } from 'xstate';
import { stateName } from '#machines/chart/step.ts';
import { machineBack, routeAt, useFlowUrl } from '#src/flow/use-flow-url.ts';

/**
 * Two changes of the URL at once (P-1, P-2): a step is taken while the browser is still moving to the history entry of
 * the step before.
 */

const FORM = '/Flow';
const QUOTE = '/Flow?step=quote';
const CODE = '/Flow?step=code';

/** As in an exchange: requesting another quote is a step back to the form, and its response a step forward again. */
const machine = createMachine({
  initial: 'form',
  states: {
    form: { meta: { route: FORM }, on: { SUBMIT: 'quote' } },
    quote: { meta: { route: QUOTE }, on: { ASK_ANEW: 'asking', CONFIRM: 'code', BACK: 'form' } },
    asking: { meta: { route: FORM }, on: { QUOTED: 'quote', CONFIRM: 'code' } },
    code: { meta: { route: CODE }, on: { BACK: 'quote' } },
  },
});

type Step = 'SUBMIT' | 'ASK_ANEW' | 'QUOTED' | 'CONFIRM';
let actor: ActorRefFrom<typeof machine>;

function Flow({ restart }: { readonly restart: () => void }) {
  actor = useActorRef(machine);
  const snapshot = useSelector(actor, (state) => state);
  useFlowUrl({ snapshot, back: () => machineBack(machine, actor), restart });
  return <h1>{stateName(snapshot)}</h1>;
}

function Flows() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <Flow key={run} restart={restart} />;
}

/** A step that the page has rendered before the router knows what happened to the URL. */
const step = (type: Step): void => flushSync(() => actor.send({ type }));
const steps = async (...types: Step[]): Promise<void> => {
  for (const type of types) await act(async () => step(type));
};
const pass = (milliseconds: number): Promise<void> => act(async () => void vi.advanceTimersByTime(milliseconds));
const state = (): string | null => screen.getByRole('heading').textContent;
const address = (): string => routeAt(window.location);

/** The state of the history entry: the steps up to it. */
const trail = (): unknown => (window.history.state as { usr?: { steps?: unknown } } | null)?.usr?.steps;

/** Moves the browser to another entry, and waits until the page is notified. */
async function arrival(leave: () => void): Promise<void> {
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  leave();
  await arrived;
}

const pressBack = (): Promise<void> => act(() => arrival(() => window.history.back()));

/**
 * From now on the browser takes its time to go back. The destination is fixed when it starts, whatever the page
 * requests in the meantime. Returns how to let it arrive.
 */
function holdTraversals(): { readonly underWay: () => number; readonly arrive: () => Promise<void> } {
  const { history } = window;
  const go = history.go.bind(history);
  const push = history.pushState.bind(history);
  const held: number[] = [];
  let pushed = 0;
  vi.spyOn(history, 'go').mockImplementation((delta = 0) => void held.push(delta - pushed));
  vi.spyOn(history, 'pushState').mockImplementation((...entry) => {
    pushed += 1;
    push(...entry);
  });
  const arrive = async (): Promise<void> => {
    const delta = held.shift();
    if (delta === undefined) throw new Error('The browser is not on its way anywhere.');
    // Entries that were pushed in the meantime are between the entry and the fixed destination.
    await act(() => arrival(() => go(delta - pushed)));
  };
  return { underWay: () => held.length, arrive };
}

beforeEach(async () => {
  window.history.pushState(null, '', FORM);
  await act(async () => render(<Flows />, { wrapper: BrowserRouter }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a step that is taken while the browser goes back', () => {
  it('waits for its URL: nobody has pressed Back', async () => {
    await steps('SUBMIT');
    const browser = holdTraversals();
    await steps('ASK_ANEW', 'QUOTED');
    expect([state(), address(), browser.underWay()]).toEqual(['quote', QUOTE, 1]);
    await browser.arrive();
    expect([state(), address(), trail()]).toEqual(['quote', QUOTE, [FORM, QUOTE]]);
    vi.restoreAllMocks();
    await pressBack();
    expect([state(), address()]).toEqual(['form', FORM]);
  });

  it('gets its URL in the end if the browser never arrives', async () => {
    await steps('SUBMIT');
    const browser = holdTraversals();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await steps('ASK_ANEW', 'CONFIRM');
    await pass(1_999);
    expect([state(), address()]).toEqual(['code', QUOTE]);
    await pass(1);
    expect([state(), address(), trail(), browser.underWay()]).toEqual(['code', CODE, [FORM, QUOTE, CODE], 1]);
  });

  it('gets it at once if the browser had long enough', async () => {
    await steps('SUBMIT');
    const browser = holdTraversals();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await steps('ASK_ANEW');
    await pass(2_000);
    await steps('CONFIRM');
    expect([state(), address(), browser.underWay()]).toEqual(['code', CODE, 1]);
  });

  it('gets it after the entry that the browser goes to', async () => {
    await steps('SUBMIT');
    const browser = holdTraversals();
    await steps('ASK_ANEW', 'CONFIRM');
    expect([state(), address()]).toEqual(['code', QUOTE]);
    await browser.arrive();
    expect([state(), address(), trail()]).toEqual(['code', CODE, [FORM, CODE]]);
  });
});

describe('two steps at once', () => {
  it('leave an entry that knows both', async () => {
    await act(async () => {
      step('SUBMIT');
      step('CONFIRM');
    });
    expect([state(), address(), trail()]).toEqual(['code', CODE, [FORM, QUOTE, CODE]]);
    await pressBack();
    expect([state(), address(), trail()]).toEqual(['quote', QUOTE, [FORM, QUOTE]]);
  });
});

describe('Back at the very moment of a step', () => {
  it('is noticed at once, although the page never showed the URL that it removes', async () => {
    await act(async () => {
      step('SUBMIT');
      await arrival(() => window.history.back());
    });
    expect([state(), address()]).toEqual(['form', FORM]);
  });
});
