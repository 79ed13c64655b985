import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageProgress } from '#src/ui/member-progress.tsx';

const line = () => screen.queryByRole('progressbar');
const goTo = (path: string) => window.history.replaceState(null, '', path);
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  goTo('/Withdraw2');
  render(
    <MemoryRouter initialEntries={['/Withdraw2']}>
      <PageProgress />
    </MemoryRouter>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  goTo('/');
});

it('shows that a page is being opened once it takes longer than 200 ms', () => {
  document.body.click();
  goTo('/History');
  wait(199);
  expect(line()).toBeNull();
  wait(1);
  expect(line()).not.toBeNull();
});

it('ends on the way back to the page that is still there, as after maintenance', () => {
  document.body.click();
  goTo('/Maintenance');
  wait(5_000);
  expect(line()).not.toBeNull();
  goTo('/Withdraw2');
  wait(200);
  expect(line()).toBeNull();
});
