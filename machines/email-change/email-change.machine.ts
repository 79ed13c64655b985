import { endsAs } from '../chart/ends.ts';
import { outcomeOf } from '../chart/outcomes.ts';
import { namingAddress } from './email-change.address.ts';
import { confirming } from './email-change.confirm.ts';
import { requestingLink } from './email-change.link.ts';
import { begin } from './email-change.rules.ts';
import { emailChangeSetup } from './email-change.setup.ts';
import type { EmailChangeOutput } from './email-change.types.ts';

/**
 * The email address is changed in three steps (F-06): a link goes to the current address, a code to the new one, and
 * the code confirms. The link may be opened on any device, so either half can begin by itself.
 *
 * A lost response to the change itself never leads back to the form: the server is asked for the outcome by key.
 */
export const emailChangeMachine = emailChangeSetup.createMachine({
  id: 'email-change',
  context: ({ input }) => begin(input),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<EmailChangeOutput>(event),
  states: {
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'changingEmail' } }, target: 'confirming.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'enteringCode' } }, target: 'confirming.enteringCode' },
        {
          guard: { type: 'interruptedAt', params: { step: 'enteringNewEmail' } },
          target: 'namingAddress.enteringNewEmail',
        },
        { guard: { type: 'interruptedAt', params: { step: 'linkSent' } }, target: 'requestingLink.linkSent' },
        { guard: 'openedByLink', target: 'namingAddress.enteringNewEmail' },
        { target: 'requestingLink' },
      ],
      exit: 'forgetBeginning',
    },
    requestingLink,
    namingAddress,
    confirming,
    changed: endsAs<EmailChangeOutput>('changed'),
    cancelled: endsAs<EmailChangeOutput>('cancelled'),
    sessionEnded: endsAs<EmailChangeOutput>('sessionEnded'),
  },
});
