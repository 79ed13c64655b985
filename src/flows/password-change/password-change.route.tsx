import { useTranslation } from 'react-i18next';
import { passwordChangeMachine } from '#machines/password-change/password-change.machine.ts';
import { resumable } from '#machines/password-change/password-change.rules.ts';
import { FactorInfo } from '#src/flow/factor-info.tsx';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { passwordChangePorts } from './password-change.ports.ts';
import { PasswordsScreen } from './screens/passwords.tsx';

type PasswordChangeFlow = Flow<typeof passwordChangeMachine>;

/** /Account?step=password (F-08): the present password and the new one. */
export const PasswordChangeRoute = flowRoute({
  machine: passwordChangeMachine,
  entries: refusedEntries['password-change'],
  ports: passwordChangePorts,
  input: ({ services }, stored) => ({ key: services.newId(), resume: resumable(stored?.checkpoint) }),
  useRun: useUsername,
  screens: {
    'password-change-loading': Info,
    'password-change-unavailable': Info,
    'password-change': PasswordsScreen,
    'password-change-unknown': Unknown,
  },
  end: ({ kind }, { goTo }) => goTo(paths.account, kind === 'changed' ? { notice: 'passwordChanged' } : null),
});

function useUsername(): { readonly username: string } {
  const { userInfo } = useSession();
  return { username: userInfo?.username ?? '' };
}

function Info({ snapshot, send }: PasswordChangeFlow) {
  const { t } = useTranslation('password-change');
  return (
    <FactorInfo title={t('title')} problem={snapshot.hasTag('error') ? snapshot.context.problem : null} send={send} />
  );
}

function Unknown({ snapshot, send }: PasswordChangeFlow) {
  const { t } = useTranslation('password-change');
  return <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
}
