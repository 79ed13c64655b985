import { setup } from 'xstate';
import type { StatusMeta } from './lifecycle.ts';

/**
 * `APPROVE` and `REFUSE` an operator decides, `CANCEL` the member cancels it, `COMPLETE` it is paid out, `SEE` the
 * member has seen that, `LAPSE` nobody has looked for 30 days.
 */
export type WithdrawalEvent = { readonly type: 'APPROVE' | 'REFUSE' | 'CANCEL' | 'COMPLETE' | 'SEE' | 'LAPSE' };

/**
 * L-02, a withdrawal: from its acceptance, with which the amount has left the balance, to the payment that was seen.
 */
export const withdrawalLifecycle = setup({
  types: { events: {} as WithdrawalEvent, meta: {} as StatusMeta },
}).createMachine({
  id: 'withdrawal',
  description:
    'A withdrawal, from its acceptance, with which the amount has left the balance, to the payment that was seen.',
  initial: 'inProcess',
  states: {
    inProcess: {
      description: 'Accepted; the amount waits in transit for an operator to decide.',
      meta: { requirements: ['D-05', 'D-27', 'SRC §4'] },
      on: {
        APPROVE: { target: 'approved', description: 'An operator approves it.' },
        REFUSE: { target: 'notApproved', description: 'An operator does not; the whole amount returns.' },
        CANCEL: { target: 'cancel', description: 'The member cancels it; the whole amount returns at once.' },
      },
    },
    approved: {
      description: 'It will be paid out when its time has come, and its member can no longer cancel it.',
      meta: { requirements: ['D-04', 'D-05', 'SRC §4'] },
      on: {
        COMPLETE: {
          target: 'completed',
          description: "The net amount is paid out and the transaction recorded; the fee is the club's.",
        },
        REFUSE: {
          target: 'notApproved',
          description: 'An operator takes the approval back before it is paid out; the whole amount returns.',
        },
      },
    },
    completed: {
      description: 'Paid out.',
      meta: { requirements: ['D-05', 'SRC §4'] },
      on: {
        SEE: { target: 'done', description: 'The member has seen the payment.' },
        LAPSE: { target: 'done', description: '30 days have passed since the payment.' },
      },
    },
    notApproved: {
      type: 'final',
      description: 'Not approved; the money is back in the wallet.',
      meta: { requirements: ['D-05', 'SRC §4'] },
    },
    cancel: {
      type: 'final',
      description: 'Canceled by the member; the money is back in the wallet.',
      meta: { requirements: ['D-05', 'SRC §4'] },
    },
    done: { type: 'final', description: 'Paid out and seen.', meta: { requirements: ['D-05', 'SRC §4'] } },
  },
});
