import { afterEach, expect, it, vi } from 'vitest';
import { leftBehind } from './left-behind.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('has nothing to say of what was put back', () => {
  vi.spyOn(console, 'info').mockRestore();
  expect(leftBehind([console])).toEqual([]);
});

it('names a mock and a stopped clock', () => {
  vi.spyOn(console, 'info');
  vi.useFakeTimers();
  expect(leftBehind([console])).toEqual(['the mock of info', 'a clock that is stopped']);
});
