import { passwordChangeMachine } from '#machines/password-change/password-change.machine.ts';
import { resumable } from '#machines/password-change/password-change.rules.ts';
import type texts from '#locales/en-US/password-change.json';
import { FactorInfo } from '#src/flow/factor-info.tsx';
import { flowRoute } from '#src/flow/flow-route.tsx';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { upOf } from '#src/ui/navigation.ts';
import { passwordChangeEntries, passwordChangePorts } from './password-change.ports.ts';
import { PasswordsScreen } from './screens/passwords.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'password-change': typeof texts;
  }
}

/** /Account?step=password (F-08): the current password and the new one. */
export const PasswordChangeRoute = flowRoute({
  machine: passwordChangeMachine,
  title: 'password-change:title',
  entries: passwordChangeEntries,
  ports: passwordChangePorts,
  input: ({ services }, stored) => ({ key: services.newId(), resume: resumable(stored?.checkpoint) }),
  useRun: useUsername,
  screens: {
    'password-change-loading': FactorInfo,
    'password-change-unavailable': FactorInfo,
    'password-change': PasswordsScreen,
    'password-change-unknown': OutcomeUnknown,
  },
  end: ({ kind }, { goTo }) =>
    kind === 'changed'
      ? goTo(paths.account, { notice: 'passwordChanged' })
      : goTo(upOf(`${paths.account}?step=password`)),
});

function useUsername(): { readonly username: string } {
  const { userInfo } = useSession();
  return { username: userInfo?.username ?? '' };
}
