import { setup } from 'xstate';
import type { StatusMeta } from './lifecycle.ts';

/** `MATURE` its days are over and all are accrued, `RESTAKE` and `WITHDRAW` the member's choices. */
export type StakeEvent = { readonly type: 'MATURE' | 'RESTAKE' | 'WITHDRAW' };

/** L-03, a stake: from the purchase or restake that locks it to the choice at its end. */
export const stakeLifecycle = setup({
  types: { events: {} as StakeEvent, meta: {} as StatusMeta },
}).createMachine({
  id: 'stake',
  description: 'A stake, from the purchase or restake that locks it to the choice at its end.',
  initial: 'running',
  states: {
    running: {
      description: 'Locked; each day brings MP at the rate that is in force then.',
      meta: { requirements: ['D-10', 'SRC §4'] },
      on: {
        MATURE: {
          target: 'matured',
          description: 'Its days are over and all of them are accrued; the member is notified.',
        },
      },
    },
    matured: {
      description: 'Lifted; it earns nothing more and waits for the member to choose.',
      meta: { requirements: ['D-10', 'SRC §4', 'SRC §9'] },
      on: {
        RESTAKE: {
          target: 'restaked',
          description: 'A stake of 90 days follows it, with all of it or with the MP only; the principal returns then.',
        },
        WITHDRAW: { target: 'withdrawn', description: 'Principal and MP go to the wallet.' },
      },
    },
    restaked: {
      type: 'final',
      description: 'Another stake has followed it.',
      meta: { requirements: ['D-10', 'SRC §4'] },
    },
    withdrawn: {
      type: 'final',
      description: 'Principal and MP are in the wallet.',
      meta: { requirements: ['D-10', 'SRC §4'] },
    },
  },
});
