import { usernameRecoveryMachine } from '#machines/username-recovery/username-recovery.machine.ts';
import { resumable } from '#machines/username-recovery/username-recovery.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { paths } from '#src/paths.ts';
import '#src/styles/app.css';
import { CodeScreen } from './screens/code.tsx';
import { DoneScreen } from './screens/done.tsx';
import { EmailScreen } from './screens/email.tsx';
import { usernameRecoveryPorts } from './username-recovery.ports.ts';

/** /ForgotAccount, /ForgotAccount2, /DoneAccount (F-05): the address, the code, and the name is in the mail. */
export const UsernameRecoveryRoute = flowRoute({
  machine: usernameRecoveryMachine,
  entries: refusedEntries['username-recovery'],
  ports: usernameRecoveryPorts,
  // The interrupted step counts where the address is still that step's.
  input: ({ services, location }, stored) => ({
    key: services.newId(),
    resume: stored && resumable(stored.checkpoint, stored.age, location.pathname),
  }),
  screens: {
    'username-recovery-email': EmailScreen,
    'username-recovery-code': CodeScreen,
    'username-recovery-done': Done,
  },
  done: Done,
  end: (_, { goTo }) => goTo(paths.signIn),
});

function Done({ snapshot, send }: Flow<typeof usernameRecoveryMachine>) {
  return <DoneScreen email={snapshot.context.email ?? ''} onSignIn={() => send({ type: 'SIGN_IN' })} />;
}
