import { setup } from 'xstate';
import type { StatusMeta } from './lifecycle.ts';

/** `ANSWER` support answers, `REPLY` the member writes once more, `CLOSE` either side ends it. */
export type InquiryEvent = { readonly type: 'ANSWER' | 'REPLY' | 'CLOSE' };

/** L-04, a member's inquiry to support: from the question to its end, however often both write. */
export const inquiryLifecycle = setup({
  types: { events: {} as InquiryEvent, meta: {} as StatusMeta },
}).createMachine({
  id: 'inquiry',
  description: 'An inquiry to the support, from the question to its end, however often both write.',
  initial: 'open',
  states: {
    open: {
      description: 'The support has something to answer.',
      meta: { requirements: ['L-04', 'F-15', 'D-30'] },
      on: {
        ANSWER: { target: 'answered', description: 'Support answers; the member is notified by mail.' },
        REPLY: { target: 'open', description: 'The member adds something before there is an answer.' },
        CLOSE: { target: 'closed', description: 'The member or the support ends it.' },
      },
    },
    answered: {
      description: 'The support has answered; the member may write once more.',
      meta: { requirements: ['L-04', 'F-15'] },
      on: {
        ANSWER: { target: 'answered', description: 'Support adds something; the member is notified by mail.' },
        REPLY: { target: 'open', description: 'The member writes once more: it waits for the support again.' },
        CLOSE: { target: 'closed', description: 'The member or the support ends it.' },
      },
    },
    closed: {
      type: 'final',
      description: 'Over. It stays to be read; what comes up again is another inquiry.',
      meta: { requirements: ['L-04'] },
    },
  },
});
