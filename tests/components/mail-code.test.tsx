import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MailCode, type MailCodeProps } from '#src/ui/mail-code.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

const NOW = Date.parse('2026-11-21T04:00:00Z');
const TERMS = { expiresIn: 600_000, resendIn: 60_000 };
/** Of a code that this test sent. */
let terms = TERMS;

beforeEach(() => {
  terms = { ...TERMS };
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const user = userEvent.setup({ delay: null });

const show = (code: ReactNode) => renderWithTexts(code, 'en-US', ['mail-code']);

function mailCode(props: Partial<MailCodeProps> = {}) {
  return (
    <MailCode
      address="demo@perch.example"
      terms={terms}
      now={() => Date.now()}
      busy={null}
      onSubmit={vi.fn()}
      onResend={vi.fn()}
      onBack={vi.fn()}
      {...props}
    />
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('shows the address, how long the code is valid and when another can be sent', async () => {
  await show(mailCode());
  expect(screen.getByText('demo@perch.example')).toBeTruthy();
  expect(screen.getByText(/^Code expires in (10|9) minutes \(at \d\d:\d\d:\d\d\)\.$/)).toBeTruthy();
  await pass(18_000);
  expect(screen.getByText(/^You can send another code in 4[012] seconds\.$/)).toBeTruthy();
});

it('counts down to zero and no further, and then says what to do', async () => {
  await show(mailCode());
  await pass(61_000);
  expect(screen.getByText('No email? Check your spam folder.')).toBeTruthy();
  await pass(700_000);
  expect(screen.getByText('This code has expired. Send a new one.')).toBeTruthy();
});

it('goes on counting where it is shown again, such as after a step back', async () => {
  await show(mailCode());
  await pass(30_000);
  cleanup();
  await pass(15_000);
  await show(mailCode());
  expect(screen.getByText(/^You can send another code in 1[3456] seconds\.$/)).toBeTruthy();
  await pass(16_000);
  expect(screen.getByRole('button', { name: 'Send new code' }).getAttribute('aria-disabled')).toBeNull();
  await pass(540_000);
  expect(screen.getByText('This code has expired. Send a new one.')).toBeTruthy();
});

it('offers another code once the wait is over, and not before', async () => {
  const onResend = vi.fn();
  await show(mailCode({ onResend }));
  const resend = screen.getByRole('button', { name: 'Send new code' });
  expect(resend.getAttribute('aria-disabled')).toBe('true');
  await user.click(resend);
  await pass(58_000);
  await user.click(resend);
  expect(onResend).not.toHaveBeenCalled();
  await pass(3_000);
  expect(resend.getAttribute('aria-disabled')).toBeNull();
  await user.click(resend);
  expect(onResend).toHaveBeenCalledTimes(1);
});

it('counts down how long the server refuses another code, even if nothing is known of the last one', async () => {
  const onResend = vi.fn();
  await show(mailCode({ terms: null, refusedUntil: NOW + 52 * 60_000, onResend }));
  expect(screen.getByText('You can send another code in 52 minutes.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send new code' }));
  expect(onResend).not.toHaveBeenCalled();
  await pass(51 * 60_000);
  expect(screen.getByText(/^You can send another code in (60|5\d) seconds\.$/)).toBeTruthy();
  await pass(61_000);
  await user.click(screen.getByRole('button', { name: 'Send new code' }));
  expect(onResend).toHaveBeenCalledTimes(1);
});

it('offers nothing while a code is on its way, also where the one before still has its countdown', async () => {
  await show(mailCode({ busy: 'sending' }));
  const sending = screen.getByRole('button', { name: 'Sending a new code…' });
  expect(sending.getAttribute('aria-disabled')).toBe('true');
  expect(sending.dataset['waits']).toBeUndefined();
});

it('submits what was typed', async () => {
  const [onSubmit, onBack] = [vi.fn(), vi.fn()];
  await show(mailCode({ onSubmit, onBack }));
  await user.type(screen.getByLabelText('6-digit code'), '492 039');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledWith('492039'));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(onBack).toHaveBeenCalledTimes(1);
});

it('refuses fewer than six digits before anything is sent', async () => {
  const onSubmit = vi.fn();
  await show(mailCode({ onSubmit }));
  await user.type(screen.getByLabelText('6-digit code'), '492');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await vi.waitFor(() => expect(screen.getByText('The code has 6 digits.')).toBeTruthy());
  expect(onSubmit).not.toHaveBeenCalled();
});

/** A page on which the flow continues at a press. */
function Going({ states }: { readonly states: readonly Partial<MailCodeProps>[] }) {
  const [at, setAt] = useState(0);
  return (
    <>
      {mailCode(states[at])}
      <button type="button" onClick={() => setAt(at + 1)}>
        Next state
      </button>
    </>
  );
}

it('keeps the field while another code is requested in vain, and clears it when one was sent', async () => {
  await show(<Going states={[{}, { busy: 'sending' }, {}, { terms: { ...terms } }]} />);
  const next = screen.getByRole('button', { name: 'Next state' });
  const typed = () => screen.getByLabelText<HTMLInputElement>('6-digit code').value;
  await user.type(screen.getByLabelText('6-digit code'), '492039');
  await user.click(next);
  expect(screen.getByRole('button', { name: 'Sending a new code…' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(next);
  expect(typed()).toBe('492 039');
  await pass(5_000);
  await user.click(next);
  expect(typed()).toBe('');
  expect(screen.getByText(/^You can send another code in (60|5\d) seconds\.$/)).toBeTruthy();
});

it('does not mention unknown times', async () => {
  await show(mailCode({ terms: null }));
  expect(screen.queryByText(/Code expires/)).toBeNull();
  expect(screen.queryByText(/You can send another code/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Send new code' })).toBeTruthy();
});
