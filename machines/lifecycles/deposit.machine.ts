import { setup } from 'xstate';
import type { StatusMeta } from './lifecycle.ts';

/**
 * `SEE` a payment is in a block, `DROP` a reorganization removed it, `CREDIT` it is final and large enough, `REFUSE` it
 * is final and below the minimum or at an address that is retired, `APPROVE` an operator credits it all the same,
 * `RETURN` it went back to its sender, `CANCEL` the member no longer intends to pay, `RETIRE` an operator retires the
 * key of its address.
 */
export type DepositEvent = {
  readonly type: 'SEE' | 'DROP' | 'CREDIT' | 'REFUSE' | 'APPROVE' | 'RETURN' | 'CANCEL' | 'RETIRE';
};

/**
 * L-01, a deposit: from the request for an address to the payment in the wallet. What arrives counts, whatever was
 * requested.
 */
export const depositLifecycle = setup({
  types: { events: {} as DepositEvent, meta: {} as StatusMeta },
}).createMachine({
  id: 'deposit',
  description:
    'A deposit, from the request for an address to the payment in the wallet. What arrives counts, whatever was asked for.',
  initial: 'awaitingPayment',
  states: {
    awaitingPayment: {
      description: 'The address is shown; nothing has been paid to it.',
      meta: { requirements: ['F-09', 'D-06'] },
      on: {
        SEE: { target: 'inProcess', description: 'A payment to the address is in a block.' },
        CANCEL: { target: 'cancel', description: 'The member cancels the request.' },
        RETIRE: { target: 'cancel', description: 'An operator retires the key of its address.' },
      },
    },
    inProcess: {
      description: 'The payment was seen; its confirmations are counted.',
      meta: { requirements: ['D-06', 'D-27', 'SRC §4'] },
      on: {
        CREDIT: {
          target: 'completed',
          description: 'It has the confirmations required and reaches the minimum: it is credited.',
        },
        REFUSE: {
          target: 'notApproved',
          description:
            'It has the confirmations required and is below the minimum, or its address is retired: it is not credited.',
        },
        DROP: { target: 'awaitingPayment', description: 'A reorganization of the chain took the payment away.' },
      },
    },
    notApproved: {
      description: 'Paid, but below the minimum or to a retired address; the club holds it.',
      meta: { requirements: ['D-04', 'D-06', 'SRC §4'] },
      on: {
        APPROVE: { target: 'completed', description: 'An operator credits it all the same.' },
        RETURN: { target: 'returned', description: 'An operator records the transaction that brought it back.' },
      },
    },
    cancel: {
      description: 'Canceled before anything was paid.',
      meta: { requirements: ['D-06', 'SRC §4'] },
      on: { SEE: { target: 'inProcess', description: 'A payment came after all: what arrives counts.' } },
    },
    returned: {
      type: 'final',
      description: 'Sent back to its sender.',
      meta: { requirements: ['D-06'] },
    },
    completed: { type: 'final', description: 'Credited.', meta: { requirements: ['D-06', 'SRC §4'] } },
  },
});
