import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ToastProvider, useToast } from '#src/ui/toast.tsx';

// The code that shows messages is loaded with the first one: here, without a network.
vi.mock('#src/ui/toaster.tsx', () => {
  throw new Error('error loading dynamically imported module');
});

function Page() {
  const toast = useToast();
  return <button onClick={() => toast('passing', 'Copied')}>Copy</button>;
}

it('a message that could not be loaded is dropped, and the page stays', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await act(() => vi.dynamicImportSettled());
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  expect(log).not.toHaveBeenCalled();
});
