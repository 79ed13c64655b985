import { expect, it, vi } from 'vitest';
import { object, string } from '#src/ui/schema.ts';

// The request for the rules of forms, which nobody answers and nobody refuses.
vi.mock('yup', () => new Promise<object>(() => undefined));

it('a form is sent although the request for its rules is never answered', async () => {
  vi.useFakeTimers();
  const checked = object({ username: string().required('Username is required.') }).validate({ username: '' });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await checked).toEqual({ username: '' });
  vi.useRealTimers();
});
