import { defineCases } from '../chart/cases.ts';
import { commonCases } from '../chart/samples.ts';
import { signOutMachine } from './sign-out.machine.ts';

export const signOutCases = defineCases<typeof signOutMachine>({
  machine: signOutMachine,
  area: 'Sign-in and session',
  purpose: 'A member signs out in every tab of the browser.',
  starts: { fresh: { input: undefined, at: '/Signout' } },
  good: { start: 'fresh', end: 'signedOut' },
  controls: { CONFIRM: { name: 'sign-out:confirm' }, CANCEL: { name: 'sign-out:stay' } },
  events: { CONFIRM: { press: {} }, CANCEL: { press: {} } },
  outcomes: {
    revokeToken: { ...commonCases, revoked: { output: { kind: 'revoked' }, reply: { status: 204, body: null } } },
  },
});
