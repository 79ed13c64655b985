import { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import { resumable } from '#machines/password-recovery/password-recovery.rules.ts';
import type texts from '#locales/en-US/password-recovery.json';
import { flowRoute } from '#src/flow/flow-route.tsx';
import { paths } from '#src/paths.ts';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { passwordRecoveryEntries, passwordRecoveryPorts } from './password-recovery.ports.ts';
import { AccountScreen } from './screens/account.tsx';
import { CodeScreen } from './screens/code.tsx';
import { DoneScreen } from './screens/done.tsx';
import { PasswordScreen } from './screens/password.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'password-recovery': typeof texts;
  }
}

/**
 * /ForgotPassword, /ForgotPassword2, /ResetPassword, /DonePassword (F-04): the account, the code, the new password,
 * done.
 */
export const PasswordRecoveryRoute = flowRoute({
  machine: passwordRecoveryMachine,
  title: 'password-recovery:tab',
  entries: passwordRecoveryEntries,
  ports: passwordRecoveryPorts,
  // The interrupted step is resumed if the URL is still that step's.
  input: ({ services, location }, stored) => ({
    key: services.newId(),
    resume: stored && resumable(stored.checkpoint, stored.age, location.pathname),
  }),
  screens: {
    'password-recovery-account': AccountScreen,
    'password-recovery-code': CodeScreen,
    'password-recovery-password': PasswordScreen,
    'password-recovery-unknown': OutcomeUnknown,
    'password-recovery-done': DoneScreen,
  },
  done: DoneScreen,
  end: (_, { goTo, session }) => {
    // The new password has ended this tab's session, if it had one.
    if (session.status === 'signedIn') session.send({ type: 'SESSION_ENDED' });
    goTo(paths.signIn);
  },
});
