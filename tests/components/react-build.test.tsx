import { act } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { atRest } from './support/react-build.ts';

/** The `act` of the production build, which it has from the tests alone (decision 0130). */

const STEPS = 3;

/** Counts by effects, up to an end; each step is drawn. */
function Counter({ end }: { readonly end: number }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count < end) setCount(count + 1);
  }, [count, end]);
  return <p>{count}</p>;
}

it('is that of the build that members get', () => {
  expect(process.env['NODE_ENV']).toBe('production');
});

it('has drawn what effects set when it ends', () => {
  const host = document.createElement('div');
  const root = createRoot(host);
  void act(() => root.render(<Counter end={STEPS} />));
  expect(host.textContent).toBe(String(STEPS));
  void act(() => root.unmount());
  expect(host.textContent).toBe('');
});

it('waits for what a promise leads to, and has its value', async () => {
  const host = document.createElement('div');
  const root = createRoot(host);
  const value = await act(async () => {
    await Promise.resolve();
    root.render(<Counter end={STEPS} />);
    return 'done';
  });
  expect([value, host.textContent]).toEqual(['done', String(STEPS)]);
  void act(() => root.unmount());
});

it('fails as what it does fails', async () => {
  const wrong = (): never => {
    throw new Error('wrong');
  };
  expect(() => act(wrong)).toThrow('wrong');
  await expect(act(async () => wrong())).rejects.toThrow('wrong');
});

it('refuses a page that is drawn again and again', async () => {
  const root = createRoot(document.createElement('div'));
  expect(() => act(() => root.render(<Counter end={Infinity} />))).toThrow('again and again');
  expect(() => act(() => root.unmount())).not.toThrow();
  await atRest();
});
