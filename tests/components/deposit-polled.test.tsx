import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { getInitialSnapshot } from 'xstate';
import { MemoryRouter } from 'react-router-dom';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { depositMachine } from '#machines/deposit/deposit.machine.ts';
import type { Deposit } from '#machines/deposit/deposit.types.ts';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { WatchScreen } from '#src/flows/deposit/screens/watch.tsx';
import { ToastProvider } from '#src/ui/toast.tsx';
import { example } from './support/open-app.tsx';
import { textsIn } from './support/with-texts.tsx';

afterEach(cleanup);

const deposit = example('POST', '/deposits') as Deposit;
const { context } = getInitialSnapshot(depositMachine, { resume: null });
type Value = Parameters<typeof depositMachine.resolveState>[0]['value'];
const LOOKING: Value = 'readingDeposit';
const services = { serverNow: () => Date.parse(deposit.createdAt) } as unknown as Services;
const WAITING: Value = { awaitingPayment: 'blank' };

/** The screen of a request in one state of its flow after another. */
async function watching(first: Value) {
  const i18n = await textsIn('en-US', ['deposit', 'money']);
  const send = vi.fn();
  const page = (value: Value) => (
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>
        <ServicesContext value={services}>
          <ToastProvider>
            <WatchScreen
              snapshot={depositMachine.resolveState({ value, context: { ...context, deposit } })}
              send={send}
            />
          </ToastProvider>
        </ServicesContext>
      </MemoryRouter>
    </I18nextProvider>
  );
  const { rerender } = render(page(first));
  return { send, show: (value: Value) => rerender(page(value)) };
}

const cancel = () => userEvent.click(screen.getByRole('button', { name: 'Cancel request' }));

describe('a press while the chain is polled', () => {
  it('is carried out once, when the poll is over', async () => {
    const { send, show } = await watching(LOOKING);
    await cancel();
    expect(send).not.toHaveBeenCalled();
    show(WAITING);
    expect(send.mock.calls).toEqual([[{ type: 'CANCEL_REQUEST' }]]);
    show(LOOKING);
    show(WAITING);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is forgotten where the poll has made it impossible', async () => {
    const { send, show } = await watching(LOOKING);
    await cancel();
    show('countingConfirmations');
    show(LOOKING);
    show(WAITING);
    expect(send).not.toHaveBeenCalled();
  });

  it('between two polls is carried out at once', async () => {
    const { send } = await watching(WAITING);
    await cancel();
    expect(send.mock.calls).toEqual([[{ type: 'CANCEL_REQUEST' }]]);
  });
});
