import { usernameRecoveryMachine } from '#machines/username-recovery/username-recovery.machine.ts';
import { resumable } from '#machines/username-recovery/username-recovery.rules.ts';
import type texts from '#locales/en-US/username-recovery.json';
import { flowRoute } from '#src/flow/flow-route.tsx';
import { paths } from '#src/paths.ts';
import '#src/styles/app.css';
import { CodeScreen } from './screens/code.tsx';
import { DoneScreen } from './screens/done.tsx';
import { EmailScreen } from './screens/email.tsx';
import { usernameRecoveryEntries, usernameRecoveryPorts } from './username-recovery.ports.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'username-recovery': typeof texts;
  }
}

/** /ForgotAccount, /ForgotAccount2, /DoneAccount (F-05): the address, the code, and the name by mail. */
export const UsernameRecoveryRoute = flowRoute({
  machine: usernameRecoveryMachine,
  title: 'username-recovery:tab',
  entries: usernameRecoveryEntries,
  ports: usernameRecoveryPorts,
  // The interrupted step is resumed if the URL is still that step's.
  input: ({ services, location }, stored) => ({
    key: services.newId(),
    resume: stored && resumable(stored.checkpoint, stored.age, location.pathname),
  }),
  screens: {
    'username-recovery-email': EmailScreen,
    'username-recovery-code': CodeScreen,
    'username-recovery-done': DoneScreen,
  },
  done: DoneScreen,
  end: (_, { goTo }) => goTo(paths.signIn),
});
