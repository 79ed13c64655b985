import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useActorRef, useSelector } from '@xstate/react';
import { flushSync } from 'react-dom';
import { BrowserRouter, Link, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMachine, type ActorRefFrom } from 'xstate';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { machineBack, routeAt, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { useRouteFocus } from '#src/ui/use-route-focus.ts';

/** A page and a step begin at the top at once: scrolling later takes the button away from under a finger. */

const machine = createMachine({
  initial: 'opening',
  states: {
    opening: { meta: { route: '*', screen: 'form' }, on: { OPENED: 'form' } },
    form: { meta: { route: '/Flow', screen: 'form' }, on: { SUBMIT: 'quote' } },
    quote: { meta: { route: '/Flow?step=quote', screen: 'quote' }, on: { BACK: 'form' } },
  },
});
let actor: ActorRefFrom<typeof machine>;

function Flow() {
  actor = useActorRef(machine);
  const snapshot = useSelector(actor, (state) => state);
  useFlowUrl({ snapshot, back: () => machineBack(machine, actor), restart: () => undefined });
  return (
    <FlowScreen snapshot={snapshot}>
      <h1>Flow</h1>
    </FlowScreen>
  );
}

function App() {
  useRouteFocus();
  return (
    <main id="content" tabIndex={-1} title={routeAt(useLocation())}>
      <Routes>
        <Route path="/Flow" element={<Flow />} />
        <Route path="/Wallet" element={<Link to="/Flow">Flow</Link>} />
      </Routes>
    </main>
  );
}

/** Until the router has followed to `place`, and what it leads to has run. */
const reached = async (place: string): Promise<void> => {
  await waitFor(() =>
    expect([routeAt(window.location), document.querySelector('main')?.title]).toEqual([place, place]),
  );
  await act(async () => {});
};
const scrolls = vi.fn();

beforeEach(async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(scrolls);
  window.history.replaceState(null, '', '/Flow');
  render(<App />, { wrapper: BrowserRouter });
  await act(async () => actor.send({ type: 'OPENED' }));
  await reached('/Flow');
});
afterEach(() => {
  cleanup();
  scrolls.mockReset();
  vi.restoreAllMocks();
});

describe('a step of a flow', () => {
  it('is at its top once it is shown, before its URL is there, and is not moved when that follows', async () => {
    expect(scrolls).not.toHaveBeenCalled();
    await act(async () => {
      flushSync(() => actor.send({ type: 'SUBMIT' }));
      expect(document.querySelector('main')?.title).toBe('/Flow');
      expect(document.querySelector('[data-screen]')?.getAttribute('data-screen')).toBe('quote');
      expect(scrolls.mock.calls).toEqual([[0, 0]]);
      // Its heading, which is read: the content around it has no name.
      expect(document.activeElement).toBe(document.querySelector('h1'));
    });
    await reached('/Flow?step=quote');
    expect(scrolls).toHaveBeenCalledTimes(1);
  });

  it('is at its top on the way back too', async () => {
    await act(async () => actor.send({ type: 'SUBMIT' }));
    await reached('/Flow?step=quote');
    scrolls.mockClear();
    await act(async () => actor.send({ type: 'BACK' }));
    expect(scrolls.mock.calls).toEqual([[0, 0]]);
    await reached('/Flow');
    expect(scrolls).toHaveBeenCalledTimes(1);
  });
});

it('a page is at its top when it is opened, where a step was before too', async () => {
  await act(async () => actor.send({ type: 'SUBMIT' }));
  await reached('/Flow?step=quote');
  window.history.pushState(null, '', '/Wallet');
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')));
  await reached('/Wallet');
  scrolls.mockClear();
  await act(async () => screen.getByRole('link').click());
  await reached('/Flow');
  expect(scrolls.mock.calls).toEqual([[0, 0]]);
});

it('a page is read from its heading, or from its content while it has none', async () => {
  window.history.pushState(null, '', '/Wallet');
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')));
  await reached('/Wallet');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  // By the browser's own button: nothing else takes the focus from the content.
  window.history.replaceState(null, '', '/Flow');
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')));
  await reached('/Flow');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Flow' }));
});

describe('a page whose URL says by its query what it is of', () => {
  const goTo = async (url: string) => {
    window.history.pushState(null, '', url);
    await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')));
  };

  it.each(['asset=BTC', 'ticket=Q-7K2M-9QXD', 'of=yamada', 'month=2026-10'])('is at its top: %s', async (query) => {
    await goTo('/Wallet');
    scrolls.mockClear();
    await goTo(`/Wallet?${query}`);
    expect(scrolls.mock.calls).toEqual([[0, 0]]);
  });

  it('stays where it is if a filter changes', async () => {
    await goTo('/Wallet');
    scrolls.mockClear();
    await goTo('/Wallet?from=2026-10-01&status=completed');
    expect(scrolls).not.toHaveBeenCalled();
    await goTo('/History');
    scrolls.mockClear();
    await goTo('/History?asset=BTC');
    expect(scrolls).not.toHaveBeenCalled();
  });
});
