import { setup } from 'xstate';
import type { StatusMeta } from './lifecycle.ts';

/**
 * `OPEN` the link was shown and a code goes to a new address, `CONFIRM` the code was right, `EXPIRE` time ran out,
 * `REPLACE` a newer link was requested.
 */
export type EmailChangeRequestEvent = { readonly type: 'OPEN' | 'CONFIRM' | 'EXPIRE' | 'REPLACE' };

/** L-05, a member's request to change the email address: from the mailed link to the confirmed new address. */
export const emailChangeRequestLifecycle = setup({
  types: { events: {} as EmailChangeRequestEvent, meta: {} as StatusMeta },
}).createMachine({
  id: 'email-change-request',
  description: 'A request to change the email address, from the mailed link to the confirmed new address.',
  initial: 'requested',
  states: {
    requested: {
      description: 'The link is in the mailbox of the present address.',
      meta: { requirements: ['F-06', 'D-16', 'SRC §4'] },
      on: {
        OPEN: {
          target: 'opened',
          description: 'The member shows the token of the link and names a new address, which gets a code.',
        },
        EXPIRE: { target: 'expired', description: '30 minutes have passed.' },
        REPLACE: { target: 'replaced', description: 'The member asks for a newer link.' },
      },
    },
    opened: {
      description: 'A code is in the mailbox of the new address.',
      meta: { requirements: ['F-06', 'D-16', 'SRC §4'] },
      on: {
        OPEN: { target: 'opened', description: 'Another code is asked for, to this address or another.' },
        CONFIRM: { target: 'changed', description: 'The code was right: the address changes, all other sessions end.' },
        EXPIRE: { target: 'expired', description: '30 minutes have passed since the link was mailed.' },
        REPLACE: { target: 'replaced', description: 'The member asks for a newer link.' },
      },
    },
    changed: { type: 'final', description: 'The new address is in force.', meta: { requirements: ['F-06', 'D-17'] } },
    expired: {
      type: 'final',
      description: 'Nothing has changed; the link is good for nothing.',
      meta: { requirements: ['D-16'] },
    },
    replaced: {
      type: 'final',
      description: 'Nothing has changed; a newer link took its place.',
      meta: { requirements: ['D-16'] },
    },
  },
});
