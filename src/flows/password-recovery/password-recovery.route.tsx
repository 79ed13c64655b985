import { useTranslation } from 'react-i18next';
import { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import { resumable } from '#machines/password-recovery/password-recovery.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { paths } from '#src/paths.ts';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { passwordRecoveryPorts } from './password-recovery.ports.ts';
import { AccountScreen } from './screens/account.tsx';
import { CodeScreen } from './screens/code.tsx';
import { DoneScreen } from './screens/done.tsx';
import { PasswordScreen } from './screens/password.tsx';

type RecoveryFlow = Flow<typeof passwordRecoveryMachine>;

/**
 * /ForgotPassword, /ForgotPassword2, /ResetPassword, /DonePassword (F-04): the account, the code, the new password,
 * done.
 */
export const PasswordRecoveryRoute = flowRoute({
  machine: passwordRecoveryMachine,
  entries: refusedEntries['password-recovery'],
  ports: passwordRecoveryPorts,
  // The interrupted step counts where the address is still that step's.
  input: ({ services, location }, stored) => ({
    key: services.newId(),
    resume: stored && resumable(stored.checkpoint, stored.age, location.pathname),
  }),
  screens: {
    'password-recovery-account': AccountScreen,
    'password-recovery-code': CodeScreen,
    'password-recovery-password': PasswordScreen,
    'password-recovery-unknown': Unknown,
    'password-recovery-done': Done,
  },
  done: Done,
  end: (_, { goTo, session }) => {
    // The new password has ended the session that this tab may have had.
    if (session.status === 'signedIn') session.send({ type: 'SESSION_ENDED' });
    goTo(paths.signIn);
  },
});

function Unknown({ snapshot, send }: RecoveryFlow) {
  const { t } = useTranslation('password-recovery');
  return (
    <OutcomeUnknown tab={t('tab')} asking={snapshot.matches('reconciling')} onAsk={() => send({ type: 'RETRY' })} />
  );
}

function Done({ snapshot, send }: RecoveryFlow) {
  return <DoneScreen frozen={snapshot.context.frozen} onSignIn={() => send({ type: 'SIGN_IN' })} />;
}
